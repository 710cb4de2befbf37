from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.documents import Block
from rulings.markup import Link, compose, escape, localise, read, render_line, scope, verdict
from rulings.markup.reader import safe_html
from rulings.models import Entry
from tests.growth import is_about_linear

# What Markdown, HTML and our own rules are made of, so that random texts meet all of them.
PIECES = [
    *("a", "б", " ", "\n", "\n\n", "\t", "    ", "\u00a0", "«", "»", '"', "'", "\\"),
    *("*", "**", "_", "`", "```\n", "~~~", "# ", "> ", "---", "===", "|", "|-|", "[", "](", ")", "!["),
    *("1. ", "2-6. ", "• ", "- ", "– ", "Пример: ", "Исключение: ", "Да. ", "Нет, ", "http://x.pl "),
    *("<b>", "</b>", "<p>", "<", ">", "&", "&amp;", "&lt;", "<!--", "-->", "<script>", "<a href='x'>", "</a>"),
    *("[x](http://a.b/)", "| a |\n|--|\n| ", "<a href='/x'>", " |\n"),
    *("<table>", "<td>", "<pre>", "<code>", "<br>", "\ue000", "\ue001", "\x00", "\x02", "\x03"),
]
texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text()


class Rendered(NamedTuple):
    html: str
    text: str


def render(body: str, language: str, links: Sequence[Link] = (), *, answer: bool = False) -> Rendered:
    text = read(body, language, answer=answer)
    return Rendered(text.html(links), text.text)


