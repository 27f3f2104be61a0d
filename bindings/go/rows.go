// SPDX-License-Identifier: MIT

package diagfmt

// #include <stdlib.h>
// #include <diagfmt/diagfmt.h>
import "C"

import (
	"io"
	"iter"
	"runtime"
	"unsafe"
)

// Rows are the rows of a table of a file, such as "mallocdbg.live_block", of which [Tables] has the names; or of what an
// operation found. They come in sets, most often in one.
type Rows struct {
	Type *Type // of the rows of the set
	h    *rowsHandle
	with []*stream
	keep any // what must live as long
}

// rowsHandle is what an operation knows of its rows: it frees those that are left.
type rowsHandle struct {
	x    *C.dfmt_rows
	step uint64
}

func (h *rowsHandle) free() {
	h.step++
	C.dfmt_rows_free(h.x)
	h.x = nil
}

// OpenTable reads a table of a file. columns: names of members; none: all. Only rows that pass all filters are there.
func OpenTable(path, table string, columns []string, options Options, filters ...Filter) (*Rows, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var source *C.dfmt_source
	if st := C.dfmt_source_path(nil, name, &source); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	return newTable(source, nil, table, columns, options, filters)
}

// NewTable reads a table of whatever can be read.
func NewTable(from io.Reader, table string, columns []string, options Options, filters ...Filter) (*Rows, error) {
	with := &stream{reader: from}
	source, err := with.source()
	if err != nil {
		return nil, err
	}
	return newTable(source, with, table, columns, options, filters)
}

func newTable(source *C.dfmt_source, with *stream, table string, columns []string, options Options,
	filters []Filter) (*Rows, error) {
	defer C.dfmt_source_free(source)
	c, err := options.config()
	if err != nil {
		return nil, err
	}
	defer C.dfmt_config_free(c)
	var scan *C.dfmt_scan
	if st := C.dfmt_scan_new(c, source, &scan); st != C.DFMT_OK {
		return nil, failure(st, nil, with)
	}
	var rows *C.dfmt_rows
	st := lists.offer(scan)
	if st == C.DFMT_OK {
		st, err = ask(scan, table, columns, filters)
	}
	if st == C.DFMT_OK && err == nil {
		st = C.dfmt_scan_rows(scan, &rows)
	}
	if st != C.DFMT_OK && err == nil {
		err = failure(st, C.dfmt_scan_error(scan), with)
	}
	if err != nil {
		C.dfmt_scan_free(scan)
		return nil, err
	}
	x := newRows(&rowsHandle{x: rows}, []*stream{with}, nil)
	runtime.SetFinalizer(x, (*Rows).Close)
	return x, nil
}

func newRows(h *rowsHandle, with []*stream, keep any) *Rows {
	x := &Rows{h: h, with: with, keep: keep}
	x.Type = types()[uint32(x.set()._type.number)]
	return x
}

func ask(scan *C.dfmt_scan, table string, columns []string, filters []Filter) (C.dfmt_status, error) {
	var b builder
	defer b.free()
	request := (*C.dfmt_table_request)(b.block(C.sizeof_dfmt_table_request))
	request.size = C.sizeof_dfmt_table_request
	if len(columns) > 0 {
		list := b.block(len(columns) * int(unsafe.Sizeof(uintptr(0))))
		for i, name := range columns {
			unsafe.Slice((**C.char)(list), len(columns))[i] = b.name(name)
		}
		request.columns, request.n_columns = (**C.char)(list), C.uint64_t(len(columns))
	}
	if len(filters) > 0 {
		list, err := b.filters(filters)
		if err != nil {
			return 0, err
		}
		request.filters, request.n_filters = list, C.uint64_t(len(filters))
	}
	var number C.uint32_t
	return C.dfmt_scan_table(scan, b.name(table), request, &number), nil
}

func (b *builder) name(text string) *C.char {
	name := C.CString(text)
	b.blocks = append(b.blocks, unsafe.Pointer(name))
	return name
}

func (x *Rows) set() *C.dfmt_row_set {
	if x.h.x == nil {
		panic("diagfmt: rows were used after Close")
	}
	return C.dfmt_rows_set(x.h.x)
}

