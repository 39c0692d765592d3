"""A certificate authority for one session: its keys live in memory, and only this session trusts it."""

from __future__ import annotations

import ipaddress
import secrets
import ssl
import tempfile
import threading
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_VALIDITY = timedelta(days=30)
_RENEWED_AFTER = timedelta(days=7)
_KEPT_HOSTS = 256


class Authority:
    """Makes a server-side TLS context for any host. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._contexts: OrderedDict[str, tuple[datetime, ssl.SSLContext]] = OrderedDict()
        self._leaf_key = ec.generate_private_key(ec.SECP256R1())
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._certificate = self._make_root()

    @property
    def certificate_pem(self) -> bytes:
        return self._certificate.public_bytes(serialization.Encoding.PEM)

    def _make_root(self) -> x509.Certificate:
        now = datetime.now(UTC)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Tianwang {secrets.token_hex(8)}")])
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(self._key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            # A session may stay open for weeks; the leaves are renewed, the trusted root cannot be.
            .not_valid_after(now + timedelta(days=365))
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_key_usage(sign_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )

    def context(self, host: str) -> ssl.SSLContext:
        """The TLS context that answers for `host` (a name or an IP address without brackets)."""
        host = host.lower().rstrip(".")
        with self._lock:
            made, context = self._contexts.get(host, (None, None))
            now = datetime.now(UTC)
            if made is not None and context is not None and now - made < _RENEWED_AFTER:
                self._contexts.move_to_end(host)
                return context
            context = self._make_context(host, now)
            self._contexts[host] = (now, context)
            while len(self._contexts) > _KEPT_HOSTS:
                self._contexts.popitem(last=False)
            return context

    def _leaf(self, host: str, now: datetime) -> x509.Certificate:
        subject = x509.Name(
            [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Tianwang Explorer, this session only")]
        )
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._certificate.subject)
            .public_key(self._leaf_key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + _VALIDITY)
            .add_extension(x509.SubjectAlternativeName([_general_name(host)]), critical=True)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_key_usage(sign_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
            .sign(self._key, hashes.SHA256())
        )

    def _make_context(self, host: str, now: datetime) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        # The ssl module reads keys from files only: the file is private, encrypted, and gone right after.
        password = secrets.token_bytes(24)
        key = self._leaf_key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(password),
        )
        with tempfile.TemporaryDirectory(prefix="tianwang-tls-") as folder:
            path = Path(folder) / "leaf.pem"
            path.write_bytes(self._leaf(host, now).public_bytes(serialization.Encoding.PEM) + key)
            context.load_cert_chain(path, password=password)
        return context


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _key_usage(*, sign_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not sign_certificates,
        key_cert_sign=sign_certificates,
        crl_sign=sign_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
