#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Binds the library by cffi, from the installed header as it is, and shows a file's events: cffi_events.py FILE

The bytes come through a callback from a Python file, so that any object with read() will do. Needs pkg-config and a C
preprocessor while it runs; nothing is compiled. DIAGFMT_LIBRARY: path of the shared library, if the system does not
find it.
"""
import os
import subprocess
import sys

import cffi


def declarations():
    """The header after the preprocessor; cffi cannot read attributes, and DFMT_API is the only place that has any."""
    flags = subprocess.run(["pkg-config", "--cflags", "diagfmt"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return subprocess.run(["cc", "-E", "-P", "-DDFMT_API=", *flags.split(), "-"], check=True, text=True,
                          input="#include <diagfmt/diagfmt.h>\n", stdout=subprocess.PIPE).stdout


ffi = cffi.FFI()
ffi.cdef(declarations())
lib = ffi.dlopen(os.environ.get("DIAGFMT_LIBRARY", "libdiagfmt.so.0"))


class Error(Exception):
    """Made at once, as the handle's own dfmt_error ends with the next call."""

    def __init__(self, status, why=ffi.NULL):
        text = ffi.string(why.message).decode() if why else ""
        super().__init__("%s: %s" % (ffi.string(lib.dfmt_status_name(status)).decode(), text))


def check(status, why=ffi.NULL):
    if status < 0:
        raise Error(status, why)
    return status


def make(new, free, *args):
    """A handle that is freed with the Python object."""
    out = ffi.new(ffi.typeof(new).args[-1].item.cname + " *")
    check(new(*args, out))
    return ffi.gc(out[0], free)


@ffi.callback("dfmt_status (void *, void *, uint64_t, uint64_t *)", error=lib.DFMT_E_IO)
def read(user, buf, cap, got):
    got[0] = ffi.from_handle(user).readinto(ffi.buffer(buf, cap))
    return lib.DFMT_OK if got[0] else lib.DFMT_END


def source(file):
    """The library copies the struct of functions; `read` lives as long as this module, and the file is kept in hand."""
    ops = ffi.new("dfmt_source_ops *", {"size": ffi.sizeof("dfmt_source_ops"), "read": read})
    user = ffi.new_handle(file)
    return make(lib.dfmt_source_new, lib.dfmt_source_free, ffi.NULL, ops, user), user


def texts(event):
    """The string members of an event's body, by its description."""
    described = lib.dfmt_describe(event.type)
    body = ffi.cast(ffi.string(described.c_name).decode() + " *", event.body)
    for i in range(described.n_fields):
        field = described.fields[i]
        if field.kind in (lib.DFMT_KIND_STR, lib.DFMT_KIND_BYTES):
            value = getattr(body, ffi.string(field.name).decode())
            if value.len:
                yield ffi.string(field.name).decode(), ffi.buffer(value.ptr, value.len)[:]


def payload_size(reader):
    ptr, size, total = ffi.new("const void **"), ffi.new("uint64_t *"), 0
    while check(lib.dfmt_payload_chunk(reader, ptr, size), lib.dfmt_reader_error(reader)) == lib.DFMT_OK:
        total += size[0]
    return total


def events(path):
    with open(path, "rb", buffering=0) as file:
        bytes_in, _kept = source(file)
        reader = make(lib.dfmt_reader_new, lib.dfmt_reader_free, ffi.NULL)
        check(lib.dfmt_reader_open(reader, 0, bytes_in))
        event = ffi.new("const dfmt_event **")
        while check(lib.dfmt_reader_next(reader, event), lib.dfmt_reader_error(reader)) == lib.DFMT_OK:
            shown = ["%s=%r" % pair for pair in texts(event[0])]
            if event[0].flags & lib.DFMT_EVENT_FLAG_PAYLOAD:
                shown.append("%d bytes" % payload_size(reader))
            yield ffi.string(lib.dfmt_describe(event[0].type).name).decode(), shown


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        for name, shown in events(sys.argv[1]):
            print(name, *shown)
    except (Error, OSError) as error:
        sys.exit("cffi_events.py: %s" % error)


if __name__ == "__main__":
    main()
