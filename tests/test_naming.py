from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from rulings import migrations
from rulings.models import Card, Entry, Game, Mention, Name, NamesFile, Synonym
from rulings.naming import load_names, names_files
from rulings.reading import ImportFailure
from rulings.talk import load_talk
from tests.renaming import rename

pytestmark = pytest.mark.usefixtures("kb")

CARD = """game = "talisman"
[[card]]
slug = "{slug}"
kind = "object"
names = [
{names}
]
"""


def names_file(tmp_path: Path, *names: str, slug: str = "proba") -> Path:
    path = tmp_path / "proba.toml"
    path.write_text(CARD.format(slug=slug, names="\n".join(names)), encoding="utf-8")
    return path


def test_the_games_are_those_of_the_documents() -> None:
    games = {
        game.slug: game.parent.slug if game.parent else None for game in Game.objects.filter(sources__isnull=False)
    }
    assert games == {
        "talisman": None,
        "krolestwo-dusz": "talisman",
        "brimstone": None,
        "andor": None,
        "agot-lcg": None,
    }


def test_what_two_documents_of_a_family_name_is_one_card() -> None:
    card = Card.objects.get(slug="strazh")
    assert {(name.language, name.text) for name in card.names.all()} == {
        ("ru", "Страж"),
        ("pl", "Strażnik"),
        ("en", "Sentinel"),
    }
    assert (card.name_in("pl"), card.name_in("ru"), card.name_in("en"), card.name_in()) == (
        "Strażnik",
        "Страж",
        "Sentinel",
        "Страж",
    )


def test_one_word_may_be_two_things() -> None:
    assert Card.objects.get(slug="podzemele").kind == "space"
    assert Game.objects.get(slug="talisman-dungeon").name_in("pl") == "Kraina Podziemi"


def test_abbreviations_are_terms_with_their_expansions() -> None:
    name = Name.objects.get(text="БСГ")
    assert (name.role, name.card and name.card.kind, name.thing.name_in("ru")) == (
        "abbreviation",
        "term",
        "Боевая Сила Героя",
    )


def test_translations_are_never_shown_as_the_name() -> None:
    ghost = Card.objects.get(slug="duch")
    assert Name.objects.get(card=ghost, language="ru").confidence == "translation"
    assert ghost.name_in("ru") == "Duch"


def test_what_editors_read_of_a_name_is_no_english_prose() -> None:
    """Where a name was seen is an address or a title, and a note is in the languages of the editors."""
    seen = {piece for evidence in Name.objects.values_list("evidence", flat=True) for piece in evidence.split("; ")}
    titles = {piece for piece in seen if not piece.startswith("http")}
    games = {"AGoT LCG", "Andor", "Brimstone", "Królestwo Dusz", "Shadows of Brimstone", "Talisman"}
    assert titles == {"", *games, "AGoT FAQ", "Talisman FAQ"}
    notes = [note.split(" / ") for note in Card.objects.exclude(note="").values_list("note", flat=True)]
    assert len(notes) == 6
    assert all(len(note) == 2 and re.search("[а-я]", note[0]) for note in notes)


def test_loading_again_changes_nothing() -> None:
    before = list(Name.objects.order_by("pk").values())
    for path in names_files():
        report = load_names(path)
        assert (report.created, report.changed, report.missing_entries) == (0, 0, [])
    assert list(Name.objects.order_by("pk").values()) == before


def test_a_changed_file_changes_only_what_it_changed(tmp_path: Path) -> None:
    ru = '{ language = "ru", text = "Проба", confidence = "usual" },'
    pl = '{ language = "pl", text = "Próba" },'
    load_names(names_file(tmp_path, ru, pl))
    card = Card.objects.get(slug="proba")
    Name.objects.get(card=card, language="pl").delete()  # an editor's decision
    en = '{ language = "en", text = "Trial" },'
    load_names(names_file(tmp_path, ru.replace("usual", "printed"), pl, en))
    assert {(name.text, name.confidence) for name in card.names.all()} == {("Проба", "printed"), ("Trial", "printed")}
    load_names(names_file(tmp_path, en))
    assert [name.text for name in card.names.all()] == ["Trial"]


