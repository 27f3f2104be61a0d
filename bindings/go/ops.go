//go:build !diagfmt_without_ops

// SPDX-License-Identifier: MIT

package diagfmt

// #cgo CFLAGS: -DDFMTGO_OPS
// #cgo pkg-config: diagfmt-ops
// #include <stdlib.h>
// #include "ops.h"
import "C"

import (
	"io"
	"runtime"
	"unsafe"
)

func init() {
	lists.types = append(lists.types, func(i C.uint32_t) *C.dfmt_type { return C.dfmt_ops_type_at(i) })
	lists.options = append(lists.options, func(i C.uint32_t) *C.dfmt_option { return C.dfmt_ops_option_at(i) })
	lists.known = C.dfmtgo_op_types()
}

// Operation is one of the operations of libdiagfmt-ops over some inputs: add them, run it, then ask for what was found.
// With the build tag diagfmt_without_ops there are none, and only libdiagfmt is linked.
type Operation struct {
	op     *C.dfmt_op
	number C.uint32_t
	with   []*stream // of inputs, and of the output
	sink   *C.dfmt_sink
	rows   []*rowsHandle // which need it
}

// Operations returns the names of the operations.
func Operations() []string {
	var names []string
	for i := C.uint32_t(0); C.dfmtgo_op_name(i) != nil; i++ {
		names = append(names, C.GoString(C.dfmtgo_op_name(i)))
	}
	return names
}

// NewOperation makes an operation by its name, "profile". Options are its own, "profile.keep", and those of the library.
func NewOperation(name string, options Options) (*Operation, error) {
	o := &Operation{}
	for C.dfmtgo_op_name(o.number) == nil || C.GoString(C.dfmtgo_op_name(o.number)) != name {
		if C.dfmtgo_op_name(o.number) == nil {
			return nil, &Error{Status: ErrUnsupported, Message: "there is no operation " + name}
		}
		o.number++
	}
	c, err := options.config()
	if err != nil {
		return nil, err
	}
	defer C.dfmt_config_free(c)
	if st := C.dfmtgo_op_new(o.number, c, &o.op); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	runtime.SetFinalizer(o, (*Operation).Close)
	return o, nil
}

// AddFile adds a file as an input; nothing is read yet.
func (o *Operation) AddFile(path string) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var source *C.dfmt_source
	if st := C.dfmt_source_path(nil, name, &source); st != C.DFMT_OK {
		return failure(st, nil, nil)
	}
	return o.add(source)
}

// Add adds whatever can be read as an input.
func (o *Operation) Add(from io.Reader) error {
	with := &stream{reader: from}
	source, err := with.source()
	if err != nil {
		return err
	}
	o.with = append(o.with, with)
	return o.add(source)
}

// add takes the source over.
func (o *Operation) add(source *C.dfmt_source) error {
	defer C.dfmt_source_free(source)
	return o.check(C.dfmt_op_add(o.op, source))
}

// Output says where "convert", "repair", "share", "text" or "value" writes, before it runs. Run completes what is
// written there.
func (o *Operation) Output(to io.Writer) error {
	with := &stream{writer: to}
	sink, err := with.sink(nil)
	if err != nil {
		return err
	}
	o.with = append(o.with, with)
	return o.output(sink)
}

// OutputFile is Output to a file, which gets its name when it is complete.
func (o *Operation) OutputFile(path string) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var sink *C.dfmt_sink
	if st := C.dfmt_sink_path(nil, name, &sink); st != C.DFMT_OK {
		return failure(st, nil, nil)
	}
	return o.output(sink)
}

func (o *Operation) output(sink *C.dfmt_sink) error {
	if st := C.dfmtgo_op_output(o.number, o.op, sink); st != C.DFMT_OK {
		C.dfmt_sink_free(sink)
		return o.check(st)
	}
	C.dfmt_sink_free(o.sink)
	o.sink = sink
	return nil
}

func (o *Operation) check(st C.dfmt_status) error {
	defer runtime.KeepAlive(o)
	if st == C.DFMT_OK {
		return nil
	}
	return failure(st, C.dfmt_op_error(o.op), failed(o.with))
}

// Run runs to the end. After an error of an input Accept or LeaveOut lets the same call go on, after one of a limit
// Limit.
func (o *Operation) Run() error {
	if err := o.check(C.dfmt_op_run(o.op)); err != nil || o.sink == nil {
		return err
	}
	sink := o.sink
	o.sink = nil
	defer C.dfmt_sink_free(sink)
	if st := C.dfmt_sink_close(sink); st != C.DFMT_OK {
		return failure(st, C.dfmt_sink_error(sink), failed(o.with))
	}
	return nil
}

// Input returns the number of the input in hand, from 0.
func (o *Operation) Input() uint64 {
	defer runtime.KeepAlive(o)
	return uint64(C.dfmt_op_input(o.op))
}

// Accept counts, after an error of an input, what was read of it before that.
func (o *Operation) Accept() error { return o.check(C.dfmt_op_accept(o.op)) }

// LeaveOut leaves out, after an error of an input, that one as a whole.
func (o *Operation) LeaveOut() error { return o.check(C.dfmt_op_drop(o.op)) }

// Limit changes a limit by its name; then the call that returned ErrLimit can be repeated.
func (o *Operation) Limit(name string, value uint64) error {
	option, err := findOption(name)
	if err != nil {
		return err
	}
	return o.check(C.dfmt_op_limit(o.op, option.key, C.uint64_t(value)))
}

// Rows returns what was found. It ends with the operation.
func (o *Operation) Rows() (*Rows, error) {
	var rows *C.dfmt_rows
	st := C.dfmt_op_rows(o.op, &rows)
	return o.found(st, rows)
}

// RowsOf returns rows of a kind: of "profile" "functions", "groups", "stacks", "tree" or "sizes"; of "heap" "live",
// "use", "leaks" or "chains".
func (o *Operation) RowsOf(kind string) (*Rows, error) {
	name := C.CString(kind)
	defer C.free(unsafe.Pointer(name))
	var rows *C.dfmt_rows
	st := C.dfmtgo_op_rows(o.number, o.op, name, &rows)
	return o.found(st, rows)
}

func (o *Operation) found(st C.dfmt_status, rows *C.dfmt_rows) (*Rows, error) {
	if err := o.check(st); err != nil {
		return nil, err
	}
	h := &rowsHandle{x: rows}
	o.rows = append(o.rows, h)
	return newRows(h, o.with, o), nil
}

// Document writes a document of all stacks of a "profile": "folded", "flame", "pprof", or "firefox". The option
// "profile.purpose" of that name keeps what it needs, and has the defaults of the tool; so does "profile.keep", "stacks"
// or more, and "samples" for "firefox".
func (o *Operation) Document(to io.Writer, kind string) error {
	name := C.CString(kind)
	defer C.free(unsafe.Pointer(name))
	return written(to, func(sink *C.dfmt_sink) error {
		return o.check(C.dfmtgo_op_document(o.number, o.op, name, sink))
	})
}

// Close frees the operation and its rows. It may be called again.
func (o *Operation) Close() error {
	for _, h := range o.rows {
		h.free()
	}
	C.dfmt_op_free(o.op)
	C.dfmt_sink_free(o.sink)
	o.op, o.sink, o.rows = nil, nil, nil
	runtime.SetFinalizer(o, nil)
	return nil
}
