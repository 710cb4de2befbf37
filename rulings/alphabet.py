"""The order of names in a list: by the reader's alphabet, the other one after it."""

from __future__ import annotations

import unicodedata

from rulings.languages import fold

_ALPHABETS = {
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "pl": "aąbcćdeęfghijklłmnńoóprsśtuvwxyzźż",
}
_PLACES = {code: {letter: place for place, letter in enumerate(letters)} for code, letters in _ALPHABETS.items()}


def sort_key(text: str, language: str) -> tuple[list[tuple[int, int, str]], str]:
    """Letters of the language in its order, then all others; digits and signs come first. Ё stands with Е.

    A language without its alphabet here takes all letters as they come.
    """
    places = _PLACES.get(language, {})
    key = []
    for char in unicodedata.normalize("NFC", text).lower():
        letter = "е" if char == "ё" else char
        if letter in places:
            key.append((1, places[letter], ""))
        elif letter.isalpha():
            key.append((2, 0, fold(letter)))
        else:
            key.append((0, 0, letter))
    return key, text


def initial(text: str) -> str:
    """The letter a name is listed under: its first one, in upper case."""
    letter = next((char for char in unicodedata.normalize("NFC", text) if char.isalnum()), "")
    return "Е" if letter in ("ё", "Ё") else letter.upper()
