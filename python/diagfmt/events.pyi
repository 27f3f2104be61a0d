# SPDX-License-Identifier: MIT
# Made by make_stubs.py from the library's descriptions. Checkers tell them apart by `type` or the class of `body`.
from typing import Literal, Union

from . import records
from .reader import Event

AnyEvent = Union[
    Event[Literal["diagnostic"], records.Diagnostic],
    Event[Literal["opaque"], records.Opaque],
    Event[Literal["apport.field"], records.ApportField],
    Event[Literal["apitrace.header"], records.ApitraceHeader],
    Event[Literal["apitrace.call"], records.ApitraceCall],
    Event[Literal["apitrace.enter"], records.ApitraceEnter],
    Event[Literal["apitrace.leave"], records.ApitraceLeave],
    Event[Literal["apitrace.blob"], records.ApitraceBlob],
    Event[Literal["apitrace.stream"], records.ApitraceStream],
    Event[Literal["simpleperf.meta"], records.SimpleperfMeta],
    Event[Literal["simpleperf.sample"], records.SimpleperfSample],
    Event[Literal["simpleperf.lost"], records.SimpleperfLost],
    Event[Literal["simpleperf.file"], records.SimpleperfFile],
    Event[Literal["simpleperf.thread"], records.SimpleperfThread],
    Event[Literal["simpleperf.switch"], records.SimpleperfSwitch],
    Event[Literal["mallocdbg.header"], records.MallocdbgHeader],
    Event[Literal["mallocdbg.alloc"], records.MallocdbgAlloc],
    Event[Literal["mallocdbg.maps_begin"], records.MallocdbgMapsBegin],
    Event[Literal["mallocdbg.map"], records.MallocdbgMap],
    Event[Literal["mallocdbg.end"], records.MallocdbgEnd],
    Event[Literal["mallocdbg.op"], records.MallocdbgOp],
    Event[Literal["mallocdbg.report"], records.MallocdbgReport],
    Event[Literal["mallocdbg.message"], records.MallocdbgMessage],
    Event[Literal["bugreport.header"], records.BugreportHeader],
    Event[Literal["bugreport.entry"], records.BugreportEntry],
    Event[Literal["bugreport.entry_end"], records.BugreportEntryEnd],
    Event[Literal["bugreport.summary"], records.BugreportSummary],
    Event[Literal["bugreport.banner"], records.BugreportBanner],
    Event[Literal["bugreport.property"], records.BugreportProperty],
    Event[Literal["bugreport.section"], records.BugreportSection],
    Event[Literal["bugreport.section_end"], records.BugreportSectionEnd],
    Event[Literal["bugreport.service"], records.BugreportService],
    Event[Literal["bugreport.service_end"], records.BugreportServiceEnd],
    Event[Literal["bugreport.text"], records.BugreportText],
    Event[Literal["bugreport.duration"], records.BugreportDuration],
    Event[Literal["bugreport.log"], records.BugreportLog],
    Event[Literal["bugreport.system_property"], records.BugreportSystemProperty],
]
