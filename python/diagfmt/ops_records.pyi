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
    thread_name: str | None
    process_name: str | None
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
        thread_name: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
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
    linker_name: str | None
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
        linker_name: str | Bytes | None = ...,
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
    elf_addresses: list[int] | None
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
        elf_addresses: Sequence[int] | None = ...,
    ) -> None: ...

@final
class HeapGrowthFacts(Record):
    frames_by: str | int
    before_bytes: int
    after_bytes: int
    before_blocks: int
    after_blocks: int
    n_differences: int
    n_new: int
    n_gone: int
    n_grown: int
    n_shrunk: int
    n_same: int
    n_problems: int
    def __init__(
        self, *,
        frames_by: str | int | None = ...,
        before_bytes: int | None = ...,
        after_bytes: int | None = ...,
        before_blocks: int | None = ...,
        after_blocks: int | None = ...,
        n_differences: int | None = ...,
        n_new: int | None = ...,
        n_gone: int | None = ...,
        n_grown: int | None = ...,
        n_shrunk: int | None = ...,
        n_same: int | None = ...,
        n_problems: int | None = ...,
    ) -> None: ...

@final
class HeapGrowth(Record):
    change: str | int
    side: str | int
    bytes_delta: int
    before_bytes: int
    after_bytes: int
    blocks_delta: int
    before_blocks: int
    after_blocks: int
    frames: list[HeapFrame] | None
    elf_addresses: list[int] | None
    def __init__(
        self, *,
        change: str | int | None = ...,
        side: str | int | None = ...,
        bytes_delta: int | None = ...,
        before_bytes: int | None = ...,
        after_bytes: int | None = ...,
        blocks_delta: int | None = ...,
        before_blocks: int | None = ...,
        after_blocks: int | None = ...,
        frames: Sequence[HeapFrame] | None = ...,
        elf_addresses: Sequence[int] | None = ...,
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

@final
class InfoFile(Record):
    file: str | None
    set_name: str
    wrapper: str | int
    complete: bool
    format: str
    bytes: int
    n_records: int
    n_problems: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        wrapper: str | int | None = ...,
        complete: bool | None = ...,
        format: str | Bytes | None = ...,
        bytes: int | None = ...,
        n_records: int | None = ...,
        n_problems: int | None = ...,
    ) -> None: ...

@final
class InfoReport(Record):
    file: str | None
    set_name: str
    problem_type: str | None
    n_fields: int
    n_text: int
    n_base64: int
    n_missing: int
    n_repeated: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        problem_type: str | Bytes | None = ...,
        n_fields: int | None = ...,
        n_text: int | None = ...,
        n_base64: int | None = ...,
        n_missing: int | None = ...,
        n_repeated: int | None = ...,
    ) -> None: ...

@final
class InfoField(Record):
    file: str | None
    set_name: str
    category: str | int
    encoding: str | int
    compression: str | int | None
    repeated: bool
    key: str
    text: str | None
    n_lines: int | None
    stored_size: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        category: str | int | None = ...,
        encoding: str | int | None = ...,
        compression: str | int | None = ...,
        repeated: bool | None = ...,
        key: str | Bytes | None = ...,
        text: str | Bytes | None = ...,
        n_lines: int | None = ...,
        stored_size: int | None = ...,
    ) -> None: ...

@final
class InfoMissing(Record):
    file: str | None
    set_name: str
    key: str
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        key: str | Bytes | None = ...,
    ) -> None: ...

@final
class InfoTrace(Record):
    file: str | None
    set_name: str
    version: int
    semantic_version: int
    container: str | int
    api: str | None
    n_calls: int
    n_fake: int
    n_incomplete: int
    n_frames: int
    n_threads: int
    event_bytes: int
    n_blobs: int
    blob_bytes: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        version: int | None = ...,
        semantic_version: int | None = ...,
        container: str | int | None = ...,
        api: str | Bytes | None = ...,
        n_calls: int | None = ...,
        n_fake: int | None = ...,
        n_incomplete: int | None = ...,
        n_frames: int | None = ...,
        n_threads: int | None = ...,
        event_bytes: int | None = ...,
        n_blobs: int | None = ...,
        blob_bytes: int | None = ...,
    ) -> None: ...

@final
class InfoProperty(Record):
    file: str | None
    set_name: str
    key: str
    value: str
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        key: str | Bytes | None = ...,
        value: str | Bytes | None = ...,
    ) -> None: ...

