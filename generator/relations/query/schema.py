"""The tables of `library.sqlite`, in which the query layer looks everything up."""

from __future__ import annotations

APPLICATION_ID = 0x494C4942
"""`ILIB`: tells the file from any other SQLite database."""

VERSION = 1
"""Of the tables; a reader takes its own version alone."""

SEARCH_COLUMNS = ("title", "labels", "keywords", "summary", "body")
"""Columns of the full-text table: every language of an incident stands in one row."""

TABLES = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL                 -- JSON
) WITHOUT ROWID;
CREATE TABLE incident (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,               -- published or withdrawn
    place INTEGER,                      -- 0 is the newest; null when withdrawn
    original TEXT NOT NULL,             -- language of the file that holds the facts
    date TEXT,                          -- ISO 8601 as exact as the source
    date_kind TEXT,                     -- occurred or published
    date_certainty TEXT,
    year INTEGER,
    severity TEXT,
    detect_seconds INTEGER,
    detect_text TEXT,
    recover_seconds INTEGER,
    recover_text TEXT,
    checks INTEGER NOT NULL,            -- how many
    modified TEXT NOT NULL,
    superseded_by TEXT,
    record BLOB                         -- JSON: the incident as the API gives it
);
CREATE TABLE alias (
    alias TEXT PRIMARY KEY,
    number INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE text (
    number INTEGER NOT NULL,
    language TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,                 -- from the root of the site
    withdrawn_reason TEXT,
    PRIMARY KEY (number, language)
) WITHOUT ROWID;
CREATE TABLE passage (
    number INTEGER NOT NULL,
    language TEXT NOT NULL,
    position INTEGER NOT NULL,
    section TEXT NOT NULL,              -- summary, facts, or the id of a section
    text TEXT NOT NULL,
    PRIMARY KEY (number, language, position)
) WITHOUT ROWID;
CREATE TABLE tag (
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    group_id TEXT NOT NULL,             -- a tag group, severities, organizations or years
    term TEXT NOT NULL,
    certainty TEXT NOT NULL,            -- known or likely
    PRIMARY KEY (number, position)
) WITHOUT ROWID;
CREATE INDEX tag_term ON tag (group_id, term, number);
CREATE TABLE term (
    group_id TEXT NOT NULL,
    term TEXT NOT NULL,
    position INTEGER NOT NULL,
    parent TEXT,
    replaced_by TEXT,                   -- the term that took its place in the end
    incidents INTEGER NOT NULL,         -- how many published ones carry it
    url TEXT,
    PRIMARY KEY (group_id, term)
) WITHOUT ROWID;
CREATE TABLE name (
    group_id TEXT NOT NULL,
    term TEXT NOT NULL,
    language TEXT NOT NULL,
    position INTEGER NOT NULL,          -- 0 is the label, then synonyms; -1 is the definition
    text TEXT NOT NULL,
    key TEXT NOT NULL,                  -- its words run together; empty for a definition
    PRIMARY KEY (group_id, term, language, position)
) WITHOUT ROWID;
CREATE INDEX name_key ON name (key);
CREATE TABLE signature (
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,                 -- log, metric, event or alert
    pattern TEXT NOT NULL,              -- for an alert its name
    regex INTEGER NOT NULL,
    PRIMARY KEY (number, position)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE search USING fts5 (
    title, labels, keywords, summary, body, content = '', tokenize = 'porter unicode61 remove_diacritics 0'
);
"""
