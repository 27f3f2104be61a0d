# SPDX-License-Identifier: MIT
# Made by make_stubs.py from the library's descriptions. The C headers say what each member is.
from collections.abc import Iterable, Sequence
from typing import Any, final

from ._convert import Record
from .values import Value

Bytes = bytes  # some records have a member of that name

@final
class Diagnostic(Record):
    number: int
    severity: str | int
    status: str | int
    byte_offset: int | None
    line: int | None
    skipped: int | None
    message: str
    def __init__(
        self, *,
        number: int | None = ...,
        severity: str | int | None = ...,
        status: str | int | None = ...,
        byte_offset: int | None = ...,
        line: int | None = ...,
        skipped: int | None = ...,
        message: str | Bytes | None = ...,
    ) -> None: ...

@final
class Opaque(Record):
    native_type: int
    data: Bytes | None
    def __init__(
        self, *,
        native_type: int | None = ...,
        data: str | Bytes | None = ...,
    ) -> None: ...

@final
class Pair(Record):
    key: str
    value: str
    def __init__(
        self, *,
        key: str | Bytes | None = ...,
        value: str | Bytes | None = ...,
    ) -> None: ...

@final
class Error(Record):
    status: str | int
    number: int
    option: int
    origin: str | int
    sys_errno: int
    offset: int
    line: int
    needed: int
    message: str | None
    def __init__(
        self, *,
        status: str | int | None = ...,
        number: int | None = ...,
        option: int | None = ...,
        origin: str | int | None = ...,
        sys_errno: int | None = ...,
        offset: int | None = ...,
        line: int | None = ...,
        needed: int | None = ...,
        message: str | None = ...,
    ) -> None: ...

@final
class Option(Record):
    name: str | None
    help: str | None
    key: int
    kind: int
    unit: str | int
    words: int
    format: int
    roles: frozenset[str | int]
    lo: int
    hi: int
    def __init__(
        self, *,
        name: str | None = ...,
        help: str | None = ...,
        key: int | None = ...,
        kind: int | None = ...,
        unit: str | int | None = ...,
        words: int | None = ...,
        format: int | None = ...,
        roles: Iterable[str | int] | int | None = ...,
        lo: int | None = ...,
        hi: int | None = ...,
    ) -> None: ...

@final
class Event(Record):
    type: int
    offset: int
    length: int
    flags: frozenset[str | int]
    body: Record | None
    raw: Bytes
    def __init__(
        self, *,
        type: int | None = ...,
        offset: int | None = ...,
        length: int | None = ...,
        flags: Iterable[str | int] | int | None = ...,
        body: Record | None = ...,
        raw: str | Bytes | None = ...,
    ) -> None: ...

@final
class Probe(Record):
    format: int
    variant: int
    score: int
    wrapper: str | int
    wants: int
    def __init__(
        self, *,
        format: int | None = ...,
        variant: int | None = ...,
        score: int | None = ...,
        wrapper: str | int | None = ...,
        wants: int | None = ...,
    ) -> None: ...

@final
class Field(Record):
    name: str | None
    kind: int
    offset: int
    elem_type: int
    count_offset: int
    present_mask: int
    unit: str | int
    flags: int
    since: int
    def __init__(
        self, *,
        name: str | None = ...,
        kind: int | None = ...,
        offset: int | None = ...,
        elem_type: int | None = ...,
        count_offset: int | None = ...,
        present_mask: int | None = ...,
        unit: str | int | None = ...,
        flags: int | None = ...,
        since: int | None = ...,
    ) -> None: ...

@final
class Type(Record):
    name: str | None
    c_name: str | None
    shape: int
    body_size: int
    present_offset: int
    number: int
    fields: list[Field]
    def __init__(
        self, *,
        name: str | None = ...,
        c_name: str | None = ...,
        shape: int | None = ...,
        body_size: int | None = ...,
        present_offset: int | None = ...,
        number: int | None = ...,
        fields: Sequence[Field] | None = ...,
    ) -> None: ...

@final
class ApportField(Record):
    encoding: str | int
    compression: str | int | None
    kind: str | int | None
    flags: frozenset[str | int]
    key: str
    text: str | None
    line: int | None
    stored_size: int | None
    decoded_size: int | None
    def __init__(
        self, *,
        encoding: str | int | None = ...,
        compression: str | int | None = ...,
        kind: str | int | None = ...,
        flags: Iterable[str | int] | int | None = ...,
        key: str | Bytes | None = ...,
        text: str | Bytes | None = ...,
        line: int | None = ...,
        stored_size: int | None = ...,
        decoded_size: int | None = ...,
    ) -> None: ...

@final
class ApportKey(Record):
    name: str | None
    meaning: str | None
    value: str | int
    category: str | int
    required: frozenset[str | int]
    collected: frozenset[str | int]
    always_text: bool
    def __init__(
        self, *,
        name: str | None = ...,
        meaning: str | None = ...,
        value: str | int | None = ...,
        category: str | int | None = ...,
        required: Iterable[str | int] | int | None = ...,
        collected: Iterable[str | int] | int | None = ...,
        always_text: bool | None = ...,
    ) -> None: ...

@final
class ApportReport(Record):
    signal: int | None
    problem_type: str | None
    time_local_s: int | None
    time_text: str | None
    title: str | None
    distro_release: str | None
    architecture: str | None
    uname: str | None
    package: str | None
    source_package: str | None
    package_architecture: str | None
    executable_path: str | None
    interpreter_path: str | None
    proc_cmdline: str | None
    proc_cwd: str | None
    signal_text: str | None
    signal_name: str | None
    stacktrace_top: str | None
    stacktrace_address_signature: str | None
    traceback: str | None
    assertion_message: str | None
    duplicate_signature: str | None
    tags: str | None
    n_fields: int
    core_bytes: int | None
    has_core: bool
    def __init__(
        self, *,
        signal: int | None = ...,
        problem_type: str | Bytes | None = ...,
        time_local_s: int | None = ...,
        time_text: str | Bytes | None = ...,
        title: str | Bytes | None = ...,
        distro_release: str | Bytes | None = ...,
        architecture: str | Bytes | None = ...,
        uname: str | Bytes | None = ...,
        package: str | Bytes | None = ...,
        source_package: str | Bytes | None = ...,
        package_architecture: str | Bytes | None = ...,
        executable_path: str | Bytes | None = ...,
        interpreter_path: str | Bytes | None = ...,
        proc_cmdline: str | Bytes | None = ...,
        proc_cwd: str | Bytes | None = ...,
        signal_text: str | Bytes | None = ...,
        signal_name: str | Bytes | None = ...,
        stacktrace_top: str | Bytes | None = ...,
        stacktrace_address_signature: str | Bytes | None = ...,
        traceback: str | Bytes | None = ...,
        assertion_message: str | Bytes | None = ...,
        duplicate_signature: str | Bytes | None = ...,
        tags: str | Bytes | None = ...,
        n_fields: int | None = ...,
        core_bytes: int | None = ...,
        has_core: bool | None = ...,
    ) -> None: ...

