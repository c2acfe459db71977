"""A command whose options mean steps: they are taken in the order in which they were given, whatever their kind."""

from __future__ import annotations

from typing import Any

import click

_ORDER = "labprocure.order"


class InOrder(click.Command):
    """A command that remembers in which order its options came."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options twice: for their order, then as ever."""
        order: list[click.Parameter] = self.make_parser(ctx).parse_args(args=[*args])[2]
        ctx.meta[_ORDER] = [one.name for one in order]
        return super().parse_args(ctx, args)


def in_order(**given: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Return name and value of options that may be given several times, in the order of the command line."""
    waiting = {name: iter(values) for name, values in given.items()}
    return [(name, next(waiting[name])) for name in click.get_current_context().meta[_ORDER] if name in waiting]
