"""`vocabulary.yaml`: the terms of every group."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from generator.content.decoder import Decoder, Place
from generator.content.files import TextFile
from generator.content.yamlnodes import Node, parse_yaml
from generator.model.localized import Localized
from generator.model.vocabulary import GROUPS, Term, Vocabulary
from generator.problems import Problem, nearest

TERM_KEYS = ("definition", "synonyms", "parent", "replaced_by")
"""Keys of a term beside the label in each language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedVocabulary:
    """The vocabulary with the places of its terms and what is wrong with the file."""

    vocabulary: Vocabulary
    path: str
    marks: Mapping[tuple[str | int, ...], Place]
    problems: tuple[Problem, ...]


def parse_vocabulary(file: TextFile, languages: Collection[str]) -> ParsedVocabulary:
    """Decodes the vocabulary; parents and successors are looked up, cycles told."""
    root, problems = parse_yaml(file.text, path=file.path)
    decoder = Decoder(file.path)
    groups = {group: _terms(decoder, group, node, languages) for group, node in decoder.table(root, GROUPS).items()}
    vocabulary = Vocabulary(groups={group: groups.get(group, {}) for group in GROUPS})
    for group in GROUPS:
        _check_links(decoder, vocabulary, group)
    return ParsedVocabulary(
        vocabulary=vocabulary,
        path=file.path,
        marks=decoder.marks,
        problems=(*problems, *decoder.problems),
    )


def _terms(decoder: Decoder, group: str, node: Node, languages: Collection[str]) -> dict[str, Term]:
    terms = {}
    for identifier, value in decoder.entries(node, group):
        fields = decoder.table(value, (*languages, *TERM_KEYS), needed=languages)
        labels = {language: decoder.text(fields.get(language)) for language in languages}
        for key in ("parent", "replaced_by"):
            if key in fields:
                decoder.mark(fields[key], group, identifier, key)
        terms[identifier] = Term(
            group=group,
            id=identifier,
            label=_label(labels, identifier),
            definition=decoder.localized(fields["definition"], languages, decoder.text, complete=True)
            if "definition" in fields
            else None,
            synonyms=decoder.localized(fields.get("synonyms"), languages, decoder.texts, complete=False),
            parent=decoder.text(fields.get("parent")),
            replaced_by=decoder.text(fields.get("replaced_by")),
        )
    return terms


def _label(labels: Mapping[str, str | None], identifier: str) -> Localized[str]:
    return Localized({language: label or identifier for language, label in labels.items()})


def _check_links(decoder: Decoder, vocabulary: Vocabulary, group: str) -> None:
    terms = vocabulary.groups[group]
    for term in terms.values():
        for key, target in (("parent", term.parent), ("replaced_by", term.replaced_by)):
            if target is not None:
                _check_chain(decoder, terms, term, key, target)


def _check_chain(decoder: Decoder, terms: Mapping[str, Term], term: Term, key: str, target: str) -> None:
    place = decoder.marks[(term.group, term.id, key)]
    if target not in terms:
        values = {"key": key, "id": target, "suggestion": nearest(target, terms)}
        decoder.problems.append(Problem(decoder.path, *place, "E403", values))
        return
    seen = [term.id]
    following: str | None = target
    while following is not None and following in terms:
        seen.append(following)
        if following == term.id:
            decoder.problems.append(Problem(decoder.path, *place, "E404", {"chain": " → ".join(seen)}))
            return
        if seen.count(following) > 1:
            return
        following = terms[following].parent if key == "parent" else terms[following].replaced_by