def test_what_a_file_says_no_longer_of_a_name_is_gone(tmp_path: Path) -> None:
    said = '{ language = "ru", text = "Ладья"'
    load_names(names_file(tmp_path, f'{said}, role = "alias", confidence = "translation", evidence = "x" }},'))
    load_names(names_file(tmp_path, f'{said}, confidence = "translation" }},'))
    name = Name.objects.get(text="Ладья", card__slug="proba")
    assert (name.role, name.confidence, name.evidence) == (Name().role, "translation", "")


def test_a_changed_kind_and_code_reach_links_and_search(index: None, tmp_path: Path, ruling: Entry) -> None:
    path = tmp_path / "proba.toml"

    def say(kind: str, code: str) -> Card:
        names = '{ language = "ru", text = "Квазиштука", role = "main" }'
        card = f'game = "talisman"\n[[card]]\nslug = "proba"\nkind = "{kind}"\ncode = "{code}"\nnames = [{names}]\n'
        path.write_text(card, encoding="utf-8")
        load_names(path)
        return Card.objects.get(slug="proba")

    say("object", "QQ11")
    rename(ruling, body="Да. Возьмите Квазиштука и карту QQ22.")
    card = say("creature", "QQ22")
    ruling.refresh_from_db()
    assert 'class="ref creature"' in ruling.html
    assert [mention.surface for mention in Mention.objects.filter(entry=ruling, card=card).in_order()] == [
        "Квазиштука",
        "QQ22",
    ]


def test_a_base_game_that_is_said_later_is_carried_over(tmp_path: Path) -> None:
    path = tmp_path / "games.toml"

    def say(parent: str) -> Game:
        names = '{ language = "ru", text = "Добавка", role = "main" }'
        base = f'parent = "{parent}"\n' if parent else ""
        path.write_text(f'[[game]]\nslug = "dobavka"\n{base}names = [{names}]\n', encoding="utf-8")
        load_names(path)
        return Game.objects.get(slug="dobavka")

    assert say("").parent is None
    assert say("andor").parent == Game.objects.get(slug="andor")
    with pytest.raises(ImportFailure) as failure:
        say("nosuchgame")
    assert (failure.value.problem.key, failure.value.problem.line) == ("names-game", 3)
    with pytest.raises(ImportFailure) as failure:
        say("krolestwo-dusz")
    assert (failure.value.problem.key, failure.value.problem.line) == ("wrong-value", 3)
    assert say("").parent is None


def test_a_renamed_game_is_known_by_the_address_that_the_files_have(tmp_path: Path) -> None:
    names, talk = tmp_path / "names.toml", tmp_path / "talk.toml"
    one = '{ language = "ru", text = "%s", role = "main" }'
    card = '[[card]]\nslug = "%s"\nkind = "card"\nnames = [' + one + "]\n"
    synonym = '[[synonym]]\ngame = "andor"\nlanguage = "ru"\nsay = ["%s"]\nmeans = ["герой"]\n'
    names.write_text('game = "andor"\n' + card % ("odin", "Раз"), encoding="utf-8")
    talk.write_text(synonym % "раздва" + synonym % "трираза", encoding="utf-8")
    load_names(names)
    load_talk(talk)
    game = Game.objects.get(slug="andor")
    rename(game, slug="legendy-andora")
    names.write_text('game = "andor"\n' + card % ("odin", "Раз") + card % ("dva", "Два"), encoding="utf-8")
    talk.write_text(synonym % "раздва" + synonym % "четырераза", encoding="utf-8")
    load_names(names)
    load_talk(talk)
    assert Card.objects.get(slug="dva").game == game
    said = Synonym.objects.filter(game=game, says__in=["раздва", "трираза", "четырераза"])
    assert sorted(said.values_list("says", flat=True)) == ["раздва", "четырераза"]


