"""Haystack's public interface on the site's backend; what its own Whoosh tests check, in Russian and Polish."""

from __future__ import annotations

import pickle
from itertools import islice
from typing import Any

import pytest
from django.core.management import call_command
from django.core.paginator import Paginator
from haystack.exceptions import SearchBackendError
from haystack.inputs import Exact, Not
from haystack.query import SQ, SearchQuerySet

from rulings.languages import lemmas, words
from rulings.models import Card, Entry, Synonym
from rulings.search import indexing
from rulings.search.analysis import LemmaAnalyzer
from rulings.search.backend import Backend
from rulings.search.storage import BusyError, Storage

pytestmark = pytest.mark.usefixtures("kb")


def entries() -> Any:
    return SearchQuerySet().models(Entry)


def keys(found: Any) -> list[int]:
    return [int(result.pk) for result in found]


def rows(**wanted: Any) -> set[int]:
    return set(Entry.objects.live().filter(**wanted).values_list("pk", flat=True))


def test_everything_and_nothing() -> None:
    assert len(entries().all()) == len(entries()) == Entry.objects.live().count()
    assert len(SearchQuerySet().models(Card)) == Card.objects.count()
    assert list(entries().none()) == []
    assert len(entries().filter(content="пингвин")) == 0


def test_filter_finds_every_form() -> None:
    found = keys(entries().filter(content="короной"))
    assert found
    assert found == keys(entries().filter(content="КОРОНЫ")) == keys(entries().auto_query("корона"))
    assert all("корон" in Entry.objects.get(pk=key).text.lower() for key in found)


def test_a_word_of_several_readings_is_found_by_any() -> None:
    found = {form: {*keys(entries().filter(content=form))} for form in ("duch", "ducha", "duchy", "duchom")}
    assert len(found["duch"]) > 3
    assert all(one == found["duch"] for one in found.values())


@pytest.mark.parametrize("pair", ["жаба персонаж", "золото предмет", "корона тролль", "duch karta"])
def test_words_without_a_space_between_them_are_all_asked_for(pair: str) -> None:
    apart = {*keys(entries().filter(content=pair))}
    for sign in ("/", "-", ","):
        assert {*keys(entries().filter(content=pair.replace(" ", sign)))} == apart, sign
    assert keys(entries().auto_query("карта:жаба")) == keys(entries().auto_query("карта жаба"))


def test_quotes_in_an_exact_value_begin_no_query() -> None:
    value = 'x" OR game:"talisman'
    assert keys(entries().filter(game__exact=value)) == keys(entries().filter(game__in=[value])) == []
    assert {*keys(entries().filter(game__in=["andor"]))} == rows(source__game__slug="andor")


def test_phrases_are_words_of_any_reading_side_by_side() -> None:
    """The first two of every text: many have several readings («бросок» is also «броский»)."""
    readings = 0
    for entry in Entry.objects.live().exclude(text=""):
        first = [word.text for word in islice(words(entry.text), 2)]
        readings += any(len(lemmas(word)) > 1 for word in first)
        assert entry.pk in keys(entries().filter(content=Exact(" ".join(first)))), first
    assert readings > 40
    (found,) = entries().filter(content=Exact("Персонаж может выбирать между атакой"))
    assert found.pk
    assert keys(entries().filter(content=Exact("может Персонаж выбирать"))) == []
    assert {*keys(entries().filter(content__exact="бросок"))} == {*keys(entries().filter(content="бросок"))} != set()
    assert {*keys(entries().exclude(text__in=["бросок"]))} == rows() - {*keys(entries().filter(content="бросок"))}


def test_what_is_not_may_be_one_of_several() -> None:
    chapters, rulings = rows(kind="chapter"), rows(kind="ruling")
    found = entries().filter(SQ(kind="ruling") | ~SQ(kind="chapter"))
    assert len(found) == len(rows() - chapters | rulings)
    assert {*keys(found)} == rows() - chapters | rulings
    assert {*keys(entries().filter(~SQ(content="жжжжж") | SQ(content="или")))} == rows()


