// SPDX-License-Identifier: MIT

package diagfmt

// #include <stdlib.h>
// #include <diagfmt/diagfmt.h>
import "C"

import (
	"io"
	"runtime"
	"unsafe"
)

// Writer writes a file of one format. What is not closed without an error is discarded, if it is a file.
type Writer struct {
	w    *C.dfmt_writer
	sink *C.dfmt_sink
	with *stream
}

// Create writes a file, which gets its name when the writer is closed. format: "apport" and so on.
func Create(path, format string, options Options) (*Writer, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	return newWriter(nil, format, options, func(c *C.dfmt_config) (*C.dfmt_sink, error) {
		var sink *C.dfmt_sink
		if st := C.dfmt_sink_path(c, name, &sink); st != C.DFMT_OK {
			return nil, failure(st, nil, nil)
		}
		return sink, nil
	})
}

// NewWriter writes to whatever can be written to.
func NewWriter(to io.Writer, format string, options Options) (*Writer, error) {
	with := &stream{writer: to}
	return newWriter(with, format, options, with.sink)
}

func newWriter(with *stream, format string, options Options,
	open func(*C.dfmt_config) (*C.dfmt_sink, error)) (*Writer, error) {
	number, err := formatNumber(format)
	if err != nil {
		return nil, err
	}
	c, err := options.config()
	if err != nil {
		return nil, err
	}
	defer C.dfmt_config_free(c)
	w := &Writer{with: with}
	runtime.SetFinalizer(w, (*Writer).Discard)
	if w.sink, err = open(c); err != nil {
		return nil, err
	}
	if st := C.dfmt_writer_new(c, &w.w); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	return w, w.check(C.dfmt_writer_open(w.w, number, 0, w.sink))
}

func (w *Writer) check(st C.dfmt_status) error {
	defer runtime.KeepAlive(w)
	if st == C.DFMT_OK {
		return nil
	}
	return failure(st, C.dfmt_writer_error(w.w), w.with)
}

// Copy writes an event with its payload, byte for byte where that is legal.
func (w *Writer) Copy(e *Event) error {
	e.life.check()
	if e.r == nil {
		return w.check(C.dfmt_writer_put(w.w, e.e.body))
	}
	defer runtime.KeepAlive(e)
	return w.check(C.dfmt_writer_copy(w.w, e.r.r, e.e))
}

// Put writes a whole record.
func (w *Writer) Put(typeName string, members Members) error {
	var b builder
	defer b.free()
	body, err := b.body(Body{typeName, members})
	if err != nil {
		return err
	}
	return w.check(C.dfmt_writer_put(w.w, body))
}

// Begin starts a record whose value follows, in a form; closing the value ends the record.
func (w *Writer) Begin(typeName string, members Members, form Form) (io.WriteCloser, error) {
	var b builder
	defer b.free()
	body, err := b.body(Body{typeName, members})
	if err != nil {
		return nil, err
	}
	return value{w}, w.check(C.dfmt_writer_begin(w.w, body, C.uint32_t(form)))
}

type value struct{ w *Writer }

func (v value) Write(from []byte) (int, error) {
	var taken C.uint64_t
	if len(from) == 0 {
		return 0, nil
	}
	st := C.dfmt_writer_payload(v.w.w, unsafe.Pointer(&from[0]), C.uint64_t(len(from)), &taken)
	return int(taken), v.w.check(st)
}

func (v value) Close() error { return v.w.check(C.dfmt_writer_end(v.w.w)) }

// Limit changes a limit of memory or of a table by its name; then the call that returned ErrLimit can be repeated.
func (w *Writer) Limit(name string, value uint64) error {
	option, err := findOption(name)
	if err != nil {
		return err
	}
	return w.check(C.dfmt_writer_limit(w.w, option.key, C.uint64_t(value)))
}

// Close writes the end of the file, and completes the output.
func (w *Writer) Close() error {
	defer w.Discard()
	if err := w.check(C.dfmt_writer_finish(w.w)); err != nil {
		return err
	}
	if st := C.dfmt_sink_close(w.sink); st != C.DFMT_OK {
		return failure(st, C.dfmt_sink_error(w.sink), w.with)
	}
	return nil
}

// Discard ends without a file; after Close it does nothing.
func (w *Writer) Discard() {
	C.dfmt_writer_free(w.w)
	C.dfmt_sink_free(w.sink)
	w.w, w.sink = nil, nil
	runtime.SetFinalizer(w, nil)
}