def test_what_a_deleted_game_gets_is_left_out_and_an_unknown_game_is_an_error(tmp_path: Path) -> None:
    names, talk = tmp_path / "names.toml", tmp_path / "talk.toml"
    card = '[[card]]\nslug = "%s"\nkind = "card"\nnames = [{ language = "ru", text = "%s", role = "main" }]\n'
    synonym = '[[synonym]]\ngame = "%s"\nlanguage = "ru"\nsay = ["%s"]\nmeans = ["герой"]\n'
    game = Game.objects.create(slug="vremennaya")
    names.write_text('game = "vremennaya"\n' + card % ("odin", "Раз"), encoding="utf-8")
    talk.write_text(synonym % ("vremennaya", "раздва"), encoding="utf-8")
    load_names(names)
    load_talk(talk)
    Card.objects.filter(game=game).delete()
    Synonym.objects.filter(game=game).delete()
    game.delete()
    names.write_text('game = "vremennaya"\n' + card % ("odin", "Раз") + card % ("dva", "Два"), encoding="utf-8")
    talk.write_text(synonym % ("vremennaya", "раздва") + synonym % ("vremennaya", "трираза"), encoding="utf-8")
    load_names(names)
    load_talk(talk)
    assert not Card.objects.filter(slug="dva").exists()
    assert not Synonym.objects.filter(says="трираза").exists()
    talk.write_text(synonym % ("andor", "раздва") + synonym % ("nikakaya", "трираза"), encoding="utf-8")
    with pytest.raises(ImportFailure) as failure:
        load_talk(talk)
    assert (failure.value.problem.key, failure.value.problem.line) == ("names-game", 7)


def test_what_an_editor_changed_stays(tmp_path: Path) -> None:
    load_names(names_file(tmp_path, '{ language = "ru", text = "Проба", confidence = "usual" },'))
    name = Name.objects.get(text="Проба")
    name.confidence = "unconfirmed"
    name.save()
    load_names(names_file(tmp_path, '{ language = "ru", text = "Проба", confidence = "printed" },'))
    name.refresh_from_db()
    assert name.confidence == "unconfirmed"


def test_a_moved_card_named_by_both_addresses_has_its_name_once(tmp_path: Path) -> None:
    name = '{ language = "ru", text = "Проба" },'
    load_names(names_file(tmp_path, name))
    rename(Card.objects.get(slug="proba"), slug="probka")
    today = '[[card]]\nslug = "probka"\nkind = "object"\nnames = [{}]\n'
    new = '{ language = "pl", text = "Próba" }'
    path = names_file(tmp_path, name, f"{new},")
    path.write_text(path.read_text() + today.format(new.replace(" }", ', role = "alias" }')))
    load_names(path)
    card = Card.objects.get(slug="probka")
    assert [name.text for name in card.names.all()] == ["Проба", "Próba"]
    assert not Card.objects.filter(slug="proba").exists()


def test_a_name_twice_in_one_list_is_refused_whatever_else_is_said_of_it(tmp_path: Path) -> None:
    name = '{ language = "pl", text = "Próba" },'
    with pytest.raises(ImportFailure) as failure:
        load_names(names_file(tmp_path, name, name.replace(" }", ', role = "alias" }')))
    assert (failure.value.problem.key, failure.value.problem.line) == ("name-twice", 7)


def test_a_new_name_links_the_entries_that_have_it(tmp_path: Path) -> None:
    entry = Entry.objects.get(anchor="sluchaynyy-sbros")
    assert not Mention.objects.filter(entry=entry, surface="рубашку").exists()
    load_names(names_file(tmp_path, '{ language = "ru", text = "Рубашка", recognise = "always" },'))
    mention = Mention.objects.get(entry=entry, surface="рубашку")
    entry.refresh_from_db()
    assert mention.card == Card.objects.get(slug="proba")
    assert '<a class="ref object" href="/-/talisman/cards/proba/">рубашку</a>' in entry.html


GAME = '[[game]]\nslug = "proba"\n'
NAMES = 'names = [{ language = "ru", text = "Ладья" }]\n'
WITH_CARD = 'game = "talisman"\n[[card]]\nslug = "a"\nkind = "card"\n'