def test_an_exact_value_has_whatever_signs() -> None:
    found = {*keys(entries().filter(game__exact="agot-lcg"))}
    assert found == rows(source__game__slug="agot-lcg") != set()
    assert {*keys(entries().exclude(game__exact="agot-lcg"))} == rows() - found


def test_a_text_is_no_order() -> None:
    with pytest.raises(SearchBackendError, match="title"):
        len(entries().order_by("title")[:3])


def test_an_order_of_no_field_is_told_the_fields() -> None:
    with pytest.raises(SearchBackendError, match=r"nosuch; of these it may be: authority, .*\bgame, "):
        len(entries().order_by("-nosuch")[:3])


def test_a_slice_of_nothing_is_empty() -> None:
    assert list(entries()[5:5]) == list(entries()[0:0]) == []


def test_filters_narrow_exclude_and_combine() -> None:
    polish = rows(language="pl")
    assert set(keys(entries().filter(language="pl"))) == polish
    assert set(keys(entries().exclude(language="pl"))) == rows() - polish
    assert set(keys(entries().narrow("language:pl"))) == polish
    assert set(keys(entries().filter(SQ(language="pl") | SQ(kind="chapter")))) == polish | rows(kind="chapter")
    assert set(keys(entries().filter(kind__in=["chapter", "erratum"]))) == rows(kind__in=["chapter", "erratum"])
    assert set(keys(entries().filter(language__exact="pl", kind="chapter"))) == rows(language="pl", kind="chapter")


def test_one_of_none_is_nothing_and_leaves_all_when_excluded() -> None:
    assert keys(entries().filter(kind__in=[])) == []
    assert {*keys(entries().exclude(kind__in=[]))} == rows() != set()
    assert {*keys(entries().filter(SQ(kind__in=[]) | SQ(kind="ruling")))} == rows(kind="ruling")
    assert {*keys(entries().filter(kind="ruling").exclude(kind__in=[]))} == rows(kind="ruling")


def test_not_is_all_that_exclude_leaves() -> None:
    crowned = {*keys(entries().filter(content="корона"))}
    assert crowned
    assert {*keys(entries().filter(content=Not("корона")))} == rows() - crowned
    assert {*keys(entries().filter(language=Not("pl")))} == rows() - rows(language="pl")
    people = entries().filter(content="персонаж")
    assert {*keys(people.filter(content=Not("корона")))} == {*keys(people)} - crowned != {*keys(people)}
    both = {*keys(people)} & crowned
    assert {*keys(entries().filter(content=Not("корона персонаж")))} == rows() - both


def test_beginnings_of_words_and_wildcards() -> None:
    found = set(keys(entries().filter(content__startswith="коро")))
    assert found >= set(keys(entries().filter(content="корона")))
    assert set(keys(entries().filter(content__startswith="КОРО"))) == found
    assert set(keys(entries().raw_search("text:корон*"))) >= set(keys(entries().filter(content="корона")))


def test_slices_join_to_the_whole() -> None:
    found = entries().filter(content="персонаж")
    whole = keys(found)
    assert len(whole) == found.count() > 20
    assert keys(found[:10]) + keys(found[10:20]) == whole[:20]
    assert int(found[3].pk) == whole[3]
    assert keys(found[len(whole) : len(whole) + 5]) == []
    for start, end in ((1, 4), (5, 8), (7, 17), (len(whole) - 5, len(whole) + 10)):
        assert keys(entries().filter(content="персонаж")[start:end]) == whole[start:end]
    pages = Paginator(entries().filter(content="персонаж"), 7, orphans=3)
    assert [key for number in pages.page_range for key in keys(pages.page(number).object_list)] == whole


def test_what_narrows_to_nothing_finds_nothing() -> None:
    assert entries().narrow("language:pl").narrow("kind:ruling").count() == 0
    assert entries().narrow("*").count() == Entry.objects.live().count()


def test_more_like_this_has_each_row_once(ruling: Entry) -> None:
    found = entries().more_like_this(ruling)
    whole = keys(found)
    assert len(whole) == len({*whole}) == entries().more_like_this(ruling).count()
    assert keys(entries().more_like_this(ruling)[1:4]) == whole[1:4]


