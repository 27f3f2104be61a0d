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

// Rows are the rows of a table of a file, such as "mallocdbg.live_block"; [Tables] has the names.
type Rows struct {
	Type *Type
	x    *C.dfmt_rows
	with *stream
	step uint64
}

// OpenTable reads a table of a file. columns: names of members; none: all.
func OpenTable(path, table string, columns []string, options Options) (*Rows, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var source *C.dfmt_source
	if st := C.dfmt_source_path(nil, name, &source); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	return newRows(source, nil, table, columns, options)
}

// NewTable reads a table of whatever can be read.
func NewTable(from io.Reader, table string, columns []string, options Options) (*Rows, error) {
	with := &stream{reader: from}
	source, err := with.source()
	if err != nil {
		return nil, err
	}
	return newRows(source, with, table, columns, options)
}

func newRows(source *C.dfmt_source, with *stream, table string, columns []string, options Options) (*Rows, error) {
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
	x := &Rows{with: with}
	st := ask(scan, table, columns)
	if st == C.DFMT_OK {
		st = C.dfmt_scan_rows(scan, &x.x)
	}
	if st != C.DFMT_OK {
		defer C.dfmt_scan_free(scan)
		return nil, failure(st, C.dfmt_scan_error(scan), with)
	}
	runtime.SetFinalizer(x, (*Rows).Close)
	x.Type = types()[uint32(C.dfmt_rows_set(x.x)._type.number)]
	return x, nil
}

func ask(scan *C.dfmt_scan, table string, columns []string) C.dfmt_status {
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
	var number C.uint32_t
	return C.dfmt_scan_table(scan, b.name(table), request, &number)
}

func (b *builder) name(text string) *C.char {
	name := C.CString(text)
	b.blocks = append(b.blocks, unsafe.Pointer(name))
	return name
}

// Next returns the next row, good until the next one; io.EOF at the end.
func (x *Rows) Next() (Record, error) {
	defer runtime.KeepAlive(x)
	var row *C.dfmt_head
	x.step++
	switch st := C.dfmt_rows_next(x.x, &row); st {
	case C.DFMT_OK:
		return Record{x.Type, unsafe.Pointer(row), life{&x.step, x.step, x}}, nil
	case C.DFMT_END:
		return Record{}, io.EOF
	default:
		return Record{}, failure(st, C.dfmt_rows_error(x.x), x.with)
	}
}

// All gives the rows that are left, and at last an error unless the input is good to its end.
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

// Close frees what the rows have. It may be called again.
func (x *Rows) Close() error {
	x.step++
	C.dfmt_rows_free(x.x)
	x.x = nil
	runtime.SetFinalizer(x, nil)
	return nil
}