@final
class InfoFunction(Record):
    file: str | None
    set_name: str
    function: str
    n_calls: int
    bytes: int
    n_blobs: int
    blob_bytes: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        function: str | Bytes | None = ...,
        n_calls: int | None = ...,
        bytes: int | None = ...,
        n_blobs: int | None = ...,
        blob_bytes: int | None = ...,
    ) -> None: ...

@final
class InfoFrame(Record):
    file: str | None
    set_name: str
    ended: bool
    frame: int
    first_call: int
    last_call: int
    n_calls: int
    bytes: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        ended: bool | None = ...,
        frame: int | None = ...,
        first_call: int | None = ...,
        last_call: int | None = ...,
        n_calls: int | None = ...,
        bytes: int | None = ...,
    ) -> None: ...

@final
class InfoProfile(Record):
    file: str | None
    set_name: str
    trace_offcpu: bool | None
    app: str | None
    event: str
    n_samples: int
    sample_count: int | None
    n_lost: int | None
    duration_ns: int
    n_stack_frames: int
    n_unnamed: int
    n_incomplete: int
    n_files: int
    n_symbols: int
    n_threads: int
    n_switches: int
    n_unknown: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        trace_offcpu: bool | None = ...,
        app: str | Bytes | None = ...,
        event: str | Bytes | None = ...,
        n_samples: int | None = ...,
        sample_count: int | None = ...,
        n_lost: int | None = ...,
        duration_ns: int | None = ...,
        n_stack_frames: int | None = ...,
        n_unnamed: int | None = ...,
        n_incomplete: int | None = ...,
        n_files: int | None = ...,
        n_symbols: int | None = ...,
        n_threads: int | None = ...,
        n_switches: int | None = ...,
        n_unknown: int | None = ...,
    ) -> None: ...

@final
class InfoEvent(Record):
    file: str | None
    set_name: str
    event_id: int
    event: str
    n_samples: int
    share: float
    count: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        event_id: int | None = ...,
        event: str | Bytes | None = ...,
        n_samples: int | None = ...,
        share: float | None = ...,
        count: int | None = ...,
    ) -> None: ...

@final
class InfoThread(Record):
    file: str | None
    set_name: str
    process_id: int
    thread_id: int
    thread_name: str
    count: int
    share: float
    n_samples: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        thread_name: str | Bytes | None = ...,
        count: int | None = ...,
        share: float | None = ...,
        n_samples: int | None = ...,
    ) -> None: ...

@final
class InfoPath(Record):
    file: str | None
    set_name: str
    file_id: int | None
    path: str
    count: int
    share: float
    n_samples: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        file_id: int | None = ...,
        path: str | Bytes | None = ...,
        count: int | None = ...,
        share: float | None = ...,
        n_samples: int | None = ...,
    ) -> None: ...

@final
class InfoHeap(Record):
    file: str | None
    set_name: str
    variant: str | int
    marker: str | int | None
    maps_failed: bool
    fingerprint: str | None
    header_bytes: int | None
    header_records: int | None
    backtrace_size: int | None
    bytes: int
    n_allocations: int
    n_alloc_records: int
    n_stacks: int
    n_without_frames: int
    app_bytes: int
    n_app_allocations: int
    zygote_bytes: int
    n_zygote_allocations: int
    n_maps: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        variant: str | int | None = ...,
        marker: str | int | None = ...,
        maps_failed: bool | None = ...,
        fingerprint: str | Bytes | None = ...,
        header_bytes: int | None = ...,
        header_records: int | None = ...,
        backtrace_size: int | None = ...,
        bytes: int | None = ...,
        n_allocations: int | None = ...,
        n_alloc_records: int | None = ...,
        n_stacks: int | None = ...,
        n_without_frames: int | None = ...,
        app_bytes: int | None = ...,
        n_app_allocations: int | None = ...,
        zygote_bytes: int | None = ...,
        n_zygote_allocations: int | None = ...,
        n_maps: int | None = ...,
    ) -> None: ...

@final
class InfoSize(Record):
    file: str | None
    set_name: str
    block_bytes: int
    bytes: int
    share: float
    n_allocations: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        block_bytes: int | None = ...,
        bytes: int | None = ...,
        share: float | None = ...,
        n_allocations: int | None = ...,
    ) -> None: ...

@final
class InfoStack(Record):
    file: str | None
    set_name: str
    bytes: int
    share: float
    n_allocations: int
    app_bytes: int
    frames: list[str]
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        bytes: int | None = ...,
        share: float | None = ...,
        n_allocations: int | None = ...,
        app_bytes: int | None = ...,
        frames: Sequence[str | Bytes] | None = ...,
    ) -> None: ...

