"""The words of the search's own interface, by the names under which the scripts ask for them."""

from __future__ import annotations

from collections.abc import Callable

Gettext = Callable[[str], str]


def messages(gettext: Gettext) -> dict[str, str]:
    """The messages of the scripts by name; `{n}`, `{q}`, `{term}` and `{id}` are filled in by the scripts."""
    return {
        "open": gettext("Search incidents"),
        "placeholder": gettext("Symptom, error, alert or id"),
        "close": gettext("Close"),
        "results": gettext("Search results"),
        "count": gettext("Results: {n}"),
        "none": gettext("No results for: {q}"),
        "searching": gettext("Searching…"),
        "failed": gettext("The search could not be loaded. Try again, or browse the list."),
        "corrected": gettext("Showing results for: {term}"),
        "partial": gettext("No incident holds every word. These hold some of them."),
        "all": gettext("Show all results"),
        "more": gettext("Show more"),
        "keys": gettext("↑ ↓ to choose, Enter to open, Esc to close"),
        "filters": gettext("Filters"),
        "any": gettext("Any"),
        "clear": gettext("Remove all filters"),
        "try": gettext("What you can try:"),
        "tip_fewer": gettext("Use fewer or other words."),
        "tip_part": gettext("Search for one part of the error message."),
        "tip_id": gettext("Enter an id, for example {id}."),
        "tip_filters": gettext("Remove the filters."),
        "browse": gettext("Browse all incidents"),
        "sort": gettext("Sort by"),
        "sort_newest": gettext("Newest first"),
        "sort_oldest": gettext("Oldest first"),
        "sort_recover": gettext("Longest time to recover"),
        "sort_recover_short": gettext("Shortest time to recover"),
        "sort_severity": gettext("Most severe first"),
        "recover": gettext("Time to recover"),
        "occurred": gettext("Occurred"),
        "published": gettext("Published"),
        "approximate": gettext("approximate"),
        "inferred": gettext("inferred"),
        "chosen": gettext("Filters in use"),
        "remove": gettext("Remove filter: {term}"),
        "show_all": gettext("Show all ({n})"),
        "show_fewer": gettext("Show fewer"),
        "no_match": gettext("No incident fits all of these filters."),
        "year_unknown": gettext("Year unknown"),
        "pages": gettext("Pages of the list"),
        "page": gettext("Page"),
        "previous": gettext("Previous"),
        "next": gettext("Next"),
    }


def group_labels(gettext: Gettext) -> dict[str, str]:
    """The names of the filters."""
    return {
        "severity": gettext("Severity"),
        "topics": gettext("Topics"),
        "symptoms": gettext("Symptoms"),
        "causes": gettext("Causes"),
        "contributing_factors": gettext("Contributing factors"),
        "components": gettext("Components"),
        "organizations": gettext("Organizations"),
        "years": gettext("Years"),
        "language": gettext("Language"),
    }


MESSAGES = tuple(dict.fromkeys((*messages(str).values(), *group_labels(str).values())))
"""Every English message of the search."""