@final
class ApportSignature(Record):
    has_useful_stacktrace: bool | None
    retraced_useful: bool | None
    crash_signature_error: str | int | None
    crash_signature_addresses_error: str | int | None
    standard_title_error: str | int | None
    has_useful_stacktrace_error: str | int | None
    stacktrace_top_function_error: str | int | None
    duplicate_signature_error: str | int | None
    generated_top_error: str | int | None
    retraced_signature_error: str | int | None
    retraced_title_error: str | int | None
    crash_signature: str | None
    crash_signature_addresses: str | None
    standard_title: str | None
    stacktrace_top_function: str | None
    duplicate_signature: str | None
    duplicate_hash: str | None
    generated_top: str | None
    retraced_signature: str | None
    retraced_title: str | None
    def __init__(
        self, *,
        has_useful_stacktrace: bool | None = ...,
        retraced_useful: bool | None = ...,
        crash_signature_error: str | int | None = ...,
        crash_signature_addresses_error: str | int | None = ...,
        standard_title_error: str | int | None = ...,
        has_useful_stacktrace_error: str | int | None = ...,
        stacktrace_top_function_error: str | int | None = ...,
        duplicate_signature_error: str | int | None = ...,
        generated_top_error: str | int | None = ...,
        retraced_signature_error: str | int | None = ...,
        retraced_title_error: str | int | None = ...,
        crash_signature: str | Bytes | None = ...,
        crash_signature_addresses: str | Bytes | None = ...,
        standard_title: str | Bytes | None = ...,
        stacktrace_top_function: str | Bytes | None = ...,
        duplicate_signature: str | Bytes | None = ...,
        duplicate_hash: str | Bytes | None = ...,
        generated_top: str | Bytes | None = ...,
        retraced_signature: str | Bytes | None = ...,
        retraced_title: str | Bytes | None = ...,
    ) -> None: ...

@final
class ApportFrame(Record):
    field: str | int
    number: int
    signal_handler: bool
    thread_number: int | None
    address: int | None
    source_line: int | None
    function: str | None
    arguments: str | None
    source_path: str | None
    library: str | None
    def __init__(
        self, *,
        field: str | int | None = ...,
        number: int | None = ...,
        signal_handler: bool | None = ...,
        thread_number: int | None = ...,
        address: int | None = ...,
        source_line: int | None = ...,
        function: str | Bytes | None = ...,
        arguments: str | Bytes | None = ...,
        source_path: str | Bytes | None = ...,
        library: str | Bytes | None = ...,
    ) -> None: ...

@final
class ApportTriageFinding(Record):
    kind: str | int
    signature: str | None
    address_signature: str | None
    title: str | None
    executable_path: str | None
    retraced: bool
    def __init__(
        self, *,
        kind: str | int | None = ...,
        signature: str | Bytes | None = ...,
        address_signature: str | Bytes | None = ...,
        title: str | Bytes | None = ...,
        executable_path: str | Bytes | None = ...,
        retraced: bool | None = ...,
    ) -> None: ...

@final
class ApitraceHeader(Record):
    version: int
    semantic_version: int | None
    container: str | int
    properties: list[Pair] | None
    def __init__(
        self, *,
        version: int | None = ...,
        semantic_version: int | None = ...,
        container: str | int | None = ...,
        properties: Sequence[Pair] | None = ...,
    ) -> None: ...

@final
class ApitraceCall(Record):
    flags: frozenset[str | int]
    number: int
    thread_id: int | None
    stored_flags: int | None
    name: str | None
    sig: ApitraceSig | None
    args: list[ApitraceArg] | None
    ret: Value | None
    frames: list[ApitraceFrame] | None
    enter_offset: int | None
    enter_length: int | None
    leave_offset: int | None
    leave_length: int | None
    def __init__(
        self, *,
        flags: Iterable[str | int] | int | None = ...,
        number: int | None = ...,
        thread_id: int | None = ...,
        stored_flags: int | None = ...,
        name: str | Bytes | None = ...,
        sig: ApitraceSig | None = ...,
        args: Sequence[ApitraceArg] | None = ...,
        ret: Any | None = ...,
        frames: Sequence[ApitraceFrame] | None = ...,
        enter_offset: int | None = ...,
        enter_length: int | None = ...,
        leave_offset: int | None = ...,
        leave_length: int | None = ...,
    ) -> None: ...

@final
class ApitraceEnter(Record):
    flags: frozenset[str | int]
    number: int
    thread_id: int | None
    stored_flags: int | None
    name: str | None
    sig: ApitraceSig | None
    args: list[ApitraceArg] | None
    ret: Value | None
    frames: list[ApitraceFrame] | None
    enter_offset: int | None
    enter_length: int | None
    leave_offset: int | None
    leave_length: int | None
    def __init__(
        self, *,
        flags: Iterable[str | int] | int | None = ...,
        number: int | None = ...,
        thread_id: int | None = ...,
        stored_flags: int | None = ...,
        name: str | Bytes | None = ...,
        sig: ApitraceSig | None = ...,
        args: Sequence[ApitraceArg] | None = ...,
        ret: Any | None = ...,
        frames: Sequence[ApitraceFrame] | None = ...,
        enter_offset: int | None = ...,
        enter_length: int | None = ...,
        leave_offset: int | None = ...,
        leave_length: int | None = ...,
    ) -> None: ...

@final
class ApitraceLeave(Record):
    flags: frozenset[str | int]
    number: int
    thread_id: int | None
    stored_flags: int | None
    name: str | None
    sig: ApitraceSig | None
    args: list[ApitraceArg] | None
    ret: Value | None
    frames: list[ApitraceFrame] | None
    enter_offset: int | None
    enter_length: int | None
    leave_offset: int | None
    leave_length: int | None
    def __init__(
        self, *,
        flags: Iterable[str | int] | int | None = ...,
        number: int | None = ...,
        thread_id: int | None = ...,
        stored_flags: int | None = ...,
        name: str | Bytes | None = ...,
        sig: ApitraceSig | None = ...,
        args: Sequence[ApitraceArg] | None = ...,
        ret: Any | None = ...,
        frames: Sequence[ApitraceFrame] | None = ...,
        enter_offset: int | None = ...,
        enter_length: int | None = ...,
        leave_offset: int | None = ...,
        leave_length: int | None = ...,
    ) -> None: ...

@final
class ApitraceBlob(Record):
    number: int
    ordinal: int
    size: int
    def __init__(
        self, *,
        number: int | None = ...,
        ordinal: int | None = ...,
        size: int | None = ...,
    ) -> None: ...

@final
class ApitraceStream(Record):
    container: str | int
    size: int | None
    def __init__(
        self, *,
        container: str | int | None = ...,
        size: int | None = ...,
    ) -> None: ...

@final
class ApitraceValue(Record):
    kind: str | int
    span: int
    bits: int
    ptr: int | None
    aux: int
    def __init__(
        self, *,
        kind: str | int | None = ...,
        span: int | None = ...,
        bits: int | None = ...,
        ptr: int | None = ...,
        aux: int | None = ...,
    ) -> None: ...

@final
class ApitraceArg(Record):
    name: str
    value: Value | None
    number: int
    def __init__(
        self, *,
        name: str | Bytes | None = ...,
        value: Any | None = ...,
        number: int | None = ...,
    ) -> None: ...

