"""The theme: a company's files lie over the default ones, and the names of the blocks are public."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest
from conftest import built, copy_site, tree

from generator.render.catalogue import Catalogue
from generator.render.environment import make_environment
from generator.render.theme import Theme, default_folder, find_theme

BLOCKS = {
    "base.html": "title meta og_type head scripts body_class header brand search switches navigation theme_switch"
    " breadcrumbs main footer",
    "pages/browse.html": "body_class main page_header facets list",
    "pages/chooser.html": "main",
    "pages/forward.html": "head main",
    "pages/group.html": "body_class main page_header entries",
    "pages/guide.html": "body_class main page_header contents files shapes changes feeds markdown dumps mcp"
    " clients checks",
    "pages/home.html": "body_class search main lead newest years severities topics causes feeds",
    "pages/incident.html": "og_type body_class main incident_header withdrawn translation summary facts toc sections"
    " sources references related checks tools colophon",
    "pages/not-found.html": "body_class main page_header hints",
    "pages/search.html": "body_class search main page_header form results hints",
    "pages/term.html": "body_class main page_header list occurs_with",
    "pages/text.html": "body_class main page_header text",
    "shared.html": "head header brand theme_switch main footer",
}
"""Blocks that a company's templates may override: renaming or removing one breaks their sites."""


def environment(theme: Theme, language: str = "ko") -> jinja2.Environment:
    return make_environment(theme, Catalogue(language, theme.catalogues(language)))


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
def company(tmp_path: Path) -> Path:
    default, own = tmp_path / "default", tmp_path / "company"
    write(default / "templates/base.html", "<main>{% block main %}{% endblock %}</main>")
    write(
        default / "templates/pages/incident.html",
        '{% extends "base.html" %}{% block main %}{% block sections %}report{% endblock %}{% endblock %}',
    )
    write(default / "templates/partials/row.html", "default row")
    write(default / "static/css/base.css", "default")
    write(default / "static/css/tokens.css", "default")
    write(own / "static/css/tokens.css", "own")
    write(own / "static/css/site.css", "own")
    write(own / "static/.hidden", "own")
    return tmp_path


def test_the_default_theme_is_found() -> None:
    folder = default_folder()
    assert (folder / "templates/base.html").is_file()
    assert find_theme() == Theme(folder)
    assert find_theme(folder) == Theme(folder)


def test_another_folder_overlays_the_default(tmp_path: Path) -> None:
    assert find_theme(tmp_path) == Theme(default_folder(), tmp_path)
    assert find_theme(tmp_path).templates() == find_theme().templates()


def test_static_files_are_overlaid_one_by_one(company: Path) -> None:
    found = Theme(company / "default", company / "company").static()
    assert {name: file.read_text() for name, file in found.items()} == {
        "css/base.css": "default",
        "css/site.css": "own",
        "css/tokens.css": "own",
    }
    assert list(found) == sorted(found)


def test_a_template_is_replaced_and_the_rest_stays(company: Path) -> None:
    write(company / "company/templates/partials/row.html", "own row")
    found = environment(Theme(company / "default", company / "company"))
    assert found.get_template("partials/row.html").render() == "own row"
    assert found.get_template("default/partials/row.html").render() == "default row"
    assert found.get_template("pages/incident.html").render() == "<main>report</main>"


def test_a_template_extends_what_it_replaces(company: Path) -> None:
    write(
        company / "company/templates/pages/incident.html",
        '{% extends "default/pages/incident.html" %}{% block sections %}own {{ super() }}{% endblock %}',
    )
    write(company / "company/templates/base.html", "<body>{% block main %}{% endblock %}</body>")
    found = environment(Theme(company / "default", company / "company"))
    assert found.get_template("pages/incident.html").render() == "<body>own report</body>"


def test_every_default_template_can_be_extended_in_a_company(tmp_path: Path) -> None:
    for name in BLOCKS:
        write(tmp_path / "templates" / name, f'{{% extends "default/{name}" %}}')
    found = environment(find_theme(tmp_path))
    for name in BLOCKS:
        assert found.get_template(name).blocks == {}


