"""Every verb of the command line has its section with every option and argument, and every section has its verb."""

import re

import click
import pytest

from ops.cli.main import cli

SHARED = {"(#where-to-ask)": "## Where to ask", "(#which-scope)": "## Which scope"}


def commands(command, name="muniment"):
    """Every command of the tree under its full name."""
    yield name, command
    if isinstance(command, click.Group):
        for verb, child in command.commands.items():
            yield from commands(child, f"{name} {verb}")


COMMANDS = dict(commands(cli))


@pytest.fixture
def page(reference):
    return reference("cli")


def test_every_verb_has_a_section_and_every_section_a_verb(page):
    assert set(re.findall(r"^## (muniment.*)$", page.text, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_section_names_the_options_and_arguments(page, name):
    text = page.section(f"## {name}")
    text += "".join(page.section(heading) for link, heading in SHARED.items() if link in text)
    options = [each for each in COMMANDS[name].params if isinstance(each, click.Option)]
    named = {word for option in options for word in (*option.opts, *option.secondary_opts)} - {"--help", "-h"}
    assert {word for word in named if f"`{word}" not in text} == set()
    own = set(re.findall(r"`(--?[a-z][a-z-]*)", page.section(f"## {name}"))) - {"--help", "-h"}
    assert own <= named


def test_no_page_runs_a_verb_that_does_not_exist(pages):
    for page in pages.values():
        for verb in re.findall(r"(?:^|`)muniment ([a-z-]+(?: [a-z-]+)?)", page.text, re.MULTILINE):
            assert f"muniment {verb}" in COMMANDS or f"muniment {verb.split()[0]}" in COMMANDS, (page.name, verb)
