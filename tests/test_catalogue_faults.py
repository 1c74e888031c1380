"""A catalogue of a company that cannot be read ends the command with the reason, and nothing is lost."""

import pytest
from click.testing import CliRunner
from conftest import built, copy_site, tree

from generator.cli import main


@pytest.mark.parametrize(
    "content", [b'msgid "a"\nnonsense "b"\n', b'msgid "a"\nmsgstr "\xff\xfe"\n'], ids=["syntax", "bytes"]
)
@pytest.mark.parametrize("command", ["build", "bundle"])
def test_a_broken_catalogue_is_told(tmp_path, content, command):
    root = copy_site("minimal", tmp_path / "site")
    former = tree(built(root, search=False).out)
    file = root / "templates/locales/en/LC_MESSAGES/messages.po"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    extra = ["--no-search"] if command == "build" else ["--out", str(tmp_path / "out")]
    result = CliRunner().invoke(main, [command, "--site", str(root), "--lang", "en", *extra])
    assert result.exit_code == 1, result.output
    assert "messages.po" in result.output
    assert ".po file" in result.output
    assert tree(root / "site") == former
