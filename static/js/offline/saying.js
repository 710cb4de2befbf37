// Sentences of the server's wording with what is to stand in them.

/** A text with values in the places of its «%(name)s», in their order. */
export const filled = (text, ...values) => values.reduce((said, one) => said.replace(/%\(\w+\)s/, () => one), text);

/** A count in the form that the language has for it; `forms`: by the names of Intl.PluralRules. */
export const counted = (count, forms, language) =>
  filled(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, count);