def without_tags(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def is_nested(markup: str) -> bool:
    """Whether every element ends within the one that it begins in."""
    is_open: list[str] = []
    for end, tag in re.findall(r"<(/?)([a-z]\w*)[^>]*>", markup):
        if not end and tag not in ("br", "hr"):
            is_open.append(tag)
        elif end and is_open.pop() != tag:
            return False
    return not is_open


@given(texts, st.booleans())
def test_html_without_tags_is_the_plain_text(body: str, answer: bool) -> None:
    rendered = render(body, "ru", answer=answer)
    assert without_tags(rendered.html) == rendered.text


@given(texts)
def test_the_id_of_a_line_is_its_number_in_the_plain_text(body: str) -> None:
    rendered = render(body, "ru")
    lines = rendered.text.split("\n")
    for match in re.finditer(r'<[^>]* id="p(\d+)"[^>]*>', rendered.html):
        before = without_tags(rendered.html[: match.start()])
        assert before.count("\n") + 1 == int(match[1]) <= len(lines)


@given(texts)
def test_html_holds_nothing_that_runs(body: str) -> None:
    rendered = render(body, "ru").html
    assert set(re.findall(r"<([a-z0-9]+)", rendered)) <= {
        *(
            "p",
            "li",
            "ul",
            "ol",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "pre",
            "code",
            "blockquote",
            "hr",
            "br",
            "span",
            "b",
            "i",
        ),
        *("strong", "em", "a", "table", "thead", "tbody", "tr", "td", "th", "del", "s", "sub", "sup"),
    }
    assert not re.search(r"<[^>]*(?:javascript:|\son\w+=)", rendered)


@given(st.text(alphabet=st.sampled_from(list("аб*_`[]()<>&\\#+-.!|~=1 :/\u00a0"))))
def test_escape_keeps_a_line_verbatim(line: str) -> None:
    plain = re.sub(r" +", " ", line).strip(" ")
    assert render(escape(line.strip(" ")), "ru").text.strip() == plain.strip()


@given(texts, st.data())
def test_links_change_nothing_but_tags(body: str, data: st.DataObject) -> None:
    text = render(body, "ru").text
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    links = [
        Link(start, end, "/-/x/", "card") for start, end in zip(cuts[::2], cuts[1::2], strict=False) if end > start
    ]
    linked = render(body, "ru", links)
    assert linked.text == text
    assert without_tags(linked.html) == text
    assert not re.search(r"<a\b[^>]*>(?:(?!</a>).)*<a\b", linked.html, re.DOTALL)
    assert is_nested(linked.html)


def test_lists_keep_the_printed_numbers_and_bullets() -> None:
    rendered = render("1. один\n\n2-6. два\n\n• а\n• б", "ru")
    assert rendered.text == "1. один\n2-6. два\n• а\n• б"
    assert rendered.html == (
        '<ol><li id="p1"><p id="p1-1"><span class="marker">1.</span> один</p></li>\n'
        '<li id="p2"><p id="p2-1"><span class="marker">2-6.</span> два</p></li></ol>\n'
        '<ul><li id="p3"><span class="marker">•</span> а</li>\n'
        '<li id="p4"><span class="marker">•</span> б</li></ul>'
    )


def test_markdown_bullets_become_bullets_and_nest() -> None:
    assert render("- а\n    - б\n* в", "ru").text == "• а\n• б\n• в"


@pytest.mark.parametrize(
    "body",
    [
        "1. один\n\n2. два\n\n   ещё\n\n3. три",
        "* а\n    * б\n        * в\n\nконец",
        "> цитата\n>\n> * пункт\n>\n> и ещё",
        "1. \n2. два",
        "абзац\n\n1. \n",
        "* > цитата в пункте",
    ],
)
def test_every_paragraph_and_item_has_an_id_of_its_own(body: str) -> None:
    html = render(body, "ru").html
    ids = [re.search(r' id="(p[^"]+)"', tag) for tag in re.findall(r"<(?:p|li)\b[^>]*>", html)]
    found = [match[1] for match in ids if match]
    assert len(found) == len(ids) == len(set(found)) > 0


def test_every_paragraph_and_item_of_the_documents_has_an_id(kb: None) -> None:
    for stored in Entry.objects.values_list("html", flat=True):
        assert not re.findall(r"<(?:p|li)(?: class=\"\w+\")?>", stored)


def test_examples_and_exceptions_are_call_outs() -> None:
    rendered = render("Правило.\n\nПример: так.\n\nИсключение: не так.\n\nПримерно.", "ru").html
    assert re.findall(r"<p([^>]*)>", rendered) == [
        ' id="p1"',
        ' class="example" id="p2"',
        ' class="exception" id="p3"',
        ' id="p4"',
    ]
    assert 'class="example"' in render("Na przykład, jeśli gracz.", "pl").html


@pytest.mark.parametrize(
    ("answer", "language", "key"),
    [
        ("Да.", "ru", "yes"),
        ("Нет. Указания действуют.", "ru", "no"),
        ("Да, пока нет других.", "ru", "yes_if"),
        ("Нет — только так.", "ru", "no_if"),
        ("Да - если можно.", "ru", "yes_if"),
        ("ДА –\nесли можно", "ru", "yes_if"),
        ("Tak.", "pl", "yes"),
        ("Nie, chyba że.", "pl", "no_if"),
        # another mark, or none
        ("Да", "ru", None),
        ("Да! Конечно.", "ru", None),
        ("Да? Может быть.", "ru", None),
        ("Да… Но нет.", "ru", None),
        ("Да... Но нет.", "ru", None),
        ("Да: если можно.", "ru", None),
        ("Да; но не всегда.", "ru", None),
        ("Да (но не всегда).", "ru", None),
        ("Да-да, можно.", "ru", None),
        ("Нет-нет.", "ru", None),
        ("Tak-tak, można.", "pl", None),
        ("Да иначе.", "ru", None),
        ("", "ru", None),
        # another word
        ("Данный персонаж.", "ru", None),
        ("Нетопырь.", "ru", None),
        ("Только одно заклинание.", "ru", None),
        ("Nieprawda.", "pl", None),
        # another language: the Polish «no» is a colloquial yes
        ("No, można tak.", "pl", None),
        ("No.", "pl", None),
        ("Да.", "pl", None),
        ("Nie.", "ru", None),
        ("Yes.", "en", None),
        ("No, it can't.", "en", None),
    ],
)
def test_verdict_is_the_first_word_alone(answer: str, language: str, key: str | None) -> None:
    found = verdict(answer, language)
    assert (found.key if found else None) == key


def test_verdict_is_stamped_only_in_answers() -> None:
    assert (
        render("Да, пока нет.", "ru", answer=True).html == '<p id="p1"><b class="verdict yes-if">Да,</b> пока нет.</p>'
    )
    assert render("Да, пока нет.", "ru").html == '<p id="p1">Да, пока нет.</p>'


def test_links_stand_in_text_and_never_in_code_or_links() -> None:
    body = "Жаба `Жаба` [Жаба](https://x.pl) Жаба"
    text = render(body, "ru").text
    links = [
        Link(match.start(), match.end(), "/-/talisman/cards/zhaba/", "card") for match in re.finditer("Жаба", text)
    ]
    rendered = render(body, "ru", links).html
    assert rendered.count('class="ref card"') == 2
    assert '<code>Жаба</code> <a href="https://x.pl" rel="nofollow noopener">Жаба</a>' in rendered


@pytest.mark.parametrize(
    ("body", "linked"),
    [
        ("**Корона** Повелений", "<a><strong>Корона</strong> Повелений</a>"),
        ("Корона **Повелений**", "<a>Корона <strong>Повелений</strong></a>"),
        ("*Корона* **Повелений**", "<a><em>Корона</em> <strong>Повелений</strong></a>"),
        ("**Корона Повелений**", "<strong><a>Корона Повелений</a></strong>"),
        (
            "**на *моей Корона*** Повелений",
            "<strong>на <em>моей </em></strong><a><strong><em>Корона</em></strong> Повелений</a>",
        ),
        (
            "**и Корона** *Повелений и*",
            "<strong>и </strong><a><strong>Корона</strong> <em>Повелений</em></a><em> и</em>",
        ),
        ("**Ко*рона* Повелений**", "<strong><a>Ко<em>рона</em> Повелений</a></strong>"),
        ("Корона `Повелений`", "Корона <code>Повелений</code>"),
        ("Корона [Повелений](https://x.pl)", 'Корона <a href="https://x.pl" rel="nofollow noopener">Повелений</a>'),
        ("Корона<br>**Повелений**", "Корона<br>\n<strong>Повелений</strong>"),
    ],
)
def test_a_name_is_one_link_where_a_part_of_it_is_bold(body: str, linked: str) -> None:
    text = read(body, "ru")
    place = re.search(r"Корона\sПовелений", text.text)
    assert place
    html = text.html([Link(*place.span(), "/-/x/", "card")])
    assert html.replace(' class="ref card" href="/-/x/"', "") == f'<p id="p1">{linked}</p>'
    assert text.can_link(*place.span()) == ("href" not in linked and "<a>" in linked)


@pytest.mark.parametrize("heading", ["# Жаба и *Жаба*", "###### Жаба", "Жаба\n====", "> ## Жаба", "<h3>Жаба</h3>"])
def test_headings_of_a_body_are_not_linked(heading: str) -> None:
    read_text = read(f"{heading}\n\nЖаба", "ru")
    places = [match.span() for match in re.finditer("Жаба", read_text.text)]
    assert [read_text.can_link(*place) for place in places] == [False] * (len(places) - 1) + [True]
    html = read_text.html([Link(*place, "/-/x/", "card") for place in places])
    assert html.count("<a ") == 1
    assert re.search(r'<p id="p\d"><a class="ref card" href="/-/x/">Жаба</a></p>', html)


def test_a_title_is_plain_text_with_links() -> None:
    title = "Может ли <Жаба> & Co?"
    assert (
        render_line(title, [Link(10, 14, "/-/x/", "card")])
        == 'Может ли &lt;<a class="ref card" href="/-/x/">Жаба</a>&gt; &amp; Co?'
    )


def test_unsafe_addresses_lose_their_link() -> None:
    rendered = render("[a](javascript:alert) [b](data:text/html,x) [c](https://x.pl)", "ru").html
    assert re.findall(r'href="([^"]*)"', rendered) == ["https://x.pl"]


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("Zagraj <Miecz> i <karta terenu>", "Zagraj &lt;Miecz&gt; i &lt;karta terenu&gt;"),
        ("<Miecz onclick=x> </Miecz>", "&lt;Miecz onclick=x&gt; &lt;/Miecz&gt;"),
        ("`<Miecz>` <b>tak</b>", "<code>&lt;Miecz&gt;</code> <b>tak</b>"),
        ("a<script>x</script>b <IMG src=x onerror=y>", "ab "),
        ("[x](<https://x.pl/a b>)", '<a href="https://x.pl/a b" rel="nofollow noopener">x</a>'),
        ("<https://x.pl>", '<a href="https://x.pl" rel="nofollow noopener">https://x.pl</a>'),
    ],
)
def test_what_only_looks_like_a_tag_is_text(body: str, shown: str) -> None:
    assert safe_html(body) == f"<p>{shown}</p>"


