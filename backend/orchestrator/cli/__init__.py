"""The `steward` command: which subcommands are there, and how is an error told? One file a subcommand.

Only the file of the subcommand that was called is imported, so that `steward --help` answers at once. Such a file has
either `COMMAND`, a function, or `GROUP`, a `typer.Typer` of further subcommands.
"""

import atexit
import errno
import gc
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn

import typer

from orchestrator.errors import ClientError, OperatorError
from orchestrator.kit.loading import loading

COMMANDS = {
    "serve": "Run Steward: database, API and job workers, until Ctrl-C.",
    "demo": "Look around in an invented life, in a home of its own.",
    "worker": "Run job workers alone, beside a server.",
    "migrate": "Bring the database to this version.",
    "ask": "Ask one question.",
    "chat": "Talk: ask, confirm, undo.",
    "mcp": "Serve an agent from outside over stdio (MCP).",
    "user": "Users: add, list.",
    "token": "Tokens: create, list, revoke.",
    "pair": "Show a code with which a phone comes in.",
    "jobs": "What happens by itself: list, run.",
    "skill": "Instructions that the agent may follow: add, list, approve.",
    "distribute": "What it takes to spread the database over machines: --plan.",
    "doctor": "Is all well? What is not, and what to do about it.",
    "backup": "Write the whole home into one file.",
    "restore": "Make the home what a backup holds.",
    "export": "Write all that a user has into one archive.",
    "import": "Bring in what an archive of `steward export` holds.",
    "eval": "Answer cases of your own: steward eval KIND < cases.jsonl",
}
FILES = {"import": "import_archive"}
"""Where a subcommand's name can't be its file's."""
EXIT_REFUSED = 1
EXIT_OPERATOR = 2
EXIT_INTERRUPTED = 130
NO_ROOM_OR_LEAVE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM})
"""What whoever runs Steward can mend; it is told in a sentence."""


def main() -> None:
    """Entry point of the console script."""
    arguments = sys.argv[1:]
    atexit.register(gc.freeze)  # else the interpreter walks through all that was loaded before it ends
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # neither what is typed nor a narrow locale may end a command
    try:
        _application(arguments)(arguments)
    except OperatorError as error:
        _end(error, EXIT_OPERATOR)
    except ClientError as error:
        _end(error, EXIT_REFUSED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read us has left
        sys.exit(EXIT_REFUSED)
    except OSError as error:
        if error.errno not in NO_ROOM_OR_LEAVE:
            raise
        where = f"{error.filename}: " if error.filename else ""
        _end(OperatorError(f"{where}{error.strerror}; make room there, or let this user write to it"), EXIT_OPERATOR)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)


def _application(arguments: list[str]) -> typer.Typer:
    """All subcommands, those that were not called as their name and help alone."""
    application = typer.Typer(
        name="steward",
        help="Steward, a self-hosted personal agent. First: steward serve, then steward chat.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # a line a command, no boxes
    )
    application.callback()(_root)
    called = next((argument for argument in arguments if not argument.startswith("-")), None)
    for name, said in COMMANDS.items():
        if name != called:
            application.command(name, help=said)(_not_called)
            continue
        with loading():  # where it serves, the whole application stands behind it
            module = import_module(f"orchestrator.cli.{FILES.get(name, name)}")
        if hasattr(module, "GROUP"):
            application.add_typer(module.GROUP, name=name, help=said)
        else:
            application.command(name, help=said)(module.COMMAND)
    return application


def _root() -> None:
    """Its presence makes every command a subcommand."""


def _not_called() -> None:
    """Stands for a subcommand in the list that `--help` shows."""


def _end(error: Exception, code: int) -> NoReturn:
    lines = str(error).splitlines() or [type(error).__name__]
    for line in lines:
        print(f"steward: {''.join(one for one in line if one.isprintable())}", file=sys.stderr)
    sys.exit(code)
