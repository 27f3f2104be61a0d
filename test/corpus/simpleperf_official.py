# SPDX-License-Identifier: MIT
"""Records of simpleperf files through the official protobuf package, by the library's schema."""

import pathlib
import subprocess
import tempfile
import warnings

import corpus
import simpleperf_model as model

PROTO = corpus.SOURCE_ROOT / "lib" / "simpleperf" / "simpleperf.proto"


class Official:
    """Protobuf's own decoder; None where it is not there."""

    @classmethod
    def make(cls):
        try:
            from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
        except ImportError:
            return None
        with tempfile.TemporaryDirectory() as scratch:
            text = PROTO.read_text("utf-8").replace(" string ", " bytes ")  # as proto2 does not look at them
            (pathlib.Path(scratch) / "p.proto").write_text(text, "utf-8")
            try:
                subprocess.run(["protoc", "-I" + scratch, "-o" + scratch + "/p.bin", "p.proto"], check=True)
            except FileNotFoundError:
                return None
            files = descriptor_pb2.FileDescriptorSet.FromString((pathlib.Path(scratch) / "p.bin").read_bytes())
        pool = descriptor_pool.DescriptorPool()
        pool.Add(files.file[0])
        record = pool.FindMessageTypeByName("dfmt.simpleperf.Record")
        make = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(pool).GetPrototype
        self = cls()
        self.record = make(record)
        return self

    def object(self, data):
        """As model.record()."""
        message = self.record()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")  # "not all data was converted" is one in Python
                message.ParseFromString(data)
        except Exception:  # also SystemError, as Python meets that warning in C
            raise model.Malformed from None
        return self.plain(message) or {"unknown": {}}

    def plain(self, message):
        out = {}
        for field, value in message.ListFields():
            if field.label == field.LABEL_REPEATED:
                out[field.name] = [self.plain(v) if field.message_type else v for v in value]
            else:
                out[field.name] = self.plain(value) if field.message_type else value
        return out

    def anew(self, data):
        """A record as protobuf writes it."""
        return self.record.FromString(data).SerializeToString(deterministic=True)
