// SPDX-License-Identifier: MIT

// Package diagfmt reads and writes diagnostic files by libdiagfmt: crash reports of Ubuntu, bug reports of Android, CPU
// profiles of simpleperf, heap dumps of malloc_debug, and traces of apitrace.
//
//	r, err := diagfmt.Open("demo.crash", nil)
//	if err != nil {
//		return err
//	}
//	defer r.Close()
//	for event, err := range r.Events() {
//		if err != nil {
//			return err
//		}
//		fmt.Println(event.Text("key"), event.Text("text"))
//	}
//
// Members are found by name in the library's descriptions; the headers say what each is. An event is good until the
// next one, and panics when it is used after that. A reader, and what comes out of it, belongs to one goroutine at a
// time. The library is found by pkg-config.
package diagfmt

// #cgo pkg-config: diagfmt
// #include <diagfmt/diagfmt.h>
import "C"

import "unsafe"

// Version returns the version of the running library: major << 24 | minor << 16 | patch << 8.
func Version() uint32 { return uint32(C.dfmt_version()) }

// Formats returns the names of the formats, such as "apport".
func Formats() []string {
	var names []string
	for i := C.uint32_t(0); C.dfmt_format_at(i) != 0; i++ {
		names = append(names, C.GoString(C.dfmt_format_name(C.dfmt_format_at(i))))
	}
	return names
}

func formatNumber(name string) (C.uint32_t, error) {
	for i := C.uint32_t(0); ; i++ {
		number := C.dfmt_format_at(i)
		if number == 0 {
			return 0, &Error{Status: ErrUnsupported, Message: "there is no format " + name}
		}
		if C.GoString(C.dfmt_format_name(number)) == name {
			return number, nil
		}
	}
}

// Tables returns the names of the tables that files can be read as. With the build tag diagfmt_without_ops derived
// tables, which libdiagfmt-ops has, are not among them.
func Tables() []string {
	var names []string
	for i := C.uint32_t(0); ; i++ {
		t := lists.tableAt(i)
		if t == nil {
			return names
		}
		names = append(names, C.GoString(t.name))
	}
}

// content is what a memory sink has, as Go's own.
func content(sink *C.dfmt_sink) []byte {
	var at unsafe.Pointer
	var n C.uint64_t
	if C.dfmt_sink_bytes(sink, &at, &n) != C.DFMT_OK {
		return nil
	}
	return append([]byte{}, unsafe.Slice((*byte)(at), n)...)
}

// collect returns what a call writes.
func collect(call func(to *C.dfmt_sink) C.dfmt_status) ([]byte, error) {
	var sink *C.dfmt_sink
	if st := C.dfmt_sink_memory(nil, &sink); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	defer C.dfmt_sink_free(sink)
	if st := call(sink); st != C.DFMT_OK {
		return nil, failure(st, C.dfmt_sink_error(sink), nil)
	}
	return content(sink), nil
}