@final
class InfoUse(Record):
    file: str | None
    set_name: str
    n_operations: int
    n_threads: int
    requested_bytes: int
    largest_request: int
    peak_bytes: int
    peak_bytes_op: int
    peak_blocks: int
    peak_blocks_op: int
    live_bytes: int
    live_blocks: int
    n_failed: int
    n_unknown_free: int
    n_unknown_realloc: int
    n_duplicate: int
    n_free_null: int
    duration_ns: int | None
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        n_operations: int | None = ...,
        n_threads: int | None = ...,
        requested_bytes: int | None = ...,
        largest_request: int | None = ...,
        peak_bytes: int | None = ...,
        peak_bytes_op: int | None = ...,
        peak_blocks: int | None = ...,
        peak_blocks_op: int | None = ...,
        live_bytes: int | None = ...,
        live_blocks: int | None = ...,
        n_failed: int | None = ...,
        n_unknown_free: int | None = ...,
        n_unknown_realloc: int | None = ...,
        n_duplicate: int | None = ...,
        n_free_null: int | None = ...,
        duration_ns: int | None = ...,
    ) -> None: ...

@final
class InfoOperation(Record):
    file: str | None
    set_name: str
    operation: str | int
    n_operations: int
    share: float
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        operation: str | int | None = ...,
        n_operations: int | None = ...,
        share: float | None = ...,
    ) -> None: ...

@final
class InfoLife(Record):
    file: str | None
    set_name: str
    least: int
    most: int
    n_blocks: int
    share: float
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        least: int | None = ...,
        most: int | None = ...,
        n_blocks: int | None = ...,
        share: float | None = ...,
    ) -> None: ...

@final
class InfoOwner(Record):
    file: str | None
    set_name: str
    thread_id: int
    n_operations: int
    share: float
    live_bytes: int
    live_blocks: int
    peak_bytes: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        thread_id: int | None = ...,
        n_operations: int | None = ...,
        share: float | None = ...,
        live_bytes: int | None = ...,
        live_blocks: int | None = ...,
        peak_bytes: int | None = ...,
    ) -> None: ...

@final
class InfoLog(Record):
    file: str | None
    set_name: str
    n_reports: int
    n_cut: int
    n_messages: int
    other_bytes: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        n_reports: int | None = ...,
        n_cut: int | None = ...,
        n_messages: int | None = ...,
        other_bytes: int | None = ...,
    ) -> None: ...

@final
class InfoKind(Record):
    file: str | None
    set_name: str
    kind: str
    n: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        kind: str | Bytes | None = ...,
        n: int | None = ...,
    ) -> None: ...

@final
class InfoProcess(Record):
    file: str | None
    set_name: str
    process_id: int | None
    n_reports: int
    n_messages: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        process_id: int | None = ...,
        n_reports: int | None = ...,
        n_messages: int | None = ...,
    ) -> None: ...

@final
class InfoDevice(Record):
    file: str | None
    set_name: str
    variant: str | int
    rule: str | int
    guessed: bool | None
    text_complete: bool | None
    taken: str | None
    taken_from: str | None
    android_release: str | None
    android_sdk: str | None
    device: str | None
    build: str | None
    version: str | None
    main_entry: str | None
    fallback: str | None
    text_size: int | None
    n_sections: int
    n_services: int
    n_entries: int
    stored_size: int
    decoded_size: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        variant: str | int | None = ...,
        rule: str | int | None = ...,
        guessed: bool | None = ...,
        text_complete: bool | None = ...,
        taken: str | Bytes | None = ...,
        taken_from: str | Bytes | None = ...,
        android_release: str | Bytes | None = ...,
        android_sdk: str | Bytes | None = ...,
        device: str | Bytes | None = ...,
        build: str | Bytes | None = ...,
        version: str | Bytes | None = ...,
        main_entry: str | Bytes | None = ...,
        fallback: str | Bytes | None = ...,
        text_size: int | None = ...,
        n_sections: int | None = ...,
        n_services: int | None = ...,
        n_entries: int | None = ...,
        stored_size: int | None = ...,
        decoded_size: int | None = ...,
    ) -> None: ...

@final
class InfoRole(Record):
    file: str | None
    set_name: str
    role: str | int
    n_entries: int
    stored_size: int
    decoded_size: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        role: str | int | None = ...,
        n_entries: int | None = ...,
        stored_size: int | None = ...,
        decoded_size: int | None = ...,
    ) -> None: ...

@final
class InfoSection(Record):
    file: str | None
    set_name: str
    closed: str | int
    result: str | int
    code: int | None
    title: str
    duration_us: int | None
    size: int
    number: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        closed: str | int | None = ...,
        result: str | int | None = ...,
        code: int | None = ...,
        title: str | Bytes | None = ...,
        duration_us: int | None = ...,
        size: int | None = ...,
        number: int | None = ...,
    ) -> None: ...