@final
class ApitraceSig(Record):
    kind: str | int
    id: int
    name: str
    members: list[str]
    member_values: list[int]
    def_offset: int
    flags: frozenset[str | int]
    digest: int
    lookup_order: list[int]
    def __init__(
        self, *,
        kind: str | int | None = ...,
        id: int | None = ...,
        name: str | Bytes | None = ...,
        members: Sequence[str | Bytes] | None = ...,
        member_values: Sequence[int] | None = ...,
        def_offset: int | None = ...,
        flags: Iterable[str | int] | int | None = ...,
        digest: int | None = ...,
        lookup_order: Sequence[int] | None = ...,
    ) -> None: ...

@final
class ApitraceFrame(Record):
    id: int
    module: str | None
    function: str | None
    file: str | None
    line: int | None
    function_offset: int | None
    def_offset: int
    def __init__(
        self, *,
        id: int | None = ...,
        module: str | Bytes | None = ...,
        function: str | Bytes | None = ...,
        file: str | Bytes | None = ...,
        line: int | None = ...,
        function_offset: int | None = ...,
        def_offset: int | None = ...,
    ) -> None: ...

@final
class ApitraceCallArg(Record):
    kind: str | int
    call_number: int
    thread_id: int | None
    function: str | None
    arg_number: int | None
    name: str | None
    value_int: int | None
    value_uint: int | None
    value_float: float | None
    value_text: str | None
    blob_bytes: int | None
    value_tree: Value | None
    returned: bool
    def __init__(
        self, *,
        kind: str | int | None = ...,
        call_number: int | None = ...,
        thread_id: int | None = ...,
        function: str | Bytes | None = ...,
        arg_number: int | None = ...,
        name: str | Bytes | None = ...,
        value_int: int | None = ...,
        value_uint: int | None = ...,
        value_float: float | None = ...,
        value_text: str | Bytes | None = ...,
        blob_bytes: int | None = ...,
        value_tree: Any | None = ...,
        returned: bool | None = ...,
    ) -> None: ...

@final
class ApitraceFrameSummary(Record):
    number: int
    n_calls: int
    first_call_number: int
    last_call_number: int
    n_threads: int
    n_renders: int
    blob_bytes: int
    complete: bool
    def __init__(
        self, *,
        number: int | None = ...,
        n_calls: int | None = ...,
        first_call_number: int | None = ...,
        last_call_number: int | None = ...,
        n_threads: int | None = ...,
        n_renders: int | None = ...,
        blob_bytes: int | None = ...,
        complete: bool | None = ...,
    ) -> None: ...

@final
class SimpleperfMeta(Record):
    trace_offcpu: bool | None
    event_types: list[str] | None
    app_package_name: str | None
    app_type: str | None
    android_sdk_version: str | None
    android_build_type: str | None
    unknown: Bytes | None
    record_unknown: Bytes | None
    def __init__(
        self, *,
        trace_offcpu: bool | None = ...,
        event_types: Sequence[str | Bytes] | None = ...,
        app_package_name: str | Bytes | None = ...,
        app_type: str | Bytes | None = ...,
        android_sdk_version: str | Bytes | None = ...,
        android_build_type: str | Bytes | None = ...,
        unknown: str | Bytes | None = ...,
        record_unknown: str | Bytes | None = ...,
    ) -> None: ...

@final
class SimpleperfSample(Record):
    event_type_id: int | None
    time_ns: int | None
    event_count: int | None
    thread_id: int | None
    unwind_code: str | int | None
    frames: list[SimpleperfFrame] | None
    unwind_addr: int | None
    unwind_raw_code: int | None
    unknown: Bytes | None
    record_unknown: Bytes | None
    unwind_unknown: Bytes | None
    frame_unknown: list[SimpleperfFrameUnknown] | None
    def __init__(
        self, *,
        event_type_id: int | None = ...,
        time_ns: int | None = ...,
        event_count: int | None = ...,
        thread_id: int | None = ...,
        unwind_code: str | int | None = ...,
        frames: Sequence[SimpleperfFrame] | None = ...,
        unwind_addr: int | None = ...,
        unwind_raw_code: int | None = ...,
        unknown: str | Bytes | None = ...,
        record_unknown: str | Bytes | None = ...,
        unwind_unknown: str | Bytes | None = ...,
        frame_unknown: Sequence[SimpleperfFrameUnknown] | None = ...,
    ) -> None: ...

@final
class SimpleperfLost(Record):
    sample_count: int | None
    lost_count: int | None
    unknown: Bytes | None
    record_unknown: Bytes | None
    def __init__(
        self, *,
        sample_count: int | None = ...,
        lost_count: int | None = ...,
        unknown: str | Bytes | None = ...,
        record_unknown: str | Bytes | None = ...,
    ) -> None: ...

@final
class SimpleperfFile(Record):
    id: int | None
    path: str | None
    symbols: list[str] | None
    mangled: list[str] | None
    unknown: Bytes | None
    record_unknown: Bytes | None
    def __init__(
        self, *,
        id: int | None = ...,
        path: str | Bytes | None = ...,
        symbols: Sequence[str | Bytes] | None = ...,
        mangled: Sequence[str | Bytes] | None = ...,
        unknown: str | Bytes | None = ...,
        record_unknown: str | Bytes | None = ...,
    ) -> None: ...

@final
class SimpleperfThread(Record):
    thread_id: int | None
    process_id: int | None
    name: str | None
    unknown: Bytes | None
    record_unknown: Bytes | None
    def __init__(
        self, *,
        thread_id: int | None = ...,
        process_id: int | None = ...,
        name: str | Bytes | None = ...,
        unknown: str | Bytes | None = ...,
        record_unknown: str | Bytes | None = ...,
    ) -> None: ...

@final
class SimpleperfSwitch(Record):
    switch_on: bool | None
    time_ns: int | None
    thread_id: int | None
    unknown: Bytes | None
    record_unknown: Bytes | None
    def __init__(
        self, *,
        switch_on: bool | None = ...,
        time_ns: int | None = ...,
        thread_id: int | None = ...,
        unknown: str | Bytes | None = ...,
        record_unknown: str | Bytes | None = ...,
    ) -> None: ...

@final
class SimpleperfColumns(Record):
    time_ns: list[int]
    event_count: list[int]
    thread_id: list[int]
    event_type_id: list[int]
    present: list[int]
    first_frame: list[int]
    frames: list[SimpleperfFrame]
    def __init__(
        self, *,
        time_ns: Sequence[int] | None = ...,
        event_count: Sequence[int] | None = ...,
        thread_id: Sequence[int] | None = ...,
        event_type_id: Sequence[int] | None = ...,
        present: Sequence[int] | None = ...,
        first_frame: Sequence[int] | None = ...,
        frames: Sequence[SimpleperfFrame] | None = ...,
    ) -> None: ...

@final
class SimpleperfFrame(Record):
    vaddr: int | None
    file_id: int | None
    symbol_id: int | None
    execution: str | int | None
    def __init__(
        self, *,
        vaddr: int | None = ...,
        file_id: int | None = ...,
        symbol_id: int | None = ...,
        execution: str | int | None = ...,
    ) -> None: ...

@final
class SimpleperfFrameUnknown(Record):
    frame: int
    data: Bytes
    def __init__(
        self, *,
        frame: int | None = ...,
        data: str | Bytes | None = ...,
    ) -> None: ...

