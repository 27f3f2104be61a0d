# SPDX-License-Identifier: MIT
# Made by make_stubs.py from the library's descriptions. The C headers say what each member is.
from collections.abc import Iterable, Sequence
from typing import Any, final

from ._convert import Record
from .values import Value

Bytes = bytes  # some records have a member of that name

@final
class ProfileFacts(Record):
    weight: str
    unit: str
    total: int
    count: int
    n_left_out: int
    n_inputs: int
    n_partial: int
    n_dropped: int
    def __init__(
        self, *,
        weight: str | Bytes | None = ...,
        unit: str | Bytes | None = ...,
        total: int | None = ...,
        count: int | None = ...,
        n_left_out: int | None = ...,
        n_inputs: int | None = ...,
        n_partial: int | None = ...,
        n_dropped: int | None = ...,
    ) -> None: ...

@final
class ProfileRow(Record):
    depth: int | None
    thread_id: int | None
    process_id: int | None
    event: str | None
    thread: str | None
    process: str | None
    heap: str | None
    self: int | None
    total: int
    self_share: float | None
    total_share: float
    self_count: int | None
    total_count: int
    block_bytes: int | None
    function: str | None
    linker_name: str | None
    file: str | None
    frames: list[ProfileFrame] | None
    def __init__(
        this, *,
        depth: int | None = ...,
        thread_id: int | None = ...,
        process_id: int | None = ...,
        event: str | Bytes | None = ...,
        thread: str | Bytes | None = ...,
        process: str | Bytes | None = ...,
        heap: str | Bytes | None = ...,
        self: int | None = ...,
        total: int | None = ...,
        self_share: float | None = ...,
        total_share: float | None = ...,
        self_count: int | None = ...,
        total_count: int | None = ...,
        block_bytes: int | None = ...,
        function: str | Bytes | None = ...,
        linker_name: str | Bytes | None = ...,
        file: str | Bytes | None = ...,
        frames: Sequence[ProfileFrame] | None = ...,
    ) -> None: ...

@final
class ProfileFrame(Record):
    function: str
    file: str
    def __init__(
        self, *,
        function: str | Bytes | None = ...,
        file: str | Bytes | None = ...,
    ) -> None: ...

@final
class CompareFacts(Record):
    weight: str
    unit: str
    n_before: int
    n_after: int
    total_before: float
    total_after: float
    scale: float
    n_changed: int
    def __init__(
        self, *,
        weight: str | Bytes | None = ...,
        unit: str | Bytes | None = ...,
        n_before: int | None = ...,
        n_after: int | None = ...,
        total_before: float | None = ...,
        total_after: float | None = ...,
        scale: float | None = ...,
        n_changed: int | None = ...,
    ) -> None: ...

@final
class CompareRow(Record):
    verdict: str | int
    before: float
    after: float
    delta: float
    before_share: float
    after_share: float
    delta_share: float
    low: float | None
    high: float | None
    q: float | None
    function: str | None
    file: str | None
    def __init__(
        self, *,
        verdict: str | int | None = ...,
        before: float | None = ...,
        after: float | None = ...,
        delta: float | None = ...,
        before_share: float | None = ...,
        after_share: float | None = ...,
        delta_share: float | None = ...,
        low: float | None = ...,
        high: float | None = ...,
        q: float | None = ...,
        function: str | Bytes | None = ...,
        file: str | Bytes | None = ...,
    ) -> None: ...

@final
class HeapFacts(Record):
    partial: bool
    limited: bool
    bytes: int
    blocks: int
    allocated_bytes: int
    allocated_blocks: int
    peak_bytes: int
    peak_blocks: int
    app_bytes: int
    app_blocks: int
    at_ns: int
    n_ops: int
    n_unknown_frees: int
    n_unknown_reallocs: int
    n_duplicates: int
    n_announced: int
    n_problems: int
    def __init__(
        self, *,
        partial: bool | None = ...,
        limited: bool | None = ...,
        bytes: int | None = ...,
        blocks: int | None = ...,
        allocated_bytes: int | None = ...,
        allocated_blocks: int | None = ...,
        peak_bytes: int | None = ...,
        peak_blocks: int | None = ...,
        app_bytes: int | None = ...,
        app_blocks: int | None = ...,
        at_ns: int | None = ...,
        n_ops: int | None = ...,
        n_unknown_frees: int | None = ...,
        n_unknown_reallocs: int | None = ...,
        n_duplicates: int | None = ...,
        n_announced: int | None = ...,
        n_problems: int | None = ...,
    ) -> None: ...

@final
class HeapRow(Record):
    thread_id: int | None
    process_id: int | None
    bytes: int
    blocks: int
    allocated_bytes: int | None
    allocated_blocks: int | None
    peak_bytes: int | None
    peak_blocks: int | None
    app_bytes: int | None
    app_blocks: int | None
    block_bytes: int | None
    oldest_op_number: int | None
    oldest_start_ns: int | None
    oldest_age_ns: int | None
    program: str | None
    frames: list[HeapFrame] | None
    def __init__(
        self, *,
        thread_id: int | None = ...,
        process_id: int | None = ...,
        bytes: int | None = ...,
        blocks: int | None = ...,
        allocated_bytes: int | None = ...,
        allocated_blocks: int | None = ...,
        peak_bytes: int | None = ...,
        peak_blocks: int | None = ...,
        app_bytes: int | None = ...,
        app_blocks: int | None = ...,
        block_bytes: int | None = ...,
        oldest_op_number: int | None = ...,
        oldest_start_ns: int | None = ...,
        oldest_age_ns: int | None = ...,
        program: str | Bytes | None = ...,
        frames: Sequence[HeapFrame] | None = ...,
    ) -> None: ...

@final
class HeapFrame(Record):
    function: str | None
    function_offset: int | None
    file: str | None
    file_offset: int | None
    library_offset: int | None
    pc: int | None
    def __init__(
        self, *,
        function: str | Bytes | None = ...,
        function_offset: int | None = ...,
        file: str | Bytes | None = ...,
        file_offset: int | None = ...,
        library_offset: int | None = ...,
        pc: int | None = ...,
    ) -> None: ...

@final
class VerifyProblem(Record):
    severity: str | int
    number: int | None
    counts: bool
    input: int
    line: int | None
    byte_offset: int | None
    file: str | None
    place: str | None
    message: str
    def __init__(
        self, *,
        severity: str | int | None = ...,
        number: int | None = ...,
        counts: bool | None = ...,
        input: int | None = ...,
        line: int | None = ...,
        byte_offset: int | None = ...,
        file: str | Bytes | None = ...,
        place: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
    ) -> None: ...

@final
class VerifyResult(Record):
    verdict: str | int
    input: int | None
    file: str | None
    format: str | None
    n_problems: int
    n_notes: int
    n_records: int
    n_values: int
    value_bytes: int
    n_unchecked: int
    n_no_codec: int
    n_left_out: int
    def __init__(
        self, *,
        verdict: str | int | None = ...,
        input: int | None = ...,
        file: str | Bytes | None = ...,
        format: str | Bytes | None = ...,
        n_problems: int | None = ...,
        n_notes: int | None = ...,
        n_records: int | None = ...,
        n_values: int | None = ...,
        value_bytes: int | None = ...,
        n_unchecked: int | None = ...,
        n_no_codec: int | None = ...,
        n_left_out: int | None = ...,
    ) -> None: ...