@pytest.mark.parametrize(
    ("content", "key", "line"),
    [
        ("game = ", "names-toml", 1),
        ("# a\n[[game]\n", "names-toml", 2),
        ("a = " + "[" * 5000, "names-toml", 0),
        ("[[spell]]\n", "names-key", 1),
        ("card = 5\n", "names-key", 1),
        ('card = ["x"]\n', "names-value", 1),
        ("game = [[1]]\n", "names-value", 1),
        ('game = "talisman"\n[[card]]\nslug = "a"\n', "names-key", 3),
        ('game = "talisman"\n[[card]]\nslug = "a"\nkind = "dragon"\n', "names-value", 3),
        ('game = "chess"\n[[card]]\nslug = "a"\nkind = "card"\n' + NAMES, "names-game", 1),
        ('[[card]]\nslug = "a"\nkind = "card"\ngame = "chess"\n' + NAMES, "names-game", 4),
        ('[[card]]\nslug = "a"\nkind = "card"\ngame = ["x"]\n', "names-value", 4),
        (WITH_CARD + "names = 5\n", "names-value", 5),
        (WITH_CARD + "set = 5\n", "names-value", 5),
        (WITH_CARD + "note = true\n", "names-value", 5),
        (WITH_CARD + f'set = "{"x" * 101}"\n', "wrong-value", 5),
        (WITH_CARD.replace('"a"', '"../x"'), "wrong-value", 3),
        (WITH_CARD.replace('"a"', f'"{"x" * 81}"'), "wrong-value", 3),
        (WITH_CARD + NAMES + WITH_CARD.partition("\n")[2].replace('"card"', '"spell"'), "thing-twice", 7),
        (GAME + NAMES + GAME, "thing-twice", 5),
        (GAME, "no-names", 2),
        (WITH_CARD, "no-names", 3),
        (WITH_CARD + "names = []\n", "no-names", 3),
        (WITH_CARD + NAMES.replace("Ладья", "\u200b"), "names-value", 5),
        (WITH_CARD + NAMES.replace("Ладья", "Ладья\\nи чёлн"), "names-line", 5),
        (WITH_CARD + NAMES.replace('"Ладья"', '"""\nЛадья\nи чёлн"""'), "names-line", 6),
        (WITH_CARD + NAMES.replace("Ладья", "\\u2028Ладья"), "names-line", 2),
        (GAME.replace("proba", "A B"), "wrong-value", 2),
        (GAME.replace("proba", "api"), "wrong-value", 2),
        (GAME.replace("proba", "search"), "wrong-value", 2),
        (GAME + 'hue = "blue"\n', "names-value", 3),
        (GAME + "hue = true\n", "names-value", 3),
        (GAME + "hue = 20\n", "wrong-value", 3),
        (GAME + "hue = 99999999999999999999\n", "wrong-value", 3),
        (GAME + "position = -1\n", "wrong-value", 3),
        (GAME + f'edition = "{"x" * 201}"\n', "wrong-value", 3),
        (GAME + 'parent = ["x"]\n', "names-value", 3),
        (GAME + 'parent = "proba"\n' + NAMES, "names-game", 3),
        (
            CARD.format(slug="a", names='{ language = "ru", text = "Ладья" },\n{ language = "ru", text = "ладья" },'),
            "name-twice",
            7,
        ),
        (
            CARD.format(slug="a", names='{ language = "ru", text = "Ладья" },\n{ language = "ru", text = "Челн" },'),
            "main-twice",
            7,
        ),
        (CARD.format(slug="a", names='{ language = "xx", text = "Ладья" },'), "names-value", 6),
        (CARD.format(slug="a", names='{ text = "Ладья" },'), "names-value", 6),
        (CARD.format(slug="a", names='{ language = "ru", text = "Ладья", size = "3" },'), "names-key", 6),
        (CARD.format(slug="a", names='{ language = "ru", text = "Ладья", role = [] },'), "names-value", 6),
        (CARD.format(slug="a", names='{ language = "ru", text = "Ладья", evidence = 5 },'), "names-value", 6),
        (CARD.format(slug="a", names='{ language = "ru", text = "   " },'), "names-value", 6),
        (CARD.format(slug="a", names='{ language = "ru", text = "!!!" },'), "names-value", 6),
        (CARD.format(slug="a", names=f'{{ language = "ru", text = "{"Я" * 201}" }},'), "wrong-value", 6),
    ],
)
def test_a_bad_names_file_is_named_with_its_line(tmp_path: Path, content: str, key: str, line: int) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    before = Card.objects.count()
    with pytest.raises(ImportFailure) as failure:
        load_names(path)
    assert (failure.value.problem.key, failure.value.problem.line) == (key, line)
    assert Card.objects.count() == before


