"""`paiyan serve`: the page and the API, on this computer or for the phones of the local network."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paiyan.assistant.commands.common import chosen, helps, lang_option, load_settings, refuse, say
from paiyan.assistant.i18n import Lang, text

if TYPE_CHECKING:
    from paiyan.assistant.serving.plan import ServePlan


def serve(
    host: Annotated[str, typer.Option(help=helps("cli.serve.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65534, help=helps("cli.serve.port"))] = 8210,
    lan: Annotated[bool, typer.Option("--lan", help=helps("cli.serve.lan"))] = False,
    https: Annotated[bool, typer.Option("--https", help=helps("cli.serve.https"))] = False,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help=helps("cli.serve.data"))] = None,
    lang: Annotated[str | None, lang_option()] = None,
) -> None:
    """Serves until it is told to stop; refuses with a clear message where it cannot start."""
    from paiyan.assistant.api import create_app
    from paiyan.assistant.commands.read import load_reader
    from paiyan.assistant.serving.address import ServeError
    from paiyan.assistant.serving.plan import plan_serving
    from paiyan.assistant.serving.server import serve_until_stopped
    from paiyan.assistant.store import StoreError

    language = chosen(lang)
    settings = load_settings(data, language)
    try:
        plan = plan_serving(settings.data, host, port, lan=lan, https=https)
    except ServeError as error:
        refuse(text(error.code, language, **error.params))
    try:
        application = create_app(settings, load_reader(language), plan.access)
    except StoreError as error:
        plan.close()
        refuse(text(error.code, language, **error.params))
    _log_to_stderr()
    serve_until_stopped(application, plan, lambda: _announce(plan, settings.data, language))
    say(text("serve.stopped", language))


def _announce(plan: ServePlan, data: Path, language: Lang) -> None:
    """Tells the person where to open the page."""
    from paiyan.assistant.serving.qr import qr_text

    if plan.phone_url is not None:
        for line in qr_text(plan.phone_url).splitlines():
            # Whatever the colours of the terminal: cameras want the code dark on light.
            typer.secho(line, fg="bright_white", bg="black", err=True)
        say(text("serve.scan", language, url=plan.phone_url))
    say(text("serve.open", language, url=plan.local_url))
    if plan.https_url is not None:
        say(text("serve.https", language, url=plan.https_url, ca=plan.ca_url))
    say(text("serve.stop", language, data=data))


def _log_to_stderr() -> None:
    """The access log and failures, a line each, where the person watches; nothing of who called."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    handler.addFilter(_no_cut_short)
    for name, level in (("paiyan", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False


def _no_cut_short(record: logging.LogRecord) -> bool:
    """False for a request that was cut short because the server was told to stop: that is no failure."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))
