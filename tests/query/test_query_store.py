"""The database: the same bytes for the same library, and nothing but a library is opened."""

import sqlite3
from contextlib import closing

import pytest
from conftest import copy_site

from generator.build import Options, load
from generator.relations.membership import relate
from generator.relations.query.database import database_bytes
from generator.relations.query.filters import Filters
from generator.relations.query.listing import ORDERS, list_incidents
from generator.relations.query.lookup import get
from generator.relations.query.schema import APPLICATION_ID, VERSION
from generator.relations.query.search import search
from generator.relations.query.store import StoreError, memory_store, open_store
from generator.relations.query.topics import topic
from generator.relations.query.vocab import vocab

pytest_plugins = ("public_library",)


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    content, _ = load(copy_site("full", tmp_path_factory.mktemp("full") / "root"), Options(jobs=1))
    return content.library


@pytest.fixture(scope="module")
def small(full):
    records = {identifier: f'"{identifier}"'.encode() for identifier in full.incidents}
    opened = memory_store(full, relate(full), records)
    yield opened
    opened.close()


def test_the_same_library_gives_the_same_bytes(full):
    first, second = (database_bytes(full, relate(full), {}) for _ in range(2))
    assert first == second


def test_another_record_gives_another_digest(full):
    relations = relate(full)
    identifier = next(iter(full.incidents))
    stores = [memory_store(full, relations, records) for records in ({}, {identifier: b"{}"})]
    assert stores[0].digest != stores[1].digest


def test_every_incident_is_there_and_drafts_are_not(full, small):
    kept = {row[0]: row[1] for row in small.rows("SELECT id, status FROM incident")}
    assert kept == {incident.id: incident.status for incident in full.incidents.values()}
    assert "draft" not in kept.values()
    assert get(small, next(iter(kept))).record == f'"{next(iter(kept))}"'.encode()


def test_withdrawn_incidents_are_given_but_neither_listed_nor_found(full, small):
    withdrawn = [incident for incident in full.incidents.values() if incident.status == "withdrawn"]
    assert withdrawn
    listed = {entry.id for entry in list_incidents(small, Filters(), language="ko", limit=1000).incidents}
    for incident in withdrawn:
        assert get(small, incident.id).status == "withdrawn"
        assert incident.id not in listed
        assert search(small, incident.id).total == 0


def test_aliases_lead_to_their_incident(full, small):
    aliases = [(alias, incident.id) for incident in full.incidents.values() for alias in incident.aliases]
    assert aliases
    for alias, identifier in aliases:
        assert get(small, alias).id == identifier


def test_lists_are_in_the_order_of_the_pages(full, small):
    newest = [incident.id for incident in relate(full).newest]
    assert [entry.id for entry in list_incidents(small, Filters(), language="ko", limit=1000).incidents] == newest
    for sort in ORDERS:
        listing = list_incidents(small, Filters(), language="en", sort=sort, limit=1000)
        assert sorted(entry.id for entry in listing.incidents) == sorted(newest)
        assert listing.total == len(newest)


def test_the_longest_come_first_and_unknown_ones_last(store):
    listing = list_incidents(store, Filters(), language="en", sort="longest", limit=1000)
    seconds = [entry.time_to_recover[1] if entry.time_to_recover else -1 for entry in listing.incidents]
    assert seconds == sorted(seconds, reverse=True)


def test_counts_of_terms_are_those_of_the_relations(full, small):
    relations = relate(full)
    for term in vocab(small, language="ko"):
        assert term.incidents == len(relations.of(term.group, term.id)), term


def test_a_retired_term_leads_to_its_successor(small):
    retired = [term for term in vocab(small, language="en") if term.replaced_by]
    assert retired
    for term in retired:
        assert small.term(term.group, term.id) == term.replaced_by
        assert topic(small, term.id, term.group, language="en").successor.id == term.replaced_by


def test_a_topic_says_what_it_stands_together_with(store):
    found = topic(store, "dns", language="en")
    assert found.term.label == "DNS"
    assert found.term.incidents == list_incidents(store, Filters(terms={"topics": ("dns",)}), language="en").total
    assert found.occurs_with["causes"][0].incidents >= found.occurs_with["causes"][1].incidents
    assert all("dns" in entry.tags["topics"] for entry in (*found.newest, *found.most_alike))
    dates = [entry.date for entry in found.newest]
    assert dates == sorted(dates, reverse=True)


class TestForeignFiles:
    def refused(self, path, reason):
        with pytest.raises(StoreError, match=reason):
            open_store(path)

    def test_no_file(self, tmp_path):
        self.refused(tmp_path / "none.sqlite", ".")

    @pytest.mark.parametrize("data", [b"", b"hello", b"SQLite format 3\x00" + b"\x00" * 500, b"\x1f\x8b" + b"x" * 50])
    def test_no_database(self, tmp_path, data):
        path = tmp_path / "x.sqlite"
        path.write_bytes(data)
        self.refused(path, ".")

    def test_another_database(self, tmp_path):
        path = tmp_path / "x.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE meta (key, value)")
        self.refused(path, "not a library")

    def test_another_version(self, tmp_path, library_path):
        self.refused(self.changed(tmp_path, library_path, f"PRAGMA user_version = {VERSION + 1}"), "version")

    def test_views_and_triggers(self, tmp_path, library_path):
        view = "CREATE VIEW evil AS SELECT load_extension('x') FROM incident"
        self.refused(self.changed(tmp_path, library_path, view), "views or triggers")

    def test_a_table_that_is_missing(self, tmp_path):
        path = tmp_path / "x.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.execute("CREATE TABLE x (y)")
        self.refused(path, "no such table")

    def test_a_cut_file(self, tmp_path, library_path):
        path = tmp_path / "x.sqlite"
        path.write_bytes(library_path.read_bytes()[:4096])
        self.refused(path, ".")

    def changed(self, tmp_path, library_path, statement):
        path = tmp_path / "x.sqlite"
        path.write_bytes(library_path.read_bytes())
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()
        return path
