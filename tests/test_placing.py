"""The order of entries under one heading after an import, without a database."""

from __future__ import annotations

import pytest

from rulings.documents import Node, Placed
from rulings.matching import Planned
from rulings.models import Entry
from rulings.placing import Seat, seat

HEADING = 1


@pytest.mark.parametrize(
    ("stood", "document", "staying", "order"),
    [
        # Letters in the order they stood in; the text had them by the alphabet. Capitals stood under another heading.
        ("abc", "cab", "", "cab"),
        ("abc", "axbc", "", "axbc"),
        ("bac", "abc", "", "bac"),
        ("bac", "cab", "", "bac"),
        ("bac", "xabyc", "", "xbyac"),
        ("bac", "abcx", "", "bacx"),
        ("bacD", "aDbc", "", "baDc"),
        ("Dbac", "aDbc", "", "baDc"),
        # What the document doesn't have stays behind what it stood behind.
        ("abzc", "cab", "z", "cabz"),
        ("zab", "bxa", "z", "zbxa"),
        ("bzac", "abxc", "z", "bxzac"),
    ],
)
def test_an_editor_s_order_stays_and_else_that_of_the_document_holds(
    stood: str, document: str, staying: str, order: str
) -> None:
    rows = {letter: Entry(pk=ord(letter), parent_id=HEADING, title=letter) for letter in {*stood, *document}}
    line = {letter: None if letter in staying else ord(letter.lower()) for letter in stood}
    before = {ord(letter): Seat(HEADING + letter.isupper(), line[letter]) for letter in stood}
    plan = [Planned(Placed(Node("section"), (), -1), "", "", rows[letter]) for letter in document]
    seated = seat(plan, [rows[letter] for letter in stood], before, {ord(letter) for letter in staying})
    assert "".join(row.title for row in seated) == order