def test_like_another_and_narrowed(ruling: Entry) -> None:
    whole = keys(entries().more_like_this(ruling))
    questions = rows(kind="ruling")
    assert keys(entries().narrow("kind:ruling").more_like_this(ruling)) == [key for key in whole if key in questions]
    assert keys(entries().filter(kind="ruling").narrow("language:pl").more_like_this(ruling)) == []
    assert questions & {*whole} != {*whole}


def test_order() -> None:
    anchors = [result.game for result in entries().order_by("game")]
    assert anchors == sorted(anchors)
    assert [result.game for result in entries().order_by("-game")] == anchors[::-1]
    with pytest.raises(SearchBackendError, match="same sort direction"):
        len(entries().order_by("game", "-kind"))


def test_facets_are_counted() -> None:
    counts = dict(entries().facet("language").facet_counts()["fields"]["language"])
    assert counts == {"ru": len(rows(language="ru")), "pl": len(rows(language="pl"))}


def test_highlights_mark_every_form() -> None:
    for result in entries().filter(content="короной").highlight()[:5]:
        (marked,) = result.highlighted["text"]
        assert "<em>" in marked
        assert "корон" in marked.lower()


def test_rows_come_with_the_results() -> None:
    for result in entries().filter(content="корона").load_all()[:5]:
        assert result.object.pk == int(result.pk)
        assert result.object.text == result.text
        assert result.score > 0
    assert keys(entries().filter(language="pl")) == [
        int(pk) for (pk,) in entries().filter(language="pl").values_list("pk")
    ]
    assert {row["language"] for row in entries().filter(language="pl").values("language")} == {"pl"}


def test_results_can_be_pickled() -> None:
    found = entries().filter(content="корона")
    list(found)
    assert keys(pickle.loads(pickle.dumps(found))) == keys(found)  # noqa: S301 (our own)


def test_more_like_this_leaves_the_row_itself_out(ruling: Entry) -> None:
    found = keys(entries().more_like_this(ruling))
    assert found
    assert ruling.pk not in found


def test_update_takes_rows_in_and_remove_takes_them_out(index: Backend, ruling: Entry) -> None:
    Synonym.objects.all().delete()  # most of the rows, each of which Haystack's command writes anew
    Entry.objects.filter(pk=ruling.pk).update(text="Летает ли дирижабль?")
    call_command("update_index", remove=True, verbosity=0)
    assert keys(entries().filter(content="дирижабли")) == [ruling.pk]
    Entry.objects.filter(pk=ruling.pk).update(state="draft")
    call_command("update_index", remove=True, verbosity=0)
    assert keys(entries().filter(content="дирижабли")) == []
    index.remove(f"rulings.entry.{next(iter(rows()))}")
    assert len(entries()) == len(rows()) - 1


def test_clear_takes_one_model_or_everything(index: Backend) -> None:
    Synonym.objects.all().delete()
    index.clear(models=[Card])
    assert (len(SearchQuerySet().models(Card)), len(entries())) == (0, len(rows()))
    call_command("clear_index", interactive=False, verbosity=0)
    assert len(SearchQuerySet()) == 0
    call_command("update_index", verbosity=0)
    assert len(entries()) == len(rows())
    indexing.repair()
    assert indexing.condition().key == "fine"


def test_clear_and_the_sweep_after_a_rebuild_do_not_meet(index: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """What clear put in use between the two would be swept away."""
    swept: list[bool] = []

    def sweep(folders: Storage, *kept: object) -> None:
        with pytest.raises(BusyError), folders.writing(0.0):
            pass
        swept.append(True)

    monkeypatch.setattr(Storage, "sweep", sweep)
    indexing.rebuild()
    assert swept
    index.clear()
    assert len(SearchQuerySet()) == 0


def test_an_index_that_can_not_be_opened_is_cleared(index: Backend) -> None:
    for path in index.folder.glob("*.toc"):
        path.write_bytes(b"TOC")
    index.clear()
    assert len(SearchQuerySet()) == 0
    assert indexing.condition().key == "missing"


def test_spelling_knows_words_as_they_stand() -> None:
    words = [token.text for token in LemmaAnalyzer()("Короной Ducha", no_morph=True)]
    assert words == ["короной", "ducha"]
