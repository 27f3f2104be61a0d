# SPDX-License-Identifier: MIT
"""Records of simpleperf files through the official protobuf package, by the library's schema."""

import warnings

import corpus
import protobuf
import simpleperf_model as model

PROTO = corpus.SOURCE_ROOT / "lib" / "simpleperf" / "simpleperf.proto"


class Official:
    """Protobuf's own decoder; None where it is not there."""

    @classmethod
    def make(cls):
        record = protobuf.message_class(PROTO, "dfmt.simpleperf.Record")
        if not record:
            return None
        self = cls()
        self.record = record
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
        return protobuf.plain(message) or {"unknown": {}}

    def anew(self, data):
        """A record as protobuf writes it."""
        return self.record.FromString(data).SerializeToString(deterministic=True)
