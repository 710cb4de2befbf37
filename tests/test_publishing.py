from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from rulings.deciding import Piece, choose, decide
from rulings.documents import Outline
from rulings.importing import import_document, import_text
from rulings.languages import words
from rulings.linking import Lexicon, LexiconName
from rulings.models import Card, Entry, Erratum, Game, Mention, Name, RulesSection, Ruling
from rulings.naming import load_names, names_files
from rulings.publishing import Publisher, publish, publish_step_by_step, unpublish
from rulings.reading import fixture_sources
from rulings.search.engine import search
from rulings.search.query import Query
from rulings.talk import load_talk, talk_files
from rulings.touching import touched_by
from tests.locking import asked_before_the_lock

pytestmark = pytest.mark.usefixtures("kb")


def without_tags(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def test_the_page_of_every_entry_is_its_plain_text() -> None:
    for entry in Entry.objects.all():
        assert without_tags(entry.html) == entry.text
        assert without_tags(entry.title_html) == entry.title


def test_mentions_stand_on_whole_words() -> None:
    for mention in Mention.objects.select_related("entry"):
        text = mention.entry.title if mention.field == "title" else mention.entry.text
        edges = {edge for word in words(text) for edge in (word.start, word.end)}
        assert text[mention.start : mention.end] == mention.surface
        assert {mention.start, mention.end} <= edges


def test_verdicts_of_the_faq() -> None:
    verdicts = [entry.verdict for entry in Ruling.objects.filter(source__game__slug="talisman")]
    assert {verdict: verdicts.count(verdict) for verdict in set(verdicts)} == {
        "yes": 30,
        "no": 16,
        "yes_if": 3,
        "": 2,
    }


def test_a_page_links_a_card_on_its_first_mention_in_a_paragraph() -> None:
    entry = Entry.objects.get(anchor="vmesto-obychnogo-dvizheniya")
    cloak = Card.objects.get(names__text="Плащ Перьев")
    assert Mention.objects.filter(entry=entry, card=cloak).count() == 4
    assert entry.html.count(f"/-/{cloak.path}") == 1


def test_a_page_links_a_card_anew_in_the_next_paragraph(ruling: Entry, crown: Card) -> None:
    ruling.body = "Корона Повелений и Корона Повелений.\n\nОпять Корона Повелений, Корона Повелений."
    republish(ruling)
    link = f'<a class="ref space" href="/-/{crown.path}">Корона Повелений</a>'
    assert ruling.html == (f'<p id="p1">{link} и Корона Повелений.</p>\n<p id="p2">Опять {link}, Корона Повелений.</p>')


@pytest.mark.parametrize("body", ["Нет. Сыграйте «Нет» ещё раз: Нет — это карта.", "Нет, «Нет» и Нет."])
def test_a_mention_in_the_stamp_leaves_the_link_to_the_first_that_is_read(ruling: Entry, body: str) -> None:
    refusal = Card.objects.create(game=ruling.source.game, slug="net", kind="spell")
    Name.objects.create(card=refusal, language="ru", text="Нет", recognise="always")
    Entry.objects.filter(pk=ruling.pk).update(body=body)
    publish([ruling])
    ruling.refresh_from_db()
    assert ruling.mentions.filter(card=refusal, field="text").count() == 3
    assert re.findall(rf'.<a class="ref spell" href="/-/{refusal.path}">Нет</a>.', ruling.html) == [
        f'«<a class="ref spell" href="/-/{refusal.path}">Нет</a>»'
    ]
    assert ruling.html.startswith('<p id="p1"><b class="verdict no')


@pytest.mark.parametrize(
    "first",
    ["`Корона Повелений`", "Корона [Повелений](https://example.org/)", "[Корона Повелений](https://example.org/)"],
)
def test_a_mention_that_can_be_no_link_leaves_it_to_the_next(first: str, crown: Card) -> None:
    entry = Entry.objects.exclude(cards=crown).filter(source__game=crown.game, kind="section").first()
    assert entry
    entry.body = f"{first}, а Корона Повелений — место, и на Короне Повелений тихо."
    Publisher().render(entry)
    assert f'а <a class="ref space" href="/-/{crown.path}">Корона Повелений</a> — место' in entry.html
    assert entry.html.count(crown.path) == 1


def test_an_entry_does_not_link_to_itself() -> None:
    entry = Entry.objects.get(anchor="vmesto-obychnogo-dvizheniya")
    assert "вместо обычного движения" in entry.text
    assert not Mention.objects.filter(entry=entry, to_entry=entry).exists()
    assert Mention.objects.filter(to_entry=entry).exclude(entry=entry).exists()


def test_what_stands_in_an_entrys_own_title_is_found(ruling: Entry, crown: Card) -> None:
    ruling.title = "Почему Корона Повелений молчит"
    ruling.body = "Считается, что сказано, почему Корона Повелений молчит."
    republish(ruling)
    assert Mention.objects.filter(entry=ruling, field="text", card=crown).exists()


def test_names_of_other_games_are_not_found() -> None:
    pairs = Mention.objects.filter(card__isnull=False).values_list(
        "entry__source__game__slug", "card__game__slug", "card__game__parent__slug"
    )
    assert {(entry, card) for entry, card, parent in pairs if entry not in (card, parent)} == {
        ("krolestwo-dusz", "talisman")
    }


def test_publishing_again_changes_nothing() -> None:
    fields = ["html", "title_html", "text", "verdict", "changed_at"]
    before = list(Entry.objects.order_by("pk").values_list(*fields))
    mentions = list(Mention.objects.order_by("pk").values())
    publish(Entry.objects.placed())
    assert list(Entry.objects.order_by("pk").values_list(*fields)) == before
    assert list(Mention.objects.order_by("pk").values()) == mentions


def test_what_is_published_is_what_the_database_has_and_not_what_was_read_before(ruling: Entry, crown: Card) -> None:
    stale = Entry.objects.get(pk=ruling.pk)
    Entry.objects.filter(pk=ruling.pk).update(title="Можно ли?", body="Нет. Корона Повелений занята.")
    publish([stale])
    ruling.refresh_from_db()
    assert (ruling.title_html, ruling.text, ruling.verdict) == ("Можно ли?", "Нет. Корона Повелений занята.", "no")
    assert Mention.objects.filter(entry=ruling, card=crown).count() == 1


def test_publishing_leaves_out_what_was_deleted_meanwhile(ruling: Entry) -> None:
    gone = Entry.objects.create(source=ruling.source, kind="note", body="Да.", anchor="gone", language="ru")
    Entry.objects.filter(pk=gone.pk).delete()
    assert publish([gone, ruling]) == 1


@pytest.mark.parametrize(
    "write",
    [
        lambda: publish([Entry(pk=1)]),
        lambda: import_document(fixture_sources()[0]),
        lambda: load_names(names_files()[0]),
        lambda: load_talk(talk_files()[0]),
    ],
    ids=["publish", "import", "names", "talk"],
)
def test_rows_that_decide_what_is_written_are_read_when_nobody_else_can_write(write: Callable[[], object]) -> None:
    before = asked_before_the_lock(write)
    # What an outline says is checked first: that its game is there.
    assert not [sql for sql in before if '"rulings_game"' not in sql]


def republish(*entries: Entry) -> None:
    for entry in entries:
        entry.save()
    publish(entries)
    for entry in entries:
        entry.refresh_from_db()


def test_the_date_moves_when_the_entrys_own_words_do(ruling: Entry, crown: Card) -> None:
    before = ruling.changed_at
    assert before
    Mention.objects.filter(entry=ruling, field="text").update(made_by="refused")
    publish([ruling])
    ruling.refresh_from_db()
    assert ruling.changed_at == before  # its links are others, its words are the same
    ruling.body += " Так решили."
    republish(ruling)
    assert ruling.changed_at
    assert ruling.changed_at > before


@pytest.mark.parametrize("names", [1, 400])
def test_finding_reads_the_names_that_may_stand_in_the_text(
    ruling: Entry, names: int, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many names a game has: the others are neither read nor compared."""
    game = ruling.source.game
    cards = Card.objects.bulk_create(Card(game=game, slug=f"card-{at}", kind="card") for at in range(names))
    Name.objects.prepared(Name(card=card, language="ru", text=f"Горный Баран {card.slug}") for card in cards)
    read: list[LexiconName] = []
    add = Lexicon.add

    def counting(self: Lexicon, found: Iterable[LexiconName]) -> None:
        read.extend(own := list(found))
        add(self, own)

    monkeypatch.setattr(Lexicon, "add", counting)
    with django_assert_num_queries(5):  # the family, keywords, names, titles, own cards of those
        Publisher().render(ruling)
    assert len(read) < 40


def test_an_editors_decision_survives_as_long_as_the_text_around_it(ruling: Entry) -> None:
    mention = Mention.objects.filter(entry=ruling, field="text").order_by("start")[0]
    mention.made_by = "refused"
    mention.save()
    publish([ruling])
    mention.refresh_from_db()
    ruling.refresh_from_db()
    assert mention.made_by == "refused"
    html, body = ruling.html, ruling.body
    ruling.body = "Да. " + body  # it moved, and what stands around it didn't change
    republish(ruling)
    moved = Mention.objects.get(pk=mention.pk)
    assert (moved.made_by, moved.start) == ("refused", mention.start + 4)
    ruling.body = body
    republish(ruling)
    assert ruling.html == html
    ruling.body = body.replace("на делении", "там, на этом самом делении,", 1).replace("нет других", "стоят другие", 1)
    republish(ruling)
    assert not Mention.objects.filter(entry=ruling, made_by="refused").exists()


def test_a_decision_on_one_of_two_equal_places_stays_at_its_own(ruling: Entry) -> None:
    ruling.body = "Сначала идут к Короне Повелений. Потом уходят с Короны Повелений обратно, к Короне Повелений никак."
    republish(ruling)
    places = list(Mention.objects.filter(entry=ruling, field="text", surface="Короне Повелений").order_by("start"))
    places[1].made_by = "refused"
    places[1].save()
    publish([ruling])
    ruling.body = ruling.body.replace("Потом ", "")
    republish(ruling)
    decided = Mention.objects.get(entry=ruling, made_by="refused")
    assert ruling.text[decided.end :].startswith(" никак")


def test_a_decision_on_one_of_equal_paragraphs_knows_the_edges_of_the_text(ruling: Entry, crown: Card) -> None:
    paragraph = "Корона Повелений ждёт."
    ruling.body = "\n\n".join([paragraph] * 3)
    republish(ruling)
    *_, last = Mention.objects.filter(entry=ruling, field="text").order_by("start")
    decide([last], "refused")
    for count in (4, 6, 2):
        ruling.body = "\n\n".join([paragraph] * count)
        republish(ruling)
        *kept, last = Mention.objects.filter(entry=ruling, field="text").order_by("start")
        assert ([one.made_by for one in kept], last.made_by) == (["found"] * (count - 1), "refused")


@pytest.mark.parametrize(
    ("body", "changed", "is_there"),
    [
        ("Корона", "Корона", True),
        ("Корона", "Короналия горит ясно. Корона", False),  # a decision on a whole text says nothing of another
        ("Корона.", "Корона здесь уже ни при чём.", False),
        ("Корона.", "Корона. Её боятся.", True),  # the whole text stands there still
        ("Корона.", "Её боятся. Корона.", True),
        ("Корона.", "Кто там? Корона. Её боятся.", False),
        ("Корона уйдёт.", "Корона уйдёт. Её боятся.", True),
        ("Вот и Корона.", "Тут и там. Вот и Корона.", True),
        ("Возьмите одну Корона", "Возьмите одну Корона и ещё что-нибудь", True),
        ("Возьмите одну Корона", "Возьмите одну Короналия", False),
        ("Возьмите одну Корона", "Возьмите одну Короналия. Затем возьмите одну Корона", True),
    ],
)
def test_a_decision_stands_on_whole_words(ruling: Entry, body: str, changed: str, is_there: bool) -> None:
    ruling.body = body
    republish(ruling)
    at = ruling.text.index("Корона")
    choose(ruling, Piece("text", at, at + 6, "Корона"), Card.objects.get(slug="zhaba"))
    ruling.body = changed
    republish(ruling)
    found = Mention.objects.filter(entry=ruling, made_by="chosen").values_list("start", "surface")
    assert list(found) == ([(changed.rindex("Корона"), "Корона")] if is_there else [])


def test_a_decision_goes_with_its_paragraph_to_another_entry_of_the_source(ruling: Entry, crown: Card) -> None:
    first, second, third = Entry.objects.filter(source=ruling.source, kind="ruling").exclude(pk=ruling.pk)[:3]
    moved = "Оставьте эту фигурку в Короне Повелений до конца хода."
    first.body = f"Первое слово о другом деле.\n\n{moved}"
    republish(first)
    decided = Mention.objects.get(entry=first, field="text", card=crown)
    decide([decided], "refused")
    first.body, second.body = "Первое слово о другом деле.", f"{second.body}\n\n{moved}"
    republish(first, second)
    decided.refresh_from_db()
    second.refresh_from_db()
    assert (decided.entry, decided.made_by) == (second, "refused")
    assert second.text[decided.start : decided.end] == decided.surface == "Короне Повелений"
    assert not Mention.objects.filter(entry=second, start=decided.start, made_by="found").exists()
    second.body, third.body, first.body = "Пусто.", moved, moved  # now it may be either
    republish(first, second, third)
    assert not Mention.objects.filter(made_by="refused").exists()


def test_a_decision_goes_with_its_paragraph_into_another_step_of_the_publication(ruling: Entry, crown: Card) -> None:
    first, second = Entry.objects.filter(source=ruling.source, kind="ruling").exclude(pk=ruling.pk)[:2]
    moved = "Оставьте эту фигурку в Короне Повелений до конца хода."
    first.body = f"Первое слово о другом деле.\n\n{moved}"
    republish(first)
    decide([Mention.objects.get(entry=first, field="text", card=crown)], "refused")
    first.body, second.body = "Первое слово о другом деле.", f"{second.body}\n\n{moved}"
    first.save()
    second.save()
    list(publish_step_by_step([first.pk, second.pk], size=1))
    decided = Mention.objects.get(made_by="refused")
    second.refresh_from_db()
    assert (decided.entry, second.text[decided.start : decided.end]) == (second, "Короне Повелений")
    assert not Mention.objects.filter(entry=second, start=decided.start, made_by="found").exists()
    assert "Короне Повелений до конца хода" in second.html


def test_a_decision_goes_with_its_paragraph_out_of_an_entry_that_its_source_no_longer_has(index: None) -> None:
    facts = {"game": "talisman", "slug": "rules", "title": "Правила", "language": "ru", "format": "markdown"}
    outline = Outline.from_dict(facts)
    said = "Когда персонаж встречает Корону Повелений на своём пути, он кидает кубик.\n"
    two = f"# Правила\n\n## Первая\n\nДругое дело.\n\n## Вторая\n\n{said}"
    import_text(Path("rules.md"), two, outline)
    link = Mention.objects.get(entry__source__slug="rules", card__slug="korona-poveleniy")
    decide([link], "refused")
    import_text(Path("rules.md"), f"# Правила\n\n## Первая\n\nДругое дело.\n\n{said}", outline)
    (found,) = Mention.objects.filter(entry__source__slug="rules", card__slug="korona-poveleniy")
    assert (found.pk, found.entry.title, found.made_by) == (link.pk, "Первая", "refused")
    import_text(Path("rules.md"), two, outline)
    (found,) = Mention.objects.filter(entry__source__slug="rules", card__slug="korona-poveleniy")
    assert (found.entry.title, found.made_by) == ("Вторая", "refused")
    import_text(Path("rules.md"), "# Правила\n\n## Первая\n\nДругое дело.\n", outline)
    import_text(Path("rules.md"), two, outline)  # meanwhile it waited where it was
    (found,) = Mention.objects.filter(entry__source__slug="rules", card__slug="korona-poveleniy")
    assert (found.entry.title, found.made_by) == ("Вторая", "refused")


def test_a_renamed_card_touches_the_entries_that_mention_it(crown: Card) -> None:
    name = Name.objects.get(card=crown, text="Корона Повелений")
    touched = touched_by([name])
    mentioning = set(Mention.objects.filter(card=crown).values_list("entry", flat=True))
    own = set(crown.entries.values_list("pk", flat=True))
    assert mentioning | own <= touched
    assert len(touched) < 14


def test_a_name_has_its_form_table_when_it_is_saved(crown: Card) -> None:
    name = Name.objects.create(card=crown, language="ru", text="Трон Владыки", role="alias")
    assert (name.forms, name.recognise) == ([["трон"], ["владыка"]], "always")


@pytest.mark.parametrize("owners", [{}, {"card": "crown", "game": "game"}])
def test_a_name_is_of_exactly_one_thing(owners: dict[str, str], crown: Card) -> None:
    things: dict[str, Any] = {"crown": crown, "game": crown.game}
    with pytest.raises(IntegrityError), transaction.atomic():
        Name.objects.create(language="ru", text="Ничьё", **{key: things[value] for key, value in owners.items()})


def test_a_mention_is_of_exactly_one_thing(ruling: Entry, crown: Card) -> None:
    for owners in ({}, {"card": crown, "citation": "книга"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Mention.objects.create(entry=ruling, field="text", start=0, end=2, surface="Да", **owners)


def test_counts_are_of_own_rulings_and_other_entries(crown: Card) -> None:
    counted = Card.objects.with_counts().get(pk=crown.pk)
    assert (counted.rulings_count, counted.mentions_count) == (5, 1)
    assert Card.objects.with_counts().get(slug="poltergeyst").rulings_count == 0
    assert Card.objects.with_counts().get(slug="poltergeyst").mentions_count == 2


def test_proxies_speak_of_their_kinds() -> None:
    total = Entry.objects.count()
    assert (Ruling.objects.count(), Erratum.objects.count(), RulesSection.objects.count()) == (51, 10, total - 61)


def test_a_family_is_the_game_its_base_and_its_expansions() -> None:
    dusz = Game.objects.get(slug="krolestwo-dusz")
    assert {game.slug for game in Game.objects.family(dusz)} == {"talisman", "krolestwo-dusz"}
    talisman = Game.objects.get(slug="talisman")
    assert {game.slug for game in Game.objects.family(talisman)} == {
        "talisman",
        "krolestwo-dusz",
        "talisman-digital",
        "talisman-dungeon",
    }


def test_what_is_saved_is_found_at_once(index: None, ruling: Entry, django_capture_on_commit_callbacks: Any) -> None:
    ruling.body = "Нет, ведь там сидит квазимодо."
    ruling.save()
    with django_capture_on_commit_callbacks(execute=True):
        publish([ruling])
    assert [found.entry for found in search(Query("квазимодо")).results] == [ruling]


def test_what_is_unpublished_leaves_no_ghost(
    index: None, ruling: Entry, django_capture_on_commit_callbacks: Any
) -> None:
    query = Query("собирать там золото, предметы и помощников")
    before = search(query).total
    Entry.objects.filter(pk=ruling.pk).update(state="draft")
    with django_capture_on_commit_callbacks(execute=True):
        unpublish([ruling])
    page = search(query)
    assert ruling not in [found.entry for found in page.results]
    assert page.total == before - 1  # the index has forgotten it, it isn't only left out


def test_publish_command_takes_one_game(index: None) -> None:
    said = StringIO()
    call_command("publish", game="andor", stdout=said)
    assert said.getvalue().strip().endswith("34")


@pytest.mark.parametrize("command", ["publish", "relink"])
def test_an_unknown_game_is_an_error(command: str) -> None:
    with pytest.raises(CommandError, match="nope"):
        call_command(command, game="nope")


def test_a_rolled_back_change_never_reaches_the_index(index: None, ruling: Entry) -> None:
    ruling.body = "квазимодо"
    with transaction.atomic():
        ruling.save()
        publish([ruling])
        transaction.set_rollback(True)
    assert search(Query("квазимодо")).total == 0
