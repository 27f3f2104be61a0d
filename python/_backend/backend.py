# SPDX-License-Identifier: MIT
"""A build backend (PEP 517) for a package that needs no building: it packs files, always into the same bytes."""

import base64
import gzip
import hashlib
import io
import pathlib
import re
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = HERE / "diagfmt"
FIELDS = dict(re.findall(r'^(name|version|description|requires-python) = "(.*)"$',
                         (HERE / "pyproject.toml").read_text(encoding="utf-8"), re.M))
NAME, VERSION = FIELDS["name"], FIELDS["version"]
INFO = f"{NAME}-{VERSION}.dist-info"
EPOCH = (1980, 1, 1, 0, 0, 0)


def metadata():
    head = {"Metadata-Version": "2.1", "Name": NAME, "Version": VERSION, "Summary": FIELDS["description"],
            "License": "MIT", "Requires-Python": FIELDS["requires-python"],
            "Description-Content-Type": "text/markdown"}
    lines = "".join(f"{key}: {value}\n" for key, value in head.items())
    return (lines + "\n" + (HERE / "README.md").read_text(encoding="utf-8")).encode()


def package_files():
    return {f"{NAME}/{p.name}": p.read_bytes() for p in sorted(PACKAGE.iterdir())
            if p.suffix in (".py", ".pyi", ".typed")}


def record(files):
    rows = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
            for name, data in files.items()]
    return ("\n".join([*rows, f"{INFO}/RECORD,,"]) + "\n").encode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = package_files()
    files[f"{INFO}/METADATA"] = metadata()
    files[f"{INFO}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: diagfmt\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{INFO}/RECORD"] = record(files)
    name = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_sdist(sdist_directory, config_settings=None):
    base = f"{NAME}-{VERSION}"
    files = {**package_files(), "PKG-INFO": metadata()}
    for path in ("pyproject.toml", "README.md", "_backend/backend.py"):
        files[path] = (HERE / path).read_bytes()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{base}/{path}")
            entry.size, entry.mode = len(data), 0o644
            tar.addfile(entry, io.BytesIO(data))
    name = f"{base}.tar.gz"
    with open(pathlib.Path(sdist_directory) / name, "wb") as out, \
            gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as file:
        file.write(packed.getvalue())
    return name