@final
class SimpleperfStackFrame(Record):
    depth: int
    sample_number: int
    time_ns: int | None
    event_count: int | None
    event_type_id: int | None
    thread_id: int | None
    process_id: int | None
    execution: str | int | None
    vaddr: int | None
    event_type: str | None
    thread_name: str | None
    process_name: str | None
    symbol: str | None
    mangled: str | None
    path: str | None
    def __init__(
        self, *,
        depth: int | None = ...,
        sample_number: int | None = ...,
        time_ns: int | None = ...,
        event_count: int | None = ...,
        event_type_id: int | None = ...,
        thread_id: int | None = ...,
        process_id: int | None = ...,
        execution: str | int | None = ...,
        vaddr: int | None = ...,
        event_type: str | Bytes | None = ...,
        thread_name: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
        symbol: str | Bytes | None = ...,
        mangled: str | Bytes | None = ...,
        path: str | Bytes | None = ...,
    ) -> None: ...

@final
class MallocdbgHeader(Record):
    variant: str | int
    version: str | None
    fingerprint: str | None
    total_bytes: int | None
    n_records: int | None
    backtrace_size: int | None
    warned_size: int | None
    line: int | None
    def __init__(
        self, *,
        variant: str | int | None = ...,
        version: str | Bytes | None = ...,
        fingerprint: str | Bytes | None = ...,
        total_bytes: int | None = ...,
        n_records: int | None = ...,
        backtrace_size: int | None = ...,
        warned_size: int | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgAlloc(Record):
    zygote_child: bool
    pc_digits: int | None
    bytes: int
    count: int
    count_written: int
    pcs: list[int]
    frames: list[MallocdbgFrame] | None
    line: int | None
    def __init__(
        self, *,
        zygote_child: bool | None = ...,
        pc_digits: int | None = ...,
        bytes: int | None = ...,
        count: int | None = ...,
        count_written: int | None = ...,
        pcs: Sequence[int] | None = ...,
        frames: Sequence[MallocdbgFrame] | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgMapsBegin(Record):
    failure: str | None
    line: int | None
    def __init__(
        self, *,
        failure: str | Bytes | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgMap(Record):
    prot: frozenset[str | int]
    shared: bool
    dev_major: int
    dev_minor: int
    name_column: int
    start_address: int
    end_address: int
    file_offset: int
    inode: int
    name: str | None
    line: int | None
    def __init__(
        self, *,
        prot: Iterable[str | int] | int | None = ...,
        shared: bool | None = ...,
        dev_major: int | None = ...,
        dev_minor: int | None = ...,
        name_column: int | None = ...,
        start_address: int | None = ...,
        end_address: int | None = ...,
        file_offset: int | None = ...,
        inode: int | None = ...,
        name: str | Bytes | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgEnd(Record):
    marker: str | int
    counts_valid: bool
    n_records: int
    sum_bytes: int
    sum_written: int
    line: int | None
    def __init__(
        self, *,
        marker: str | int | None = ...,
        counts_valid: bool | None = ...,
        n_records: int | None = ...,
        sum_bytes: int | None = ...,
        sum_written: int | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgOp(Record):
    op: str | int
    thread_id: int
    ptr: int
    bytes: int | None
    old_ptr: int | None
    n_items: int | None
    alignment: int | None
    start_ns: int | None
    end_ns: int | None
    resident_bytes: int | None
    def __init__(
        self, *,
        op: str | int | None = ...,
        thread_id: int | None = ...,
        ptr: int | None = ...,
        bytes: int | None = ...,
        old_ptr: int | None = ...,
        n_items: int | None = ...,
        alignment: int | None = ...,
        start_ns: int | None = ...,
        end_ns: int | None = ...,
        resident_bytes: int | None = ...,
    ) -> None: ...

@final
class MallocdbgReport(Record):
    kind: str | int
    process_id: int | None
    thread_id: int | None
    priority: str | int | None
    guard: str | int | None
    complete: bool
    pc_digits: int | None
    ptr: int
    bytes: int | None
    header_tag: int | None
    leak_number: int | None
    leak_total: int | None
    program: str | None
    function: str | None
    time_text: str | None
    tag: str | None
    diffs: list[MallocdbgDiff]
    traces: list[MallocdbgTrace]
    frames: list[MallocdbgFrame]
    line: int | None
    def __init__(
        self, *,
        kind: str | int | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        priority: str | int | None = ...,
        guard: str | int | None = ...,
        complete: bool | None = ...,
        pc_digits: int | None = ...,
        ptr: int | None = ...,
        bytes: int | None = ...,
        header_tag: int | None = ...,
        leak_number: int | None = ...,
        leak_total: int | None = ...,
        program: str | Bytes | None = ...,
        function: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
        tag: str | Bytes | None = ...,
        diffs: Sequence[MallocdbgDiff] | None = ...,
        traces: Sequence[MallocdbgTrace] | None = ...,
        frames: Sequence[MallocdbgFrame] | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgMessage(Record):
    kind: str | int
    process_id: int | None
    thread_id: int | None
    priority: str | int | None
    signal: int | None
    target_process_id: int | None
    ptr: int | None
    hash_index: int | None
    message: str
    program: str | None
    detail: str | None
    error: str | None
    time_text: str | None
    tag: str | None
    line: int | None
    def __init__(
        self, *,
        kind: str | int | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        priority: str | int | None = ...,
        signal: int | None = ...,
        target_process_id: int | None = ...,
        ptr: int | None = ...,
        hash_index: int | None = ...,
        message: str | Bytes | None = ...,
        program: str | Bytes | None = ...,
        detail: str | Bytes | None = ...,
        error: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
        tag: str | Bytes | None = ...,
        line: int | None = ...,
    ) -> None: ...

@final
class MallocdbgOpColumns(Record):
    present: list[int]
    op: list[int]
    thread_id: list[int]
    ptr: list[int]
    bytes: list[int]
    old_ptr: list[int]
    n_items: list[int]
    alignment: list[int]
    start_ns: list[int]
    end_ns: list[int]
    resident_bytes: list[int]
    def __init__(
        self, *,
        present: Sequence[int] | None = ...,
        op: Sequence[int] | None = ...,
        thread_id: Sequence[int] | None = ...,
        ptr: Sequence[int] | None = ...,
        bytes: Sequence[int] | None = ...,
        old_ptr: Sequence[int] | None = ...,
        n_items: Sequence[int] | None = ...,
        alignment: Sequence[int] | None = ...,
        start_ns: Sequence[int] | None = ...,
        end_ns: Sequence[int] | None = ...,
        resident_bytes: Sequence[int] | None = ...,
    ) -> None: ...

@final
class MallocdbgAllocColumns(Record):
    present: list[int]
    zygote_child: list[int]
    pc_digits: list[int]
    bytes: list[int]
    count: list[int]
    count_written: list[int]
    line: list[int]
    first_pc: list[int]
    pcs: list[int]
    def __init__(
        self, *,
        present: Sequence[int] | None = ...,
        zygote_child: Sequence[int] | None = ...,
        pc_digits: Sequence[int] | None = ...,
        bytes: Sequence[int] | None = ...,
        count: Sequence[int] | None = ...,
        count_written: Sequence[int] | None = ...,
        line: Sequence[int] | None = ...,
        first_pc: Sequence[int] | None = ...,
        pcs: Sequence[int] | None = ...,
    ) -> None: ...

@final
class MallocdbgFrame(Record):
    number: int | None
    pc: int | None
    rel_pc: int | None
    map_offset: int | None
    function_offset: int | None
    map: str | None
    function: str | None
    def __init__(
        self, *,
        number: int | None = ...,
        pc: int | None = ...,
        rel_pc: int | None = ...,
        map_offset: int | None = ...,
        function_offset: int | None = ...,
        map: str | Bytes | None = ...,
        function: str | Bytes | None = ...,
    ) -> None: ...

@final
class MallocdbgDiff(Record):
    block_offset: int
    found: int
    expected: int
    def __init__(
        self, *,
        block_offset: int | None = ...,
        found: int | None = ...,
        expected: int | None = ...,
    ) -> None: ...

@final
class MallocdbgTrace(Record):
    role: str | int
    first: int
    n: int
    def __init__(
        self, *,
        role: str | int | None = ...,
        first: int | None = ...,
        n: int | None = ...,
    ) -> None: ...

@final
class MallocdbgOptions(Record):
    flags: frozenset[str | int]
    pointer_size: int
    backtrace_enabled: bool
    backtrace_enable_on_signal: bool
    backtrace_dump_on_exit: bool
    record_allocs_on_exit: bool
    front_guard_bytes: int
    rear_guard_bytes: int
    backtrace_frames: int
    backtrace_min_size_bytes: int
    backtrace_max_size_bytes: int
    fill_on_alloc_bytes: int
    fill_on_free_bytes: int
    expand_alloc_bytes: int
    free_track_allocations: int
    free_track_backtrace_num_frames: int
    record_allocs_num_entries: int
    backtrace_dump_prefix: str
    record_allocs_file: str
    def __init__(
        self, *,
        flags: Iterable[str | int] | int | None = ...,
        pointer_size: int | None = ...,
        backtrace_enabled: bool | None = ...,
        backtrace_enable_on_signal: bool | None = ...,
        backtrace_dump_on_exit: bool | None = ...,
        record_allocs_on_exit: bool | None = ...,
        front_guard_bytes: int | None = ...,
        rear_guard_bytes: int | None = ...,
        backtrace_frames: int | None = ...,
        backtrace_min_size_bytes: int | None = ...,
        backtrace_max_size_bytes: int | None = ...,
        fill_on_alloc_bytes: int | None = ...,
        fill_on_free_bytes: int | None = ...,
        expand_alloc_bytes: int | None = ...,
        free_track_allocations: int | None = ...,
        free_track_backtrace_num_frames: int | None = ...,
        record_allocs_num_entries: int | None = ...,
        backtrace_dump_prefix: str | Bytes | None = ...,
        record_allocs_file: str | Bytes | None = ...,
    ) -> None: ...

@final
class MallocdbgOption(Record):
    name: str | None
    alias: str | None
    since: str | None
    text: str | None
    value: str | int
    required: bool
    flags: frozenset[str | int]
    lo: int
    hi: int
    def __init__(
        self, *,
        name: str | None = ...,
        alias: str | None = ...,
        since: str | None = ...,
        text: str | None = ...,
        value: str | int | None = ...,
        required: bool | None = ...,
        flags: Iterable[str | int] | int | None = ...,
        lo: int | None = ...,
        hi: int | None = ...,
    ) -> None: ...

@final
class MallocdbgUse(Record):
    n_ops: int
    live_bytes: int
    live_blocks: int
    peak_bytes: int
    peak_bytes_op: int
    peak_blocks: int
    peak_blocks_op: int
    requested_bytes: int
    largest_request: int
    n_threads: int
    null_results: int
    free_null: int
    unknown_free: int
    unknown_realloc: int
    duplicate: int
    realloc_from_null: int
    realloc_to_free: int
    realloc_in_place: int
    timed_ops: int
    resident_known: int
    first_start_ns: int
    last_end_ns: int
    def __init__(
        self, *,
        n_ops: int | None = ...,
        live_bytes: int | None = ...,
        live_blocks: int | None = ...,
        peak_bytes: int | None = ...,
        peak_bytes_op: int | None = ...,
        peak_blocks: int | None = ...,
        peak_blocks_op: int | None = ...,
        requested_bytes: int | None = ...,
        largest_request: int | None = ...,
        n_threads: int | None = ...,
        null_results: int | None = ...,
        free_null: int | None = ...,
        unknown_free: int | None = ...,
        unknown_realloc: int | None = ...,
        duplicate: int | None = ...,
        realloc_from_null: int | None = ...,
        realloc_to_free: int | None = ...,
        realloc_in_place: int | None = ...,
        timed_ops: int | None = ...,
        resident_known: int | None = ...,
        first_start_ns: int | None = ...,
        last_end_ns: int | None = ...,
    ) -> None: ...

@final
class MallocdbgShare(Record):
    key: int
    live_bytes: int
    live_blocks: int
    peak_bytes: int
    n_ops: int
    def __init__(
        self, *,
        key: int | None = ...,
        live_bytes: int | None = ...,
        live_blocks: int | None = ...,
        peak_bytes: int | None = ...,
        n_ops: int | None = ...,
    ) -> None: ...

@final
class MallocdbgBlock(Record):
    ptr: int
    bytes: int
    op_number: int
    start_ns: int
    thread_id: int
    def __init__(
        self, *,
        ptr: int | None = ...,
        bytes: int | None = ...,
        op_number: int | None = ...,
        start_ns: int | None = ...,
        thread_id: int | None = ...,
    ) -> None: ...

@final
class MallocdbgLiveBlock(Record):
    thread_id: int | None
    ptr: int | None
    bytes: int
    count: int
    op_number: int | None
    start_ns: int | None
    line: int | None
    zygote_child: bool | None
    def __init__(
        self, *,
        thread_id: int | None = ...,
        ptr: int | None = ...,
        bytes: int | None = ...,
        count: int | None = ...,
        op_number: int | None = ...,
        start_ns: int | None = ...,
        line: int | None = ...,
        zygote_child: bool | None = ...,
    ) -> None: ...

@final
class BugreportHeader(Record):
    variant: str | int
    by_directory: bool
    rule: str | int
    version: str | None
    main_entry: str | None
    n_entries: int | None
    leading_bytes: int | None
    comment: str | None
    def __init__(
        self, *,
        variant: str | int | None = ...,
        by_directory: bool | None = ...,
        rule: str | int | None = ...,
        version: str | Bytes | None = ...,
        main_entry: str | Bytes | None = ...,
        n_entries: int | None = ...,
        leading_bytes: int | None = ...,
        comment: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportEntry(Record):
    role: str | int
    method: str | int
    flags: frozenset[str | int]
    zip_flags: int
    version_needed: int
    version_made_by: int | None
    external_attributes: int | None
    crc32: int | None
    dump_priority: str | int
    number: int
    stored_size: int | None
    decoded_size: int | None
    header_offset: int
    data_offset: int | None
    mtime_local_s: int | None
    name: str
    service: str | None
    device_path: str | None
    extra: Bytes | None
    comment: str | None
    def __init__(
        self, *,
        role: str | int | None = ...,
        method: str | int | None = ...,
        flags: Iterable[str | int] | int | None = ...,
        zip_flags: int | None = ...,
        version_needed: int | None = ...,
        version_made_by: int | None = ...,
        external_attributes: int | None = ...,
        crc32: int | None = ...,
        dump_priority: str | int | None = ...,
        number: int | None = ...,
        stored_size: int | None = ...,
        decoded_size: int | None = ...,
        header_offset: int | None = ...,
        data_offset: int | None = ...,
        mtime_local_s: int | None = ...,
        name: str | Bytes | None = ...,
        service: str | Bytes | None = ...,
        device_path: str | Bytes | None = ...,
        extra: str | Bytes | None = ...,
        comment: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportEntryEnd(Record):
    role: str | int
    method: str | int
    flags: frozenset[str | int]
    zip_flags: int
    version_needed: int
    version_made_by: int | None
    external_attributes: int | None
    crc32: int | None
    dump_priority: str | int
    number: int
    stored_size: int | None
    decoded_size: int | None
    header_offset: int
    data_offset: int | None
    mtime_local_s: int | None
    name: str
    service: str | None
    device_path: str | None
    extra: Bytes | None
    comment: str | None
    def __init__(
        self, *,
        role: str | int | None = ...,
        method: str | int | None = ...,
        flags: Iterable[str | int] | int | None = ...,
        zip_flags: int | None = ...,
        version_needed: int | None = ...,
        version_made_by: int | None = ...,
        external_attributes: int | None = ...,
        crc32: int | None = ...,
        dump_priority: str | int | None = ...,
        number: int | None = ...,
        stored_size: int | None = ...,
        decoded_size: int | None = ...,
        header_offset: int | None = ...,
        data_offset: int | None = ...,
        mtime_local_s: int | None = ...,
        name: str | Bytes | None = ...,
        service: str | Bytes | None = ...,
        device_path: str | Bytes | None = ...,
        extra: str | Bytes | None = ...,
        comment: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportSummary(Record):
    rule: str | int
    guessed: bool
    complete: bool
    version: str | None
    main_entry: str | None
    fallback: str | None
    time_local_s: int | None
    n_entries: int
    n_sections: int
    n_services: int
    text_size: int
    def __init__(
        self, *,
        rule: str | int | None = ...,
        guessed: bool | None = ...,
        complete: bool | None = ...,
        version: str | Bytes | None = ...,
        main_entry: str | Bytes | None = ...,
        fallback: str | Bytes | None = ...,
        time_local_s: int | None = ...,
        n_entries: int | None = ...,
        n_sections: int | None = ...,
        n_services: int | None = ...,
        text_size: int | None = ...,
    ) -> None: ...

@final
class BugreportBanner(Record):
    text: str
    time_local_s: int | None
    def __init__(
        self, *,
        text: str | Bytes | None = ...,
        time_local_s: int | None = ...,
    ) -> None: ...

@final
class BugreportProperty(Record):
    key: str
    value: str | None
    def __init__(
        self, *,
        key: str | Bytes | None = ...,
        value: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportSection(Record):
    dump_priority: str | int
    text: str
    title: str | None
    command: str | None
    file_time_local_s: int | None
    number: int
    def __init__(
        self, *,
        dump_priority: str | int | None = ...,
        text: str | Bytes | None = ...,
        title: str | Bytes | None = ...,
        command: str | Bytes | None = ...,
        file_time_local_s: int | None = ...,
        number: int | None = ...,
    ) -> None: ...

@final
class BugreportSectionEnd(Record):
    closed: str | int
    result: str | int
    code: int | None
    number: int
    title: str
    duration_us: int | None
    start_offset: int
    body_offset: int
    body_size: int
    def __init__(
        self, *,
        closed: str | int | None = ...,
        result: str | int | None = ...,
        code: int | None = ...,
        number: int | None = ...,
        title: str | Bytes | None = ...,
        duration_us: int | None = ...,
        start_offset: int | None = ...,
        body_offset: int | None = ...,
        body_size: int | None = ...,
    ) -> None: ...

@final
class BugreportService(Record):
    dump_priority: str | int
    number: int
    section_number: int | None
    name: str
    def __init__(
        self, *,
        dump_priority: str | int | None = ...,
        number: int | None = ...,
        section_number: int | None = ...,
        name: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportServiceEnd(Record):
    closed: str | int
    timed_out: bool
    number: int
    name: str
    duration_us: int | None
    time_local_s: int | None
    timeout_ms: int | None
    start_offset: int
    body_offset: int
    body_size: int
    other: str | None
    other_duration_us: int | None
    other_time_local_s: int | None
    def __init__(
        self, *,
        closed: str | int | None = ...,
        timed_out: bool | None = ...,
        number: int | None = ...,
        name: str | Bytes | None = ...,
        duration_us: int | None = ...,
        time_local_s: int | None = ...,
        timeout_ms: int | None = ...,
        start_offset: int | None = ...,
        body_offset: int | None = ...,
        body_size: int | None = ...,
        other: str | Bytes | None = ...,
        other_duration_us: int | None = ...,
        other_time_local_s: int | None = ...,
    ) -> None: ...

@final
class BugreportText(Record):
    section_number: int | None
    service_number: int | None
    def __init__(
        self, *,
        section_number: int | None = ...,
        service_number: int | None = ...,
    ) -> None: ...

@final
class BugreportDuration(Record):
    title: str
    duration_us: int
    section_number: int | None
    def __init__(
        self, *,
        title: str | Bytes | None = ...,
        duration_us: int | None = ...,
        section_number: int | None = ...,
    ) -> None: ...

@final
class BugreportLog(Record):
    kind: str | int
    year: int | None
    month: int | None
    day: int | None
    second: int | None
    nanosecond: int | None
    zone_minute: int | None
    process_id: int | None
    thread_id: int | None
    switched: bool
    priority: str | int | None
    tag: str | None
    message: str | None
    user_id: str | None
    buffer: str | None
    kernel_priority: int | None
    uptime_us: int | None
    caller: str | None
    def __init__(
        self, *,
        kind: str | int | None = ...,
        year: int | None = ...,
        month: int | None = ...,
        day: int | None = ...,
        second: int | None = ...,
        nanosecond: int | None = ...,
        zone_minute: int | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        switched: bool | None = ...,
        priority: str | int | None = ...,
        tag: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
        user_id: str | Bytes | None = ...,
        buffer: str | Bytes | None = ...,
        kernel_priority: int | None = ...,
        uptime_us: int | None = ...,
        caller: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportSystemProperty(Record):
    key: str
    value: str | None
    def __init__(
        self, *,
        key: str | Bytes | None = ...,
        value: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportPackageGrant(Record):
    permission: str
    granted: bool
    android_user: int | None
    def __init__(
        self, *,
        permission: str | Bytes | None = ...,
        granted: bool | None = ...,
        android_user: int | None = ...,
    ) -> None: ...

@final
class BugreportBatteryItem(Record):
    change: str | int
    name: str
    value: str | None
    text: str | None
    user_id: int | None
    def __init__(
        self, *,
        change: str | int | None = ...,
        name: str | Bytes | None = ...,
        value: str | Bytes | None = ...,
        text: str | Bytes | None = ...,
        user_id: int | None = ...,
    ) -> None: ...

@final
class BugreportTriageEvidence(Record):
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

@final
class BugreportLogcat(Record):
    kind: str | int
    priority: str | int | None
    kernel_priority: int | None
    process_id: int | None
    thread_id: int | None
    user_id: str | None
    tag: str | None
    message: str | None
    time_local_s: int | None
    nanosecond: int | None
    zone_minute: int | None
    uptime_us: int | None
    caller: str | None
    buffer: str | None
    section_title: str | None
    section_number: int | None
    start_offset: int
    def __init__(
        self, *,
        kind: str | int | None = ...,
        priority: str | int | None = ...,
        kernel_priority: int | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        user_id: str | Bytes | None = ...,
        tag: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
        time_local_s: int | None = ...,
        nanosecond: int | None = ...,
        zone_minute: int | None = ...,
        uptime_us: int | None = ...,
        caller: str | Bytes | None = ...,
        buffer: str | Bytes | None = ...,
        section_title: str | Bytes | None = ...,
        section_number: int | None = ...,
        start_offset: int | None = ...,
    ) -> None: ...

@final
class BugreportOverview(Record):
    variant: str | int
    time_local_s: int | None
    version: str | None
    main_entry: str | None
    n_entries: int | None
    n_sections: int | None
    n_services: int | None
    text_size: int | None
    complete: bool | None
    n_failed_sections: int
    n_timed_out_services: int
    build: str | None
    fingerprint: str | None
    android_release: str | None
    android_sdk: str | None
    security_patch: str | None
    manufacturer: str | None
    model: str | None
    device: str | None
    serial: str | None
    bootloader: str | None
    radio: str | None
    network: str | None
    kernel: str | None
    command_line: str | None
    uptime_text: str | None
    timezone: str | None
    def __init__(
        self, *,
        variant: str | int | None = ...,
        time_local_s: int | None = ...,
        version: str | Bytes | None = ...,
        main_entry: str | Bytes | None = ...,
        n_entries: int | None = ...,
        n_sections: int | None = ...,
        n_services: int | None = ...,
        text_size: int | None = ...,
        complete: bool | None = ...,
        n_failed_sections: int | None = ...,
        n_timed_out_services: int | None = ...,
        build: str | Bytes | None = ...,
        fingerprint: str | Bytes | None = ...,
        android_release: str | Bytes | None = ...,
        android_sdk: str | Bytes | None = ...,
        security_patch: str | Bytes | None = ...,
        manufacturer: str | Bytes | None = ...,
        model: str | Bytes | None = ...,
        device: str | Bytes | None = ...,
        serial: str | Bytes | None = ...,
        bootloader: str | Bytes | None = ...,
        radio: str | Bytes | None = ...,
        network: str | Bytes | None = ...,
        kernel: str | Bytes | None = ...,
        command_line: str | Bytes | None = ...,
        uptime_text: str | Bytes | None = ...,
        timezone: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportTombstoneCrash(Record):
    form: str | int
    truncated: bool
    process_id: int | None
    thread_id: int | None
    user_id: int | None
    signal: int | None
    code: int | None
    sender_process_id: int | None
    sender_user_id: int | None
    utc_offset_s: int | None
    fault_address: int | None
    uptime_s: int | None
    crash_number: int
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_name: str | None
    thread_name: str | None
    signal_name: str | None
    code_name: str | None
    abort_message: str | None
    signature: str | None
    fingerprint: str | None
    revision: str | None
    abi: str | None
    time_text: str | None
    cmdline: str | None
    causes: list[str]
    def __init__(
        self, *,
        form: str | int | None = ...,
        truncated: bool | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        user_id: int | None = ...,
        signal: int | None = ...,
        code: int | None = ...,
        sender_process_id: int | None = ...,
        sender_user_id: int | None = ...,
        utc_offset_s: int | None = ...,
        fault_address: int | None = ...,
        uptime_s: int | None = ...,
        crash_number: int | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
        thread_name: str | Bytes | None = ...,
        signal_name: str | Bytes | None = ...,
        code_name: str | Bytes | None = ...,
        abort_message: str | Bytes | None = ...,
        signature: str | Bytes | None = ...,
        fingerprint: str | Bytes | None = ...,
        revision: str | Bytes | None = ...,
        abi: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
        cmdline: str | Bytes | None = ...,
        causes: Sequence[str | Bytes] | None = ...,
    ) -> None: ...

@final
class BugreportTombstoneThread(Record):
    process_id: int | None
    thread_id: int
    crashed: bool
    frames: int
    crash_number: int
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    name: str
    def __init__(
        self, *,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        crashed: bool | None = ...,
        frames: int | None = ...,
        crash_number: int | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        name: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportTombstoneFrame(Record):
    process_id: int | None
    thread_id: int | None
    number: int
    pc: int
    map_offset: int | None
    function_offset: int | None
    crash_number: int
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    path: str
    function: str | None
    build_id: str | None
    def __init__(
        self, *,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        number: int | None = ...,
        pc: int | None = ...,
        map_offset: int | None = ...,
        function_offset: int | None = ...,
        crash_number: int | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        path: str | Bytes | None = ...,
        function: str | Bytes | None = ...,
        build_id: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportLogCrash(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    kind: str | int
    process_id: int | None
    thread_id: int | None
    signal: int | None
    time_local_s: int | None
    time_text: str | None
    process_name: str | None
    thread_name: str | None
    exception: str | None
    root_exception: str | None
    message: str | None
    root_message: str | None
    reason: str | None
    signature: str | None
    frames: list[str]
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        kind: str | int | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        signal: int | None = ...,
        time_local_s: int | None = ...,
        time_text: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
        thread_name: str | Bytes | None = ...,
        exception: str | Bytes | None = ...,
        root_exception: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
        root_message: str | Bytes | None = ...,
        reason: str | Bytes | None = ...,
        signature: str | Bytes | None = ...,
        frames: Sequence[str | Bytes] | None = ...,
    ) -> None: ...

@final
class BugreportLogEvent(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    android_user: int | None
    process_id: int | None
    user_id: int | None
    adj: int | None
    proc_state: int | None
    flags: int | None
    file_line: int | None
    processes: int | None
    uptime_ms: int | None
    time_local_s: int | None
    time_text: str | None
    tag: str
    process_name: str | None
    reason: str | None
    exception: str | None
    message: str | None
    file: str | None
    wtf_tag: str | None
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        android_user: int | None = ...,
        process_id: int | None = ...,
        user_id: int | None = ...,
        adj: int | None = ...,
        proc_state: int | None = ...,
        flags: int | None = ...,
        file_line: int | None = ...,
        processes: int | None = ...,
        uptime_ms: int | None = ...,
        time_local_s: int | None = ...,
        time_text: str | Bytes | None = ...,
        tag: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
        reason: str | Bytes | None = ...,
        exception: str | Bytes | None = ...,
        message: str | Bytes | None = ...,
        file: str | Bytes | None = ...,
        wtf_tag: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportKernelCrash(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    kind: str | int
    cpu: int | None
    process_id: int | None
    uptime_us: int | None
    message: str
    panic: str | None
    comm: str | None
    pc: str | None
    signature: str | None
    trace: list[str]
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        kind: str | int | None = ...,
        cpu: int | None = ...,
        process_id: int | None = ...,
        uptime_us: int | None = ...,
        message: str | Bytes | None = ...,
        panic: str | Bytes | None = ...,
        comm: str | Bytes | None = ...,
        pc: str | Bytes | None = ...,
        signature: str | Bytes | None = ...,
        trace: Sequence[str | Bytes] | None = ...,
    ) -> None: ...

@final
class BugreportAnrProcess(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_id: int
    threads: int
    process_name: str | None
    time_text: str | None
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_id: int | None = ...,
        threads: int | None = ...,
        process_name: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportAnrThread(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_id: int
    vm_thread_id: int | None
    thread_id: int | None
    daemon: bool
    java_priority: int | None
    nice: int | None
    core: int | None
    utm: int | None
    stm: int | None
    frames: int
    name: str
    state: str | None
    cgrp: str | None
    native_state: str | None
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_id: int | None = ...,
        vm_thread_id: int | None = ...,
        thread_id: int | None = ...,
        daemon: bool | None = ...,
        java_priority: int | None = ...,
        nice: int | None = ...,
        core: int | None = ...,
        utm: int | None = ...,
        stm: int | None = ...,
        frames: int | None = ...,
        name: str | Bytes | None = ...,
        state: str | Bytes | None = ...,
        cgrp: str | Bytes | None = ...,
        native_state: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportAnrLock(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_id: int
    vm_thread_id: int | None
    kind: str | int
    held_by: int | None
    frame_number: int
    lock_address: int | None
    class_name: str | None
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_id: int | None = ...,
        vm_thread_id: int | None = ...,
        kind: str | int | None = ...,
        held_by: int | None = ...,
        frame_number: int | None = ...,
        lock_address: int | None = ...,
        class_name: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportAnrVerdict(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_id: int
    kind: str | int
    state: str
    process_name: str | None
    time_text: str | None
    signature: str | None
    chain: list[int]
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_id: int | None = ...,
        kind: str | int | None = ...,
        state: str | Bytes | None = ...,
        process_name: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
        signature: str | Bytes | None = ...,
        chain: Sequence[int] | None = ...,
    ) -> None: ...

@final
class BugreportAnrCycle(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_id: int
    vm_thread_ids: list[int]
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_id: int | None = ...,
        vm_thread_ids: Sequence[int] | None = ...,
    ) -> None: ...

@final
class BugreportTriageFinding(Record):
    truncated: bool
    rank: int
    kind: str | int
    severity: int
    process_id: int | None
    count: int
    process_name: str | None
    time_text: str | None
    signature: str | None
    evidence: list[BugreportTriageEvidence]
    message: str | None
    def __init__(
        self, *,
        truncated: bool | None = ...,
        rank: int | None = ...,
        kind: str | int | None = ...,
        severity: int | None = ...,
        process_id: int | None = ...,
        count: int | None = ...,
        process_name: str | Bytes | None = ...,
        time_text: str | Bytes | None = ...,
        signature: str | Bytes | None = ...,
        evidence: Sequence[BugreportTriageEvidence] | None = ...,
        message: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportExitInfo(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    number: int
    process_id: int | None
    real_user_id: int | None
    package_user_id: int | None
    defining_user_id: int | None
    android_user: int | None
    time_text: str | None
    reason: int | None
    subreason: int | None
    process_name: str | None
    reason_name: str | None
    subreason_name: str | None
    status: int | None
    importance: int | None
    pss_kb: int | None
    rss_kb: int | None
    state_bytes: int | None
    package: str | None
    description: str | None
    trace: str | None
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        number: int | None = ...,
        process_id: int | None = ...,
        real_user_id: int | None = ...,
        package_user_id: int | None = ...,
        defining_user_id: int | None = ...,
        android_user: int | None = ...,
        time_text: str | Bytes | None = ...,
        reason: int | None = ...,
        subreason: int | None = ...,
        process_name: str | Bytes | None = ...,
        reason_name: str | Bytes | None = ...,
        subreason_name: str | Bytes | None = ...,
        status: int | None = ...,
        importance: int | None = ...,
        pss_kb: int | None = ...,
        rss_kb: int | None = ...,
        state_bytes: int | None = ...,
        package: str | Bytes | None = ...,
        description: str | Bytes | None = ...,
        trace: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportPackage(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    hidden: bool
    user_id: int | None
    min_sdk: int | None
    target_sdk: int | None
    version_code: int | None
    package: str
    version_name: str | None
    code_path: str | None
    first_install: str | None
    last_update: str | None
    installer: str | None
    flags: list[str]
    requested: list[str]
    grants: list[BugreportPackageGrant]
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        hidden: bool | None = ...,
        user_id: int | None = ...,
        min_sdk: int | None = ...,
        target_sdk: int | None = ...,
        version_code: int | None = ...,
        package: str | Bytes | None = ...,
        version_name: str | Bytes | None = ...,
        code_path: str | Bytes | None = ...,
        first_install: str | Bytes | None = ...,
        last_update: str | Bytes | None = ...,
        installer: str | Bytes | None = ...,
        flags: Sequence[str | Bytes] | None = ...,
        requested: Sequence[str | Bytes] | None = ...,
        grants: Sequence[BugreportPackageGrant] | None = ...,
    ) -> None: ...

@final
class BugreportDropboxEntry(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    lost: bool
    compressed: bool
    text: bool
    bytes: int | None
    time_text: str
    tag: str
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        lost: bool | None = ...,
        compressed: bool | None = ...,
        text: bool | None = ...,
        bytes: int | None = ...,
        time_text: str | Bytes | None = ...,
        tag: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportProcess(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    process_id: int
    thread_id: int | None
    parent_process_id: int | None
    vsz_kb: int | None
    rss_kb: int | None
    time_s: int | None
    user_id: str
    state: str | None
    name: str
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        process_id: int | None = ...,
        thread_id: int | None = ...,
        parent_process_id: int | None = ...,
        vsz_kb: int | None = ...,
        rss_kb: int | None = ...,
        time_s: int | None = ...,
        user_id: str | Bytes | None = ...,
        state: str | Bytes | None = ...,
        name: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportMeminfoProcess(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    measure: str | int
    process_id: int
    activities: bool
    size_kb: int
    swap_kb: int | None
    process_name: str
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        measure: str | int | None = ...,
        process_id: int | None = ...,
        activities: bool | None = ...,
        size_kb: int | None = ...,
        swap_kb: int | None = ...,
        process_name: str | Bytes | None = ...,
    ) -> None: ...

@final
class BugreportBatteryEvent(Record):
    truncated: bool
    start_offset: int
    line: int | None
    entry: str | None
    section: str | None
    delta_ms: int
    text: str
    items: list[BugreportBatteryItem]
    def __init__(
        self, *,
        truncated: bool | None = ...,
        start_offset: int | None = ...,
        line: int | None = ...,
        entry: str | Bytes | None = ...,
        section: str | Bytes | None = ...,
        delta_ms: int | None = ...,
        text: str | Bytes | None = ...,
        items: Sequence[BugreportBatteryItem] | None = ...,
    ) -> None: ...
