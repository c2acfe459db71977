"""Help pages and usage faults in the language of the run: click itself speaks English only.

English stays as click writes it. The Chinese of commands and options stands in ``resources/cli/help.csv`` under their
English text, so that a text is written once, where the command is.
"""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import click

from desktop_app.cli.state import system_language
from planner.messages import Message, msg, render, translate
from planner.tables import rows

_PLACEHOLDERS = {"[OPTIONS]": "[选项]", "COMMAND [ARGS]...": "命令 [参数]..."}
_EXTRAS = {"required": "必填", "default: ": "默认：", "x<=": "不超过 ", "x>=": "不小于 "}


class SpokenContext(click.Context):
    """A context whose help page is in the language of the run, which is the root's ``obj``."""

    @property
    def language(self) -> str:
        """Return 'zh' or 'en'."""
        return "zh" if self.find_root().obj == "zh" else "en"

    def get_help(self) -> str:
        """Return the help page."""
        return super().get_help() if self.language == "en" else _page(self)

    def get_usage(self) -> str:
        """Return the line of usage."""
        if self.language == "en":
            return super().get_usage()
        formatter = self.make_formatter()
        _write_usage(self, formatter)
        return formatter.getvalue().rstrip("\n")


def speak(command: click.Command) -> None:
    """Let ``command`` and those below it tell their help in the language of the run; groups take ``--lang`` too."""
    command.context_class = SpokenContext
    if isinstance(command, click.Group):
        language = click.Choice(["zh", "en"])
        told = "Language of texts (default: the system's)."
        command.params.append(click.Option(["--lang"], type=language, expose_value=False, help=told))
        for below in command.commands.values():
            speak(below)


def spoken(arguments: Sequence[str]) -> str:
    """Return the language that ``arguments`` ask for with ``--lang``, else the system's; known before they are read."""
    for index, word in enumerate(arguments):
        said = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(arguments):
            said = arguments[index + 1]
        if said in ("zh", "en"):
            return said
    return system_language()


def show_fault(error: click.UsageError, language: str) -> None:
    """Write a usage fault to standard error, with the usage and the way to help."""
    message = _fault(error)
    if language == "en" or isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        _suggest(error, language)
        return
    if error.ctx is not None:
        hint = msg("cli.usage.hint", "Try '{command} --help' for help.", command=error.ctx.command_path)
        click.echo(f"{error.ctx.get_usage()}\n{render(hint, language)}\n", err=True)
    said = render(message, language) if message else error.format_message()
    click.echo(render(msg("cli.usage.fault", "Error: {message}", message=said), language), err=True)
    _suggest(error, language)


def _suggest(error: click.UsageError, language: str) -> None:
    """Name the commands nearest to one that there is not."""
    found = re.match(r"No such command '(?P<name>.*?)'\.", error.format_message())
    if found is None or error.ctx is None or not isinstance(error.ctx.command, click.Group):
        return
    known = [name for name, one in error.ctx.command.commands.items() if not one.hidden]
    near = tuple(difflib.get_close_matches(found["name"].casefold(), known, n=3, cutoff=0.5))
    if near:
        click.echo(render(msg("error.unknown_id.remedy", "Did you mean: {near}?", near=near), language), err=True)


# ---------------------------------------------------------------------------------------------- help
@lru_cache(maxsize=1)
def _chinese() -> Mapping[str, str]:
    return {row["en"]: row["zh"] for row in rows("cli/help.csv")}


def _said(text: str | None) -> str:
    """Return the Chinese of a help text, the text itself where there is none."""
    plain = " ".join((text or "").split("\f")[0].split())
    return _chinese().get(plain, plain)


def _page(context: click.Context) -> str:
    command, formatter = context.command, context.make_formatter()
    _write_usage(context, formatter)
    formatter.write(f"\n  {_said(command.help)}\n")
    options = [_option(one, context) for one in command.get_params(context) if isinstance(one, click.Option)]
    _write_list(formatter, translate("cli.help.options", "Options", "zh"), [one for one in options if one])
    if isinstance(command, click.Group):
        below = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
        listed = [
            (name, _said(one.short_help or one.help)) for name, one in below if one is not None and not one.hidden
        ]
        _write_list(formatter, translate("cli.help.commands", "Commands", "zh"), listed)
    return formatter.getvalue().rstrip("\n")


def _write_usage(context: click.Context, formatter: click.HelpFormatter) -> None:
    pieces = " ".join(context.command.collect_usage_pieces(context))
    for english, chinese in _PLACEHOLDERS.items():
        pieces = pieces.replace(english, chinese)
    formatter.write_usage(context.command_path, pieces, prefix=translate("cli.help.usage", "Usage:", "zh"))


def _write_list(formatter: click.HelpFormatter, title: str, listed: Sequence[tuple[str, str]]) -> None:
    """Write names with their texts, one line each: a line of Chinese has no blanks to break it at."""
    if not listed:
        return
    width = max(len(name) for name, _ in listed)
    formatter.write(f"\n{title}\n")
    for name, said in listed:
        formatter.write(f"  {name:{width}}  {said}".rstrip() + "\n")