def test_localise_and_scope_touch_only_our_own_marks() -> None:
    rendered = render('Слова href="/-/x" и id="p1".', "ru", [Link(0, 5, "/-/y/")]).html
    assert localise(rendered, "pl").count("/pl/") == 1
    assert scope(rendered, "gorod-v").count("gorod-v-p") == 1


def test_compose_joins_items_that_stood_together() -> None:
    blocks = [
        Block("paragraph", "Правила *:", 1),
        Block("item", "один", 3, "•"),
        Block("item", "два", 4, "•"),
        Block("example", "Пример: три", 6),
    ]
    assert compose(blocks) == "Правила \\*:\n\n• один\n• два\n\nПример: три"


@pytest.mark.parametrize("item", ["{0}- x", "{1}x"])
def test_a_list_deeper_than_anybody_writes_keeps_its_words(item: str) -> None:
    text = read("\n".join(item.format("  " * depth, ">" * depth) for depth in range(1000)), "ru").text
    assert text.count("x") == 1000


@pytest.mark.parametrize(
    "unit", ["[", "![", "[a](", "[a](<", "<http://", '<a href="', "слово ", "x\n---\n", "[a]: b\nx\n"]
)
def test_a_body_costs_as_much_as_it_is_long(unit: str) -> None:
    assert is_about_linear(lambda body: render(body, "ru"), unit, 500)


