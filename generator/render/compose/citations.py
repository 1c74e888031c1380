"""How a report is cited: as a sentence, as BibTeX, as CSL-JSON."""

from __future__ import annotations

import re
from typing import Any

import orjson

from generator.model.incident import Incident, IncidentText
from generator.render.compose.edition import Edition
from generator.render.formats import date_text
from generator.render.urls import incident_path
from generator.render.views.incident import CitationView

_BIBTEX_SPECIAL = re.compile(r"[\\{}$&%#_~^]")
_BIBTEX_WORDS = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}


def compose_citation(edition: Edition, incident: Incident, text: IncidentText) -> CitationView:
    """The report as a reference in three forms."""
    name = edition.say(edition.site.name)
    address = edition.absolute(incident_path(text.language, incident.id))
    return CitationView(
        text=_sentence(name, incident, text, address),
        bibtex=bibtex(name, incident, text, address),
        csl=orjson.dumps([csl(name, incident, text, address)], option=orjson.OPT_INDENT_2).decode(),
    )


def _sentence(name: str, incident: Incident, text: IncidentText, address: str | None) -> str:
    opening, closing = ("「", "」") if text.language == "ko" else ("“", "”")
    parts = [name, f"{opening}{text.title}{closing}", incident.id, date_text(incident.modified, text.language)]
    return ", ".join([*parts, address] if address else parts) + "."


def bibtex(name: str, incident: Incident, text: IncidentText, address: str | None) -> str:
    """A BibTeX entry; special characters of TeX are escaped."""
    date = incident.modified
    fields = {
        "title": f"{{{_tex(text.title)}}}",
        "author": f"{{{_tex(name)}}}",
        "year": f"{date.year:04d}",
        "month": str(date.month),
        "number": incident.id,
        "langid": {"ko": "korean", "en": "english"}[text.language],
    }
    if address:
        fields["url"] = address
    lines = "".join(f"  {key} = {{{value}}},\n" for key, value in fields.items())
    return f"@misc{{{incident.id},\n{lines}}}"


def _tex(text: str) -> str:
    return _BIBTEX_SPECIAL.sub(lambda found: _BIBTEX_WORDS.get(found[0], "\\" + found[0]), text)


def csl(name: str, incident: Incident, text: IncidentText, address: str | None) -> dict[str, Any]:
    """A CSL-JSON item."""
    date = incident.modified
    item: dict[str, Any] = {
        "id": incident.id,
        "type": "report",
        "title": text.title,
        "author": [{"literal": name}],
        "issued": {"date-parts": [[date.year, date.month, date.day]]},
        "number": incident.id,
        "language": text.language,
    }
    return {**item, "URL": address} if address else item
