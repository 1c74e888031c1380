"""Writes the parts of the reference that the code knows best: problems and commands.

python scripts/reference.py            writes docs/reference/problems.md, problems.ko.md and commands.md
python scripts/reference.py FOLDER     writes them there
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from generator.cli import main
from generator.problems import wordings

REFERENCE = Path(__file__).resolve().parent.parent / "docs" / "reference"

_PROBLEMS = {
    "en": (
        "# Problems",
        "What `incidents check` says, by code. Errors (`E…`) keep a site from being published; warnings (`W…`) do so\n"
        "under `--strict`. A warning that a site does not want can be switched off: `[checks] ignore` in `site.toml`.\n"
        "Codes never change their meaning.",
        "Remedy",
    ),
    "ko": (
        "# 문제 코드",
        "`incidents check`가 알리는 문제를 코드별로 설명한다. 오류(`E…`)가 있으면 사이트를 게시하지 않고,\n"
        "경고(`W…`)는 `--strict`일 때만 그렇게 한다. 원하지 않는 경고는 `site.toml`의 `[checks] ignore`로 끌 수\n"
        "있다. "
        "코드의 뜻은 바뀌지 않는다.",
        "고치는 법",
    ),
}


def problems(language: str) -> str:
    """The page of all codes in a language."""
    title, lead, remedy = _PROBLEMS[language]
    parts = [title, lead]
    for code, wording in wordings(language).items():
        parts.append(f"## {code} {wording.name}")
        parts.append(f"`{_shown(wording.message)}`")
        parts.append(_shown(wording.explanation))
        parts.append(f"{remedy}: {_shown(wording.hint)}")
    return "\n\n".join(parts) + "\n"


def _shown(text: str) -> str:
    """A message as a reader sees it: doubled braces are one."""
    return text.replace("{{", "{").replace("}}", "}")


def commands() -> str:
    """The page of all commands, from their own help."""
    parts = ["# Commands", "What each command says with `--help`."]
    parts += [f"## {path}\n\n```text\n{_help(command, path)}\n```" for path, command in _commands(main, "incidents")]
    return "\n\n".join(parts) + "\n"


def _commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from _commands(inner, f"{path} {name}")


def _help(command: click.Command, path: str) -> str:
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100, "terminal_width": 100}
    context = click.Context(command, info_name=path, **settings)
    return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


def pages() -> dict[str, str]:
    """Every generated page by its name."""
    return {"problems.md": problems("en"), "problems.ko.md": problems("ko"), "commands.md": commands()}


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else REFERENCE
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
        click.echo(folder / name)