def test_a_block_of_very_many_lines_is_read_as_a_short_one_is() -> None:
    lines = "> # x\n> y\n# x\ny\n---\n[a]: /z\na\n- [a]\n"
    short, long = (re.sub(' id="[^"]*"', "", read(lines * times, "ru").html()) for times in (20, 100))
    assert long.startswith(short.removesuffix("</ul>"))
    code = "".join(f"    # {number}\n" for number in range(300))
    assert read(code, "ru").text.count("\n") == 299, "code is verbatim"


@pytest.mark.parametrize(
    ("body", "addresses"),
    [
        ('[a](https://e.com/"onmouseover=alert(1)) слова [p](/-/x/)', ['https://e.com/"onmouseover=alert(1)', "/-/x/"]),
        ("[a](/l'été) слова [p](/l'x)", ["/l'été", "/l'x"]),
        ('[a](/x "(title)") слова', ["/x"]),
        ("[a]( /x 'a b' ) слова", ["/x"]),
        ('[a](/x "open) слова [p](/y "title")', ['/x "open', "/y"]),
        ('[a](</x> "title") слова', ["/x"]),
    ],
)
def test_a_link_takes_no_words_from_behind_its_brackets(body: str, addresses: list[str]) -> None:
    rendered = render(body, "ru")
    assert "слова" in rendered.text
    assert [html.unescape(found) for found in re.findall(r'href="([^"]*)"', rendered.html)] == addresses


def test_links_after_many_brackets_that_close_nothing_are_links() -> None:
    rendered = render("[" * 50 + " [a](https://x.pl) " + "[b](" * 50 + "\n\n[c](https://y.pl)", "ru").html
    assert re.findall(r'href="([^"]*)"', rendered) == ["https://x.pl", "https://y.pl"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Вот <b>жир\n\nи дальше", '<p id="p1">Вот &lt;b&gt;жир</p>\n<p id="p2">и дальше</p>'),
        ("кто</i> там", '<p id="p1">кто&lt;/i&gt; там</p>'),
        ("<b>а <i>б</b> в</i>", '<p id="p1"><b>а <i>б</i></b><i> в</i></p>'),
        ("`<b>` и <B>ж</b>", '<p id="p1"><code>&lt;b&gt;</code> и <b>ж</b></p>'),
        ("а<br>б", '<p id="p1">а<br>\nб</p>'),
    ],
)
def test_a_tag_without_its_other_half_is_text(body: str, expected: str) -> None:
    assert render(body, "ru").html == expected


@pytest.mark.parametrize(
    "body",
    [
        'Вот <a href="/x">\n\n| a |\n|--|\n| [т](http://a.b/) и Тролль |\n\nДальше Тролль.',
        '<a href="/x">\n<table><tr><td><a href="/y">z</a></td></tr></table></a>',
        '<a href="/x">\n| a |\n|--|\n| [т](http://a.b/) |\n\n</a>',
    ],
)
def test_no_link_stands_inside_a_link(body: str) -> None:
    html = render(body, "ru").html
    assert is_nested(html)
    assert not re.search(r"<a\b[^>]*>(?:(?!</a>).)*<a\b", html, re.DOTALL)
