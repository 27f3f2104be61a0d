# SPDX-License-Identifier: MIT
"""Protobuf's own decoder, where python3-protobuf and protoc are installed."""

import pathlib
import subprocess
import tempfile


def message_class(path, name):
    """The class of a message in a .proto file; None where protobuf is not installed. Strings come as bytes."""
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    except ImportError:
        return None
    with tempfile.TemporaryDirectory() as scratch:
        text = path.read_text("utf-8").replace(" string ", " bytes ")  # as proto2 does not look at them
        (pathlib.Path(scratch) / "p.proto").write_text(text, "utf-8")
        try:
            subprocess.run(["protoc", "-I" + scratch, "-o" + scratch + "/p.bin", "p.proto"], check=True)
        except FileNotFoundError:
            return None
        files = descriptor_pb2.FileDescriptorSet.FromString((pathlib.Path(scratch) / "p.bin").read_bytes())
    pool = descriptor_pool.DescriptorPool()
    pool.Add(files.file[0])
    make = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(pool).GetPrototype
    return make(pool.FindMessageTypeByName(name))


def plain(message):
    """A message as a dict of what is in it."""
    out = {}
    for field, value in message.ListFields():
        if field.label == field.LABEL_REPEATED:
            out[field.name] = [plain(v) if field.message_type else v for v in value]
        else:
            out[field.name] = plain(value) if field.message_type else value
    return out