def test_a_company_adds_to_the_catalogue(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    write(tmp_path / "templates/locales/ko/LC_MESSAGES/messages.po", header + 'msgid "Home"\nmsgstr "처음"\n')
    theme = find_theme(tmp_path)
    assert len(theme.catalogues("ko")) == 2
    assert len(theme.catalogues("en")) == 1
    assert environment(theme).from_string('{{ _("Home") }} {{ _("Search") }}').render() == "처음 검색"


def test_a_template_that_is_nowhere_is_an_error(company: Path) -> None:
    with pytest.raises(jinja2.TemplateNotFound):
        environment(Theme(company / "default")).get_template("pages/none.html")


@pytest.mark.parametrize("source", ["{{ missing }}", "{{ page.missing }}", "{% if missing %}{% endif %}"])
def test_a_missing_name_is_an_error(source: str) -> None:
    with pytest.raises(jinja2.UndefinedError):
        environment(find_theme()).from_string(source).render(page=object())


@pytest.mark.parametrize("name", ["page.html", "feed.xml", "plain.txt"])
def test_everything_is_escaped_whatever_the_name(company: Path, name: str) -> None:
    write(company / "company/templates" / name, "{{ text }}")
    found = environment(Theme(company / "default", company / "company"))
    assert found.get_template(name).render(text='<b a="&">') == "&lt;b a=&#34;&amp;&#34;&gt;"


def test_values_in_messages_are_escaped_once() -> None:
    found = environment(find_theme()).from_string('{{ _("Show all: %(group)s", group=group) }}')
    assert found.render(group="<C&C>") == "전체 보기: &lt;C&amp;C&gt;"


def test_a_message_without_values_is_fixed_and_escaped_when_compiled(tmp_path: Path) -> None:
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    own = tmp_path / "templates/locales/ko/LC_MESSAGES/messages.po"
    write(own, header + 'msgid "Home"\nmsgstr "처음 & <끝>"\n')
    found = environment(find_theme(tmp_path))
    assert found.from_string('<a title="{{ _("Home") }}">').render() == '<a title="처음 &amp; &lt;끝&gt;">'
    assert found.from_string('{{ _("Menu") if _("Home") else _(name) }}').render(name="Home") == "메뉴"
    assert found.from_string("{{ _(name) }}").render(name="Search") == "검색"
    assert "처음" in found.compile('{{ _("Home") }}', raw=True)


def test_plurals_take_their_number() -> None:
    source = '{{ ngettext("%(num)s incident", "%(num)s incidents", count) }}'
    assert environment(find_theme(), "ko").from_string(source).render(count=3) == "사례 3건"
    english = environment(find_theme(), "en").from_string(source)
    assert [english.render(count=n) for n in (1, 3)] == ["1 incident", "3 incidents"]


def test_block_names_are_public() -> None:
    theme = find_theme()
    found = environment(theme)
    blocks = {name: list(found.get_template(name).blocks) for name in theme.templates() if name.endswith(".html")}
    assert {name: names for name, names in blocks.items() if names} == {n: b.split() for n, b in BLOCKS.items()}


def test_no_template_holds_code_that_the_policy_forbids() -> None:
    theme = find_theme()
    for name, file in theme.templates().items():
        text = file.read_text(encoding="utf-8")
        assert " style=" not in text, name
        assert "<style" not in text, name
        assert "target=" not in text, name
        assert " onclick=" not in text, name
        assert "http://" not in text, name
        assert "https://" not in text, name


def test_what_a_link_takes_from_outside_of_the_project_is_no_part_of_the_theme(company: Path) -> None:
    write(company / "secret/base.html", "secret")
    write(company / "secret/messages.po", "secret")
    own = company / "company"
    for name in ("static/pw.txt", "static/css/site.css", "templates/base.html", "templates/pages"):
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).unlink(missing_ok=True)
        (own / name).symlink_to(company / "secret" if name.endswith("pages") else company / "secret/base.html")
    (own / "templates/locales/ko/LC_MESSAGES").mkdir(parents=True)
    (own / "templates/locales/ko/LC_MESSAGES/messages.po").symlink_to(company / "secret/messages.po")
    theme = Theme(company / "default", own)
    assert {"pw.txt", "css/site.css"}.isdisjoint(theme.static())
    assert theme.templates()["base.html"] == company / "default/templates/base.html"
    assert theme.catalogues("ko") == ()
    found = environment(theme)
    assert found.get_template("base.html").render() == "<main></main>"
    with pytest.raises(jinja2.TemplateNotFound):
        found.get_template("pages/base.html")


@pytest.mark.parametrize("kind", ["static", "templates"])
def test_a_folder_that_is_a_link_out_of_the_project_is_no_part_of_the_theme(company: Path, kind: str) -> None:
    write(company / "secret/base.html", "secret")
    own = company / "other"
    own.mkdir()
    (own / kind).symlink_to(company / "secret")
    theme = Theme(company / "default", own)
    assert theme.folders(kind) == (company / "default" / kind,)
    assert environment(theme).get_template("base.html").render() == "<main></main>"


def test_links_inside_the_project_and_a_linked_default_theme_are_taken(company: Path) -> None:
    own = company / "company"
    write(own / "shared/own.html", "shared")
    (own / "static/shared.txt").symlink_to("../shared/own.html")
    (own / "templates").symlink_to("shared")
    (company / "installed").symlink_to(company / "default")
    (company / "default/static/linked.css").symlink_to(company / "company/static/css/site.css")
    theme = Theme(company / "installed", own)
    assert theme.static()["shared.txt"].read_text() == "shared"
    assert theme.static()["linked.css"].read_text() == "own"
    assert environment(theme).get_template("own.html").render() == "shared"
    assert environment(theme).get_template("partials/row.html").render() == "default row"


def test_a_site_below_the_default_theme_is_not_trusted_with_it(company: Path) -> None:
    own = company / "default/sites/own"
    write(company / "secret.txt", "secret")
    (own / "static").mkdir(parents=True)
    (own / "static/pw.txt").symlink_to(company / "secret.txt")
    assert "pw.txt" not in Theme(company / "default", own).static()


@pytest.mark.parametrize("name", ["static/pw", "static/css/site.css", "static", "templates"])
def test_a_link_out_of_the_project_stops_a_build(tmp_path: Path, name: str) -> None:
    root = copy_site("minimal", tmp_path / "site")
    former = built(root).files()
    write(tmp_path / "secret/secret", "secret")
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).symlink_to(tmp_path / ("secret" if "/" not in name else "secret/secret"))
    result = built(root).result
    assert not result.published
    assert [(problem.path, problem.code) for problem in result.problems if problem.severity == "error"] == [
        (name, "E114")
    ]
    assert tree(root / "site") == former
