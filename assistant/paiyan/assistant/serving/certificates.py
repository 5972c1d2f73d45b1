"""A certificate authority of this computer's own, and the server's certificate by it: HTTPS in the local network.

The authority may sign for private addresses and local names only, so that a phone that trusts it gives nothing else
away, even if the key is stolen.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from paiyan.assistant.serving.token import write_private

_AUTHORITY_DAYS: Final = 3650
# Phones refuse certificates that hold longer than about 13 months.
_SERVER_DAYS: Final = 390
_RENEW_BEFORE: Final = timedelta(days=30)
_CLOCK_SKEW: Final = timedelta(days=1)
_PERMITTED_NETWORKS: Final = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
)
_PERMITTED_NAMES: Final = ("localhost", "local", "lan", "home.arpa")


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files for the server, and the authority's certificate (PEM) for the phones."""

    certificate: Path
    key: Path
    authority: bytes


def prepare_certificates(folder: Path, names: Sequence[str], now: datetime | None = None) -> Certificates:
    """Certificates for `names` (addresses and host names) in `folder`; made or renewed where that is needed.

    Names that the authority may not sign for, such as a public address, are left out: one of them would make clients
    refuse the certificate for all.
    """
    moment = now or datetime.now(UTC)
    names = [name for name in names if _permitted(name)]
    authority, authority_key = _authority(folder, moment)
    server, key = folder / "server.crt", folder / "server.key"
    if not _serves(server, key, authority, names, moment):
        private = ec.generate_private_key(ec.SECP256R1())
        certificate = _sign_server(private.public_key(), names, authority, authority_key, moment)
        write_private(key, _private_pem(private))
        write_private(server, _pem(certificate) + _pem(authority))
    return Certificates(server, key, _pem(authority))


def _authority(folder: Path, moment: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    certificate_path, key_path = folder / "ca.crt", folder / "ca.key"
    try:
        certificate = x509.load_pem_x509_certificate(certificate_path.read_bytes())
        key = serialization.load_pem_private_key(key_path.read_bytes(), None)
    except (OSError, ValueError):
        return _new_authority(certificate_path, key_path, moment)
    usable = (
        isinstance(key, ec.EllipticCurvePrivateKey)
        and certificate.public_key() == key.public_key()
        and certificate.not_valid_after_utc - moment > timedelta(days=_SERVER_DAYS)
    )
    if not usable or not isinstance(key, ec.EllipticCurvePrivateKey):
        return _new_authority(certificate_path, key_path, moment)
    return certificate, key


def _new_authority(
    certificate_path: Path, key_path: Path, moment: datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Paiyan local authority")])
    permitted: list[x509.GeneralName] = [x509.DNSName(name) for name in _PERMITTED_NAMES]
    permitted += [x509.IPAddress(ipaddress.ip_network(network)) for network in _PERMITTED_NETWORKS]
    certificate = (
        _builder(name, name, key.public_key(), moment, _AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    write_private(key_path, _private_pem(key))
    write_private(certificate_path, _pem(certificate))
    return certificate, key


def _sign_server(
    public_key: ec.EllipticCurvePublicKey,
    names: Sequence[str],
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    moment: datetime,
) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Paiyan")])
    issuer_id = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
    return (
        _builder(subject, authority.subject, public_key, moment, _SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(issuer_id, critical=False)
        .sign(authority_key, hashes.SHA256())
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, moment: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - _CLOCK_SKEW)
        .not_valid_after(moment + timedelta(days=days))
    )


def _serves(
    certificate_path: Path, key_path: Path, authority: x509.Certificate, names: Sequence[str], moment: datetime
) -> bool:
    """Whether the server's certificate is there, is by this authority, names all `names` and holds long enough."""
    try:
        certificate = x509.load_pem_x509_certificate(certificate_path.read_bytes())
        key = serialization.load_pem_private_key(key_path.read_bytes(), None)
        certificate.verify_directly_issued_by(authority)
        covered = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:
        # Whatever is wrong with the old files, the answer is a new certificate.
        return False
    return (
        certificate.public_key() == key.public_key()
        and certificate.not_valid_after_utc - moment > _RENEW_BEFORE
        and all(_general_name(name) in covered for name in names)
    )


def _permitted(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return any(name == permitted or name.endswith(f".{permitted}") for permitted in _PERMITTED_NAMES)
    return any(address in ipaddress.ip_network(network) for network in _PERMITTED_NETWORKS)


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