def _option(one: click.Option, context: click.Context) -> tuple[str, str] | None:
    """Return names and Chinese text of an option with what click adds: default, range, required."""
    shown = copy.copy(one)
    shown.help = _said(one.help)
    record = shown.get_help_record(context)
    if record is None:
        return None
    text, bracket, extra = record[1].rpartition("  [")
    if not bracket:
        return record[0], record[1]
    for english, chinese in _EXTRAS.items():
        extra = extra.replace(english, chinese)
    return record[0], f"{text}  [{extra.replace('; ', '；')}"


# ---------------------------------------------------------------------------------------------- faults
def _no_option(name: str) -> Message:
    return msg("cli.usage.option", "There is no option {name}.", name=name)


def _no_command(name: str) -> Message:
    return msg("cli.usage.command", "There is no command {name}.", name=name)


def _no_command_given() -> Message:
    return msg("cli.usage.no_command", "A command is missing.")


def _missing_option(name: str) -> Message:
    return msg("cli.usage.missing_option", "Option {name} is missing.", name=name)


def _missing_argument(name: str) -> Message:
    return msg("cli.usage.missing_argument", "{name} is missing.", name=name)


def _no_value(name: str) -> Message:
    return msg("cli.usage.no_value", "Option {name} needs a value.", name=name)


def _extra(words: str) -> Message:
    return msg("cli.usage.extra", "Too much was given: {words}", words=words)


def _choice(name: str, typed: str, choices: str) -> Message:
    return msg(
        "cli.usage.choice",
        "{name}: {typed} is not one of {choices}.",
        name=name,
        typed=typed,
        choices=tuple(re.findall(r"'([^']*)'", choices)),
    )


def _range(name: str, typed: str, bounds: str) -> Message:
    return msg("cli.usage.range", "{name}: {typed} does not lie in {bounds}.", name=name, typed=typed, bounds=bounds)


def _not_whole(name: str, typed: str) -> Message:
    return msg("cli.usage.whole", "{name}: {typed} is not a whole number.", name=name, typed=typed)


def _no_file(name: str, typed: str) -> Message:
    return msg("cli.usage.no_file", "{name}: there is no {typed}.", name=name, typed=typed)


def _folder(name: str, typed: str) -> Message:
    return msg("cli.usage.folder", "{name}: {typed} is a folder.", name=name, typed=typed)


def _unreadable(name: str, typed: str) -> Message:
    return msg("cli.usage.unreadable", "{name}: {typed} may not be read.", name=name, typed=typed)


def _wrong(name: str, reason: str) -> Message:
    return msg("cli.usage.wrong", "{name}: {reason}", name=name, reason=reason)


# click keeps no parts of most faults, so they are read from its text; what is not here is shown as click says it.
_VALUE = r"Invalid value for '(?P<name>[^']+)': "
_FAULTS: tuple[tuple[re.Pattern[str], Callable[..., Message]], ...] = (
    (re.compile(r"No such option:? '?(?P<name>-[^\s'.]*)"), _no_option),
    (re.compile(r"No such command '(?P<name>.*?)'\."), _no_command),
    (re.compile(r"Missing command"), _no_command_given),
    (re.compile(r"Missing option '(?P<name>[^']+)'"), _missing_option),
    (re.compile(r"Missing argument '(?P<name>[^']+)'"), _missing_argument),
    (re.compile(r"Option '(?P<name>[^']+)' requires an argument"), _no_value),
    (re.compile(r"Got unexpected extra arguments? \((?P<words>.*)\)", re.DOTALL), _extra),
    (re.compile(_VALUE + r"'?(?P<typed>.*?)'? is not one of (?P<choices>.*)\.$", re.DOTALL), _choice),
    (re.compile(_VALUE + r"(?P<typed>\S+) is not in the range (?P<bounds>.*)\.$"), _range),
    (re.compile(_VALUE + r"'(?P<typed>.*)' is not a valid integer", re.DOTALL), _not_whole),
    (re.compile(_VALUE + r"\w+ '(?P<typed>.*)' does not exist\.$", re.DOTALL), _no_file),
    (re.compile(_VALUE + r"\w+ '(?P<typed>.*)' is a directory\.$", re.DOTALL), _folder),
    (re.compile(_VALUE + r"\w+ '(?P<typed>.*)' is not readable\.$", re.DOTALL), _unreadable),
    (re.compile(_VALUE + r"(?P<reason>.*)", re.DOTALL), _wrong),
)


def _fault(error: click.UsageError) -> Message | None:
    """Return a fault of click as a message of ours, None where it is told already or not known."""
    text = error.format_message()
    for pattern, made in _FAULTS:
        found = pattern.match(text)
        if found:
            return made(**found.groupdict())
    return None