@final
class InfoService(Record):
    file: str | None
    set_name: str
    closed: str | int
    dump_priority: str | int
    timed_out: bool
    name: str
    duration_us: int | None
    size: int
    number: int
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        set_name: str | Bytes | None = ...,
        closed: str | int | None = ...,
        dump_priority: str | int | None = ...,
        timed_out: bool | None = ...,
        name: str | Bytes | None = ...,
        duration_us: int | None = ...,
        size: int | None = ...,
        number: int | None = ...,
    ) -> None: ...

@final
class ListEntry(Record):
    file: str | None
    key: str | None
    record: str | None
    state: str | None
    encoding: str | None
    compression: str | None
    kind: str | None
    flags: str | None
    format: str | None
    problem: str | None
    line: int | None
    byte_offset: int | None
    stored_size: int | None
    decoded_size: int | None
    duration_us: int | None
    number: int | None
    count: int | None
    thread_id: int | None
    process_id: int | None
    address: int | None
    bytes: int | None
    def __init__(
        self, *,
        file: str | Bytes | None = ...,
        key: str | Bytes | None = ...,
        record: str | Bytes | None = ...,
        state: str | Bytes | None = ...,
        encoding: str | Bytes | None = ...,
        compression: str | Bytes | None = ...,
        kind: str | Bytes | None = ...,
        flags: str | Bytes | None = ...,
        format: str | Bytes | None = ...,
        problem: str | Bytes | None = ...,
        line: int | None = ...,
        byte_offset: int | None = ...,
        stored_size: int | None = ...,
        decoded_size: int | None = ...,
        duration_us: int | None = ...,
        number: int | None = ...,
        count: int | None = ...,
        thread_id: int | None = ...,
        process_id: int | None = ...,
        address: int | None = ...,
        bytes: int | None = ...,
    ) -> None: ...

@final
class ListTotal(Record):
    n_entries: int
    n_problems: int
    n_no_codec: int
    def __init__(
        self, *,
        n_entries: int | None = ...,
        n_problems: int | None = ...,
        n_no_codec: int | None = ...,
    ) -> None: ...

@final
class ConvertResult(Record):
    variant: int
    format: str | None
    n_inputs: int
    n_read: int
    n_written: int
    bytes_in: int
    bytes_out: int
    n_problems: int
    n_left_out: int
    def __init__(
        self, *,
        variant: int | None = ...,
        format: str | Bytes | None = ...,
        n_inputs: int | None = ...,
        n_read: int | None = ...,
        n_written: int | None = ...,
        bytes_in: int | None = ...,
        bytes_out: int | None = ...,
        n_problems: int | None = ...,
        n_left_out: int | None = ...,
    ) -> None: ...

@final
class ConvertNote(Record):
    severity: str | int
    number: int | None
    input: int
    line: int | None
    byte_offset: int | None
    bytes: int | None
    file: str | None
    place: str | None
    message: str
    def __init__(
        self, *,
        severity: str | int | None = ...,
        number: int | None = ...,
        input: int | None = ...,
        line: int | None = ...,
        byte_offset: int | None = ...,
        bytes: int | None = ...,
        file: str | Bytes | None = ...,
        place: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
    ) -> None: ...

@final
class SearchLine(Record):
    context: bool
    file: str | None
    key: str | None
    line: int | None
    text: str | None
    count: int | None
    problem: str | None
    def __init__(
        self, *,
        context: bool | None = ...,
        file: str | Bytes | None = ...,
        key: str | Bytes | None = ...,
        line: int | None = ...,
        text: str | Bytes | None = ...,
        count: int | None = ...,
        problem: str | Bytes | None = ...,
    ) -> None: ...

@final
class SearchTotal(Record):
    n_lines: int
    n_problems: int
    def __init__(
        self, *,
        n_lines: int | None = ...,
        n_problems: int | None = ...,
    ) -> None: ...

@final
class DiffFacts(Record):
    equal: bool
    complete: bool
    partial: bool
    n_before: int
    n_after: int
    n_differences: int
    n_left_out: int
    n_problems: int
    def __init__(
        self, *,
        equal: bool | None = ...,
        complete: bool | None = ...,
        partial: bool | None = ...,
        n_before: int | None = ...,
        n_after: int | None = ...,
        n_differences: int | None = ...,
        n_left_out: int | None = ...,
        n_problems: int | None = ...,
    ) -> None: ...

