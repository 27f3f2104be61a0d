# SPDX-License-Identifier: MIT
"""A build backend (PEP 517) for a package that needs no building: it packs files, always into the same bytes.

    backend.py FOLDER PLATFORM LIBRARIES LICENSES

makes a wheel for one platform, with the files of the folder LIBRARIES in diagfmt/_lib and those of LICENSES in its
metadata: packaging/wheel/build does that.
"""

import base64
import gzip
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
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


def folder_files(folder, where):
    return {f"{where}/{path.name}": path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())}


def stubs():
    """Made from the public headers. Where these are not, in an sdist, they are among the package's files."""
    generator = HERE.parent / "bindings" / "generate.py"
    if not generator.exists():
        return {f"{NAME}/{p.name}": p.read_bytes() for p in sorted(PACKAGE.glob("*.pyi"))}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-B", generator, folder, "python"], check=True)
        return folder_files(f"{folder}/python/{NAME}", NAME)


def package_files():
    sources = {f"{NAME}/{p.name}": p.read_bytes() for p in sorted(PACKAGE.iterdir()) if p.suffix in (".py", ".typed")}
    return {**sources, **stubs()}


def unpack(folder):
    """What a wheel has, into a folder."""
    for path, data in package_files().items():
        target = pathlib.Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def record(files):
    rows = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
            for name, data in files.items()]
    return ("\n".join([*rows, f"{INFO}/RECORD,,"]) + "\n").encode()


def write_wheel(folder, tag, files):
    """A wheel of these files, those of programs and libraries executable, and what each wheel has."""
    pure = str(tag.endswith("-any")).lower()
    files[f"{INFO}/METADATA"] = metadata()
    files[f"{INFO}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: diagfmt\nRoot-Is-Purelib: {pure}\nTag: {tag}\n".encode()
    files[f"{INFO}/RECORD"] = record(files)
    name = f"{NAME}-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = (0o755 if path.startswith(f"{NAME}/_lib/") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, "py3-none-any", package_files())


def build_carrying_wheel(wheel_directory, platform, libraries, licenses):
    """A wheel with the library in it, whose tool is the command `diagfmt`."""
    return write_wheel(wheel_directory, f"py3-none-{platform}", {
        **package_files(), **folder_files(libraries, f"{NAME}/_lib"), **folder_files(licenses, f"{INFO}/licenses"),
        f"{INFO}/entry_points.txt": b"[console_scripts]\ndiagfmt = diagfmt.__main__:main\n"})


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


if __name__ == "__main__":
    print(build_carrying_wheel(*sys.argv[1:]))
