//go:build !diagfmt_without_ops

// SPDX-License-Identifier: MIT

package diagfmt

// #cgo CFLAGS: -DDFMTGO_OPS
// #cgo pkg-config: diagfmt-ops
// #include <stdlib.h>
// #include "ops.h"
import "C"

import (
	"errors"
	"io"
	"runtime"
	"unsafe"
)

func init() {
	lists.types = append(lists.types, func(i C.uint32_t) *C.dfmt_type { return C.dfmt_ops_type_at(i) })
	lists.options = append(lists.options, func(i C.uint32_t) *C.dfmt_option { return C.dfmt_ops_option_at(i) })
	lists.known = C.dfmtgo_op_types()
	lists.tableAt = func(i C.uint32_t) *C.dfmt_type { return C.dfmt_ops_table_at(i) }
	lists.offer = func(x *C.dfmt_scan) C.dfmt_status { return C.dfmt_scan_offer(x, C.dfmt_ops_tables()) }
}

// Operation is one of the operations of libdiagfmt-ops over some inputs: add them, run it, then ask for what was found.
// With the build tag diagfmt_without_ops there are none, and only libdiagfmt is linked.
type Operation struct {
	op      *C.dfmt_op
	with    []*stream // of inputs, and of outputs
	outputs map[place]*C.dfmt_sink
	rows    []*rowsHandle // which need it
}

// place is an output of an input.
type place struct {
	output string
	input  uint64
}

// Operations returns the names of the operations.
func Operations() []string {
	var names []string
	for _, kind := range OperationKinds() {
		names = append(names, kind.Text("name"))
	}
	return names
}

// OperationKinds returns what the library says of each operation: "name", "help", "min_inputs" and so on.
func OperationKinds() []Record {
	var kinds []Record
	for i := C.uint32_t(0); C.dfmt_op_at(i) != nil; i++ {
		kinds = append(kinds, static(&C.dfmt_op_at(i).head))
	}
	return kinds
}

// OperationParts returns what the library says of each answer, document and output of an operation; "part" tells which
// of these it is, "name" and "help" are its own.
func OperationParts(name string) []Record {
	for _, kind := range OperationKinds() {
		if kind.Text("name") == name {
			return parts((*C.dfmt_op_kind)(kind.at))
		}
	}
	return nil
}

func parts(kind *C.dfmt_op_kind) []Record {
	var found []Record
	for i := C.uint32_t(0); C.dfmt_op_part_at(kind, i) != nil; i++ {
		found = append(found, static(&C.dfmt_op_part_at(kind, i).head))
	}
	return found
}

// static is a record that is always there.
func static(head *C.dfmt_head) Record {
	return Record{Type: types()[uint32(head._type)], at: unsafe.Pointer(head)}
}

// NewOperation makes an operation by its name, "profile". Options are its own, "profile.keep", and those of the library.
func NewOperation(name string, options Options) (*Operation, error) {
	c, err := options.config()
	if err != nil {
		return nil, err
	}
	defer C.dfmt_config_free(c)
	kind := C.CString(name)
	defer C.free(unsafe.Pointer(kind))
	o := &Operation{outputs: map[place]*C.dfmt_sink{}}
	switch st := C.dfmt_op_new(c, kind, &o.op); st {
	case C.DFMT_OK:
		runtime.SetFinalizer(o, (*Operation).Close)
		return o, nil
	case C.DFMT_E_UNSUPPORTED:
		return nil, &Error{Status: ErrUnsupported, Message: "there is no operation " + name}
	default:
		return nil, failure(st, nil, nil)
	}
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

// Output says where the first output goes, such as the file that "convert" writes, before the operation runs. Run
// completes what is written there.
func (o *Operation) Output(to io.Writer) error { return o.OutputOf(o.firstOutput(), 0, to) }

// OutputOf is the same of any output, by its name. Where each input has one, input is its number, from 0, and it was
// added before; else that is 0.
func (o *Operation) OutputOf(name string, input uint64, to io.Writer) error {
	with := &stream{writer: to}
	sink, err := with.sink(nil)
	if err != nil {
		return err
	}
	o.with = append(o.with, with)
	return o.output(place{name, input}, sink)
}

// OutputFile is Output to a file, which gets its name when it is complete.
func (o *Operation) OutputFile(path string) error {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var sink *C.dfmt_sink
	if st := C.dfmt_sink_path(nil, name, &sink); st != C.DFMT_OK {
		return failure(st, nil, nil)
	}
	return o.output(place{o.firstOutput(), 0}, sink)
}

func (o *Operation) firstOutput() string {
	for _, part := range parts(C.dfmt_op_describe(o.op)) {
		if part.Text("part") == "output" {
			return part.Text("name")
		}
	}
	return ""
}

// output takes the sink over.
func (o *Operation) output(at place, sink *C.dfmt_sink) error {
	name := C.CString(at.output)
	defer C.free(unsafe.Pointer(name))
	if st := C.dfmt_op_output(o.op, name, C.uint64_t(at.input), sink); st != C.DFMT_OK {
		C.dfmt_sink_free(sink)
		return o.check(st)
	}
	C.dfmt_sink_free(o.outputs[at])
	o.outputs[at] = sink
	return nil
}

func (o *Operation) check(st C.dfmt_status) error {
	defer runtime.KeepAlive(o)
	if st == C.DFMT_OK {
		return nil
	}
	return failure(st, C.dfmt_op_error(o.op), failed(o.with))
}

// Run runs to the end, and completes the outputs. After an error of an input Accept or LeaveOut lets the same call go on,
// after one of a limit Limit.
func (o *Operation) Run() error {
	if err := o.check(C.dfmt_op_run(o.op)); err != nil {
		return err
	}
	var errs []error
	for at, sink := range o.outputs {
		delete(o.outputs, at)
		if st := C.dfmt_sink_close(sink); st != C.DFMT_OK {
			errs = append(errs, failure(st, C.dfmt_sink_error(sink), failed(o.with)))
		}
		C.dfmt_sink_free(sink)
	}
	return errors.Join(errs...)
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

// Rows returns the usual answers that these inputs have, one set after the other. They end with the operation.
func (o *Operation) Rows() (*Rows, error) {
	var rows *C.dfmt_rows
	st := C.dfmt_op_answer(o.op, nil, &rows)
	return o.found(st, rows)
}

// RowsOf returns an answer by its name, such as "functions" of "profile".
func (o *Operation) RowsOf(answer string) (*Rows, error) {
	name := C.CString(answer)
	defer C.free(unsafe.Pointer(name))
	var rows *C.dfmt_rows
	st := C.dfmt_op_answer(o.op, name, &rows)
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

// Document writes a document by its name, such as "flame" of a "profile" whose option "profile.purpose" is "flame": it
// keeps what that needs.
func (o *Operation) Document(to io.Writer, document string) error {
	name := C.CString(document)
	defer C.free(unsafe.Pointer(name))
	return written(to, func(sink *C.dfmt_sink) error {
		return o.check(C.dfmt_op_write(o.op, name, nil, sink))
	})
}

// Close frees the operation and its rows. It may be called again.
func (o *Operation) Close() error {
	for _, h := range o.rows {
		h.free()
	}
	C.dfmt_op_free(o.op)
	for _, sink := range o.outputs {
		C.dfmt_sink_free(sink)
	}
	o.op, o.outputs, o.rows = nil, nil, nil
	runtime.SetFinalizer(o, nil)
	return nil
}