@final
class DiffRow(Record):
    change: str | int
    record: str
    before_place: str | None
    after_place: str | None
    before_offset: int | None
    after_offset: int | None
    member: str | None
    before: str | None
    after: str | None
    def __init__(
        self, *,
        change: str | int | None = ...,
        record: str | Bytes | None = ...,
        before_place: str | Bytes | None = ...,
        after_place: str | Bytes | None = ...,
        before_offset: int | None = ...,
        after_offset: int | None = ...,
        member: str | Bytes | None = ...,
        before: str | Bytes | None = ...,
        after: str | Bytes | None = ...,
    ) -> None: ...

@final
class ExtractProblem(Record):
    what: str | int
    severity: str | int
    status: int
    number: int | None
    option: int | None
    needed: int | None
    line: int | None
    byte_offset: int | None
    skipped: int | None
    file: str | None
    key: str | None
    problem: str
    def __init__(
        self, *,
        what: str | int | None = ...,
        severity: str | int | None = ...,
        status: int | None = ...,
        number: int | None = ...,
        option: int | None = ...,
        needed: int | None = ...,
        line: int | None = ...,
        byte_offset: int | None = ...,
        skipped: int | None = ...,
        file: str | Bytes | None = ...,
        key: str | Bytes | None = ...,
        problem: str | Bytes | None = ...,
    ) -> None: ...

@final
class ExtractTotal(Record):
    n_files: int
    bytes: int
    n_problems: int
    n_left_out: int
    def __init__(
        self, *,
        n_files: int | None = ...,
        bytes: int | None = ...,
        n_problems: int | None = ...,
        n_left_out: int | None = ...,
    ) -> None: ...

@final
class ShareRow(Record):
    value_class: str | int
    spelling: str | int
    how: str | int
    carrier: str
    n: int
    def __init__(
        self, *,
        value_class: str | int | None = ...,
        spelling: str | int | None = ...,
        how: str | int | None = ...,
        carrier: str | Bytes | None = ...,
        n: int | None = ...,
    ) -> None: ...

@final
class ShareResult(Record):
    n_values: int
    n_places: int
    n_lines: int
    bytes_in: int
    bytes_out: int
    n_left_out: int
    def __init__(
        self, *,
        n_values: int | None = ...,
        n_places: int | None = ...,
        n_lines: int | None = ...,
        bytes_in: int | None = ...,
        bytes_out: int | None = ...,
        n_left_out: int | None = ...,
    ) -> None: ...

@final
class ShareLeftOut(Record):
    input: int
    name: str
    message: str
    def __init__(
        self, *,
        input: int | None = ...,
        name: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
    ) -> None: ...

@final
class ShareDoubtful(Record):
    value_class: str | int
    n_values: int
    def __init__(
        self, *,
        value_class: str | int | None = ...,
        n_values: int | None = ...,
    ) -> None: ...

@final
class ShareUnmatched(Record):
    pattern: int
    def __init__(
        self, *,
        pattern: int | None = ...,
    ) -> None: ...

@final
class TriageFinding(Record):
    rank: int
    severity: int | None
    known: bool
    truncated: bool
    process_id: int | None
    input: int
    count: int
    file: str | None
    kind: str
    process_name: str | None
    time_text: str | None
    signature: str | None
    address_signature: str | None
    title: str | None
    message: str | None
    retraced: bool
    place: str | None
    evidence: list[TriageEvidence]
    def __init__(
        self, *,
        rank: int | None = ...,
        severity: int | None = ...,
        known: bool | None = ...,
        truncated: bool | None = ...,
        process_id: int | None = ...,
        input: int | None = ...,
        count: int | None = ...,
        file: str | Bytes | None = ...,
        kind: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
        signature: str | Bytes | None = ...,
        address_signature: str | Bytes | None = ...,
        title: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
        retraced: bool | None = ...,
        place: str | Bytes | None = ...,
        evidence: Sequence[TriageEvidence] | None = ...,
    ) -> None: ...

@final
class TriageResult(Record):
    input: int | None
    n_findings: int
    n_known: int
    n_damaged: int
    byte_offset: int | None
    file: str | None
    format: str | None
    problem: str | None
    def __init__(
        self, *,
        input: int | None = ...,
        n_findings: int | None = ...,
        n_known: int | None = ...,
        n_damaged: int | None = ...,
        byte_offset: int | None = ...,
        file: str | Bytes | None = ...,
        format: str | Bytes | None = ...,
        problem: str | Bytes | None = ...,
    ) -> None: ...

@final
class TriageEvidence(Record):
    entry: str | None
    section: str | None
    start_offset: int
    line: int | None
    def __init__(
        self, *,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
    ) -> None: ...
