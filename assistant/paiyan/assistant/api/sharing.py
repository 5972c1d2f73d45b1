"""Pages of a shared server: the QR code for this computer's screen, and the certificate phones have to trust."""

from __future__ import annotations

import ipaddress

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from paiyan.assistant.api.access import AccessRules
from paiyan.assistant.api.problems import Problem
from paiyan.assistant.serving.qr import qr_svg


def add_sharing(app: FastAPI, rules: AccessRules) -> None:
    """Adds `/qr.svg` to a server that has an address to show, and `/ca.crt` to one with certificates of its own."""
    if rules.qr_url is not None:
        svg = qr_svg(rules.qr_url)

        async def show_qr(request: Request) -> Response:
            if not _from_this_computer(request):
                raise Problem(403, "this_computer_only")
            return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

        app.add_api_route("/qr.svg", show_qr, include_in_schema=False)
    if rules.ca_certificate is not None:
        certificate = rules.ca_certificate

        async def download_ca() -> Response:
            headers = {"Content-Disposition": 'attachment; filename="paiyan-ca.crt"', "Cache-Control": "no-cache"}
            return Response(certificate, media_type="application/x-x509-ca-cert", headers=headers)

        app.add_api_route("/ca.crt", download_ca, include_in_schema=False)


def _from_this_computer(request: Request) -> bool:
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
