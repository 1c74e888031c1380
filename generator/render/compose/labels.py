"""Interface words that belong to values of the model."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from generator.content.headings import heading_of
from generator.render.catalogue import Catalogue


@lru_cache(maxsize=8)
def source_kinds(catalogue: Catalogue) -> Mapping[str, str]:
    """Kinds of sources."""
    gettext = catalogue.gettext
    return {
        "postmortem": gettext("Postmortem"),
        "status-page": gettext("Status page"),
        "paper": gettext("Paper"),
        "press": gettext("Press"),
        "talk": gettext("Talk"),
        "repository": gettext("Repository"),
        "regulator": gettext("Regulator"),
        "discussion": gettext("Discussion"),
    }


@lru_cache(maxsize=8)
def confidences(catalogue: Catalogue) -> Mapping[str, str]:
    """How near a source is to the affected organization."""
    gettext = catalogue.gettext
    return {"primary": gettext("primary source"), "secondary": gettext("secondary source")}


@lru_cache(maxsize=8)
def date_kinds(catalogue: Catalogue) -> Mapping[str, str]:
    """Kinds of dates."""
    gettext = catalogue.gettext
    return {"occurred": gettext("Occurred"), "published": gettext("Published")}


@lru_cache(maxsize=8)
def date_certainties(catalogue: Catalogue) -> Mapping[str, str]:
    """How sure a date is."""
    gettext = catalogue.gettext
    return {"approximate": gettext("approximate"), "inferred": gettext("inferred")}


@lru_cache(maxsize=8)
def group_labels(catalogue: Catalogue) -> Mapping[str, str]:
    """Groups of lists, as headings."""
    gettext = catalogue.gettext
    return {
        "topics": gettext("Topics"),
        "symptoms": gettext("Symptoms"),
        "causes": gettext("Causes"),
        "contributing_factors": gettext("Contributing factors"),
        "components": gettext("Components"),
        "severities": gettext("Severity"),
        "organizations": gettext("Organizations"),
        "years": gettext("Years"),
    }


@lru_cache(maxsize=8)
def group_leads(catalogue: Catalogue) -> Mapping[str, str]:
    """What the list of a group is for, in one sentence."""
    gettext = catalogue.gettext
    return {
        "topics": gettext("Broad areas of infrastructure."),
        "symptoms": gettext("What was seen from outside. Start here with an alert or an error in hand."),
        "causes": gettext("Why it happened, as the sources tell it."),
        "contributing_factors": gettext("What made it possible, longer or worse."),
        "components": gettext("Parts of systems that were involved."),
        "severities": gettext("As the operator labelled it; an editor's estimate is marked."),
        "organizations": gettext("Who was affected and told of it."),
        "years": gettext("By the year in which it occurred, else by the year in which it was published."),
    }


@lru_cache(maxsize=8)
def shared_labels(catalogue: Catalogue) -> Mapping[str, str]:
    """Why two incidents are related, by group."""
    gettext = catalogue.gettext
    return {
        "causes": gettext("Same cause"),
        "symptoms": gettext("Same symptom"),
        "components": gettext("Same component"),
        "contributing_factors": gettext("Same contributing factor"),
        "topics": gettext("Same topic"),
        "organizations": gettext("Same organization"),
    }


@lru_cache(maxsize=8)
def signature_kinds(catalogue: Catalogue) -> Mapping[str, str]:
    """Kinds of signatures."""
    gettext = catalogue.gettext
    return {"log": gettext("Log"), "metric": gettext("Metric"), "event": gettext("Event")}


def text_part(catalogue: Catalogue, part: str) -> str:
    """A part of a text as the translation state names it: a key, `summary`, or a section id."""
    gettext = catalogue.gettext
    names = {
        "title": gettext("Title"),
        "summary": gettext("Summary"),
        "impact": gettext("Impact scope"),
        "affected_users": gettext("Affected users"),
        "region": gettext("Region"),
        "trigger": gettext("Trigger"),
        "withdrawn_reason": gettext("Reason of withdrawal"),
    }
    return names.get(part) or heading_of(catalogue.language, part)