def test_a_name_of_two_things_of_one_kind_stands_twice(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    thing = '[[card]]\nslug = "{}"\nkind = "spell"\nnames = [{{ language = "ru", text = "Молния" }}]\n'
    path.write_text('game = "talisman"\n' + thing.format("a") + thing.format("b"), encoding="utf-8")
    with pytest.raises(ImportFailure) as failure:
        load_names(path)
    assert failure.value.problem == ("name-twice", 9, "Молния")


def test_a_names_file_and_a_file_of_table_talk_may_have_one_name(tmp_path: Path) -> None:
    names, talk = tmp_path / "names" / "one.toml", tmp_path / "talk" / "one.toml"
    for path in (names, talk):
        path.parent.mkdir()
    names.write_text(CARD.format(slug="proba", names='{ language = "ru", text = "Проба" },'), encoding="utf-8")
    talk.write_text('[[synonym]]\nlanguage = "ru"\nsay = ["прб"]\nmeans = ["проба"]\n', encoding="utf-8")
    assert (load_names(names).created, load_talk(talk)) == (1, 1)
    assert (load_names(names).created, load_talk(talk)) == (0, 0)


def test_files_known_by_their_bare_names_get_their_folders() -> None:
    NamesFile.objects.create(file_name="a.toml", text='game = "andor"\n')
    NamesFile.objects.create(file_name="b.toml", text="[[word]]\n")
    (path,) = Path(migrations.__path__[0]).glob("*_names_files_by_folder.py")
    migration = import_module(f"rulings.migrations.{path.stem}")
    migration.add_folders(apps, None)
    assert set(NamesFile.objects.filter(file_name__regex="/[ab].toml").values_list("file_name", flat=True)) == {
        "names/a.toml",
        "talk/b.toml",
    }


def test_a_byte_order_mark_before_a_names_file_says_nothing(tmp_path: Path) -> None:
    path = names_file(tmp_path, '{ language = "ru", text = "Проба" },')
    path.write_text("\ufeff" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert load_names(path).created == 1


def test_what_a_file_once_said_may_be_what_it_may_not_say_any_longer(tmp_path: Path) -> None:
    path = names_file(tmp_path, '{ language = "ru", text = "Проба" },')
    load_names(path)
    twice = '{ language = "ru", text = "Проба" },\n{ language = "ru", text = "Опыт" },'
    NamesFile.objects.filter(file_name__endswith="proba.toml").update(text=CARD.format(slug="proba", names=twice))
    load_names(names_file(tmp_path, '{ language = "ru", text = "Проба" },', '{ language = "pl", text = "Próba" },'))
    assert Name.objects.filter(card__slug="proba").count() == 2


@pytest.mark.parametrize(
    ("content", "key", "line"),
    [
        ("[[synonym]", "names-toml", 1),
        ("[[name]]\n", "names-key", 1),
        ('synonym = ["x"]\n', "names-value", 1),
        ('[[synonym]]\nlanguage = "ru"\nsay = ["а"]\n', "names-key", 1),
        ('[[synonym]]\nlanguage = ["ru"]\nsay = ["а"]\nmeans = ["б"]\n', "names-value", 2),
        ('[[synonym]]\nlanguage = "ru"\nsay = ["а"]\nmeans = [5]\n', "names-key", 4),
        ('[[synonym]]\nlanguage = "ru"\nsay = ["а"]\nmeans = ["б"]\ngame = ["andor"]\n', "names-value", 5),
        ('[[synonym]]\nlanguage = "ru"\nsay = ["а"]\nmeans = ["б"]\ngame = "chess"\n', "names-game", 5),
        ('[[word]]\nru = ["а"]\n\n[[word]]\nru = ["б"]\nxx = ["c"]\n', "names-value", 6),
    ],
)
def test_a_bad_file_of_table_talk_is_named_with_its_line(tmp_path: Path, content: str, key: str, line: int) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ImportFailure) as failure:
        load_talk(path)
    assert (failure.value.problem.key, failure.value.problem.line) == (key, line)