func (x *Rows) failure(st C.dfmt_status) error {
	return failure(st, C.dfmt_rows_error(x.h.x), failed(x.with))
}

func (x *Rows) life() life { return life{&x.h.step, x.h.step, x} }

// Name returns what the rows of the set are, such as "functions".
func (x *Rows) Name() string {
	defer runtime.KeepAlive(x)
	return C.GoString(x.set().name)
}

// Columns returns the names of the members that are columns, in the order in which they are shown.
func (x *Rows) Columns() []string {
	defer runtime.KeepAlive(x)
	return columns(x.set())
}

func columns(set *C.dfmt_row_set) []string {
	var names []string
	fields := unsafe.Slice(set._type.fields, set._type.n_fields)
	for _, column := range unsafe.Slice(set.columns, set.n_columns) {
		names = append(names, C.GoString(fields[column.member].name))
	}
	return names
}

// Facts returns what holds for the set as a whole: totals, units, what is missing; false: nothing. They are good until
// the next row.
func (x *Rows) Facts() (Record, bool) {
	facts := x.set().facts
	if facts == nil {
		return Record{}, false
	}
	return Record{Type: types()[uint32(facts._type)], at: unsafe.Pointer(facts), life: x.life()}, true
}

// Next returns the next row of the set, good until the next one; io.EOF at the end.
func (x *Rows) Next() (Record, error) {
	defer runtime.KeepAlive(x)
	var row *C.dfmt_head
	set := x.set()
	x.h.step++
	switch st := C.dfmt_rows_next(x.h.x, &row); st {
	case C.DFMT_OK:
		return Record{Type: x.Type, at: unsafe.Pointer(row), life: x.life(), set: set}, nil
	case C.DFMT_END:
		return Record{}, io.EOF
	default:
		return Record{}, x.failure(st)
	}
}

// All gives the rows that are left of the set, and at last an error unless the input is good to its end.
func (x *Rows) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for {
			row, err := x.Next()
			if err == io.EOF || !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// NextSet passes over what is left of the set to the next one; false: there are no more.
func (x *Rows) NextSet() (bool, error) {
	defer runtime.KeepAlive(x)
	x.set()
	x.h.step++
	switch st := C.dfmt_rows_next_set(x.h.x); st {
	case C.DFMT_OK:
		x.Type = types()[uint32(x.set()._type.number)]
		return true, nil
	case C.DFMT_END:
		return false, nil
	default:
		return false, x.failure(st)
	}
}

// How rows are printed: aligned for people, as CSV, as an object a line.
const (
	PrintTable = uint32(C.DFMT_PRINT_TABLE)
	PrintCSV   = uint32(C.DFMT_PRINT_CSV)
	PrintJSON  = uint32(C.DFMT_PRINT_JSON)
)

// Print writes the rows that are left of the set in a form.
func (x *Rows) Print(to io.Writer, form uint32) error {
	defer runtime.KeepAlive(x)
	x.set()
	x.h.step++
	return written(to, func(sink *C.dfmt_sink) error {
		if st := C.dfmt_rows_print(x.h.x, C.uint32_t(form), nil, sink); st != C.DFMT_OK {
			return x.failure(st)
		}
		return nil
	})
}

// written is what a call writes to a sink of the program's, which has then got all.
func written(to io.Writer, call func(*C.dfmt_sink) error) error {
	with := &stream{writer: to}
	sink, err := with.sink(nil)
	if err != nil {
		return err
	}
	defer C.dfmt_sink_free(sink)
	err = call(sink)
	if with.err != nil {
		return failure(C.DFMT_E_IO, C.dfmt_sink_error(sink), with)
	}
	if err != nil {
		return err
	}
	if st := C.dfmt_sink_close(sink); st != C.DFMT_OK {
		return failure(st, C.dfmt_sink_error(sink), with)
	}
	return nil
}

// failed is the one of some streams that met an error.
func failed(all []*stream) *stream {
	for _, s := range all {
		if s != nil && s.err != nil {
			return s
		}
	}
	return nil
}

// Close frees what the rows have. It may be called again.
func (x *Rows) Close() error {
	x.h.free()
	runtime.SetFinalizer(x, nil)
	return nil
}
