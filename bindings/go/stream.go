// SPDX-License-Identifier: MIT

package diagfmt

// #include "callbacks.h"
import "C"

import (
	"errors"
	"fmt"
	"io"
	"runtime/cgo"
	"unsafe"
)

// stream is an io.Reader or io.Writer that the library calls, and what it failed with.
type stream struct {
	reader io.Reader
	writer io.Writer
	err    error
}

// placed is what a source with places is made of, such as a file or a bytes.Reader.
type placed interface {
	io.ReaderAt
	io.Seeker
}

// status calls f, keeps its error for the call around it, and lets no panic cross C.
func (s *stream) status(f func() (C.dfmt_status, error)) (st C.dfmt_status) {
	defer func() {
		if what := recover(); what != nil {
			s.err = fmt.Errorf("panic: %v", what)
			st = C.DFMT_E_IO
		}
	}()
	st, err := f()
	if err != nil {
		s.err = err
		return C.DFMT_E_IO
	}
	return st
}

func streamOf(user C.uintptr_t) *stream { return cgo.Handle(user).Value().(*stream) }

// got says what a call of Read or ReadAt gave.
func got(n int, err error, out *C.uint64_t) (C.dfmt_status, error) {
	*out = C.uint64_t(n)
	switch {
	case n > 0:
		return C.DFMT_OK, nil
	case errors.Is(err, io.EOF):
		return C.DFMT_END, nil
	case err == nil:
		return 0, io.ErrNoProgress
	}
	return 0, err
}

//export dfmtgoRead
func dfmtgoRead(user C.uintptr_t, buf unsafe.Pointer, room C.uint64_t, out *C.uint64_t) C.dfmt_status {
	s := streamOf(user)
	return s.status(func() (C.dfmt_status, error) {
		n, err := io.ReadAtLeast(s.reader, unsafe.Slice((*byte)(buf), room), 1)
		return got(n, err, out)
	})
}

//export dfmtgoReadAt
func dfmtgoReadAt(user C.uintptr_t, at C.uint64_t, buf unsafe.Pointer, room C.uint64_t, out *C.uint64_t) C.dfmt_status {
	s := streamOf(user)
	return s.status(func() (C.dfmt_status, error) {
		n, err := s.reader.(placed).ReadAt(unsafe.Slice((*byte)(buf), room), int64(at))
		return got(n, err, out)
	})
}

//export dfmtgoTotal
func dfmtgoTotal(user C.uintptr_t, bytes *C.uint64_t) C.dfmt_status {
	s := streamOf(user)
	return s.status(func() (C.dfmt_status, error) {
		from := s.reader.(placed)
		before, err := from.Seek(0, io.SeekCurrent)
		if err != nil {
			return 0, err
		}
		end, err := from.Seek(0, io.SeekEnd)
		if err != nil {
			return 0, err
		}
		*bytes = C.uint64_t(end)
		_, err = from.Seek(before, io.SeekStart)
		return C.DFMT_OK, err
	})
}

//export dfmtgoWrite
func dfmtgoWrite(user C.uintptr_t, buf unsafe.Pointer, n C.uint64_t, taken *C.uint64_t) C.dfmt_status {
	s := streamOf(user)
	return s.status(func() (C.dfmt_status, error) {
		done, err := s.writer.Write(unsafe.Slice((*byte)(buf), n))
		*taken = C.uint64_t(done)
		return C.DFMT_OK, err
	})
}

//export dfmtgoClose
func dfmtgoClose(user C.uintptr_t) { cgo.Handle(user).Delete() }

// source makes a source of a reader; of a file or a bytes.Reader one with places.
func (s *stream) source() (*C.dfmt_source, error) {
	var out *C.dfmt_source
	seekable := C.uint32_t(0)
	if from, ok := s.reader.(placed); ok {
		if at, err := from.Seek(0, io.SeekCurrent); err == nil && at == 0 {
			seekable = 1
		}
	}
	user := cgo.NewHandle(s)
	if st := C.dfmtgo_source(C.uintptr_t(user), seekable, &out); st != C.DFMT_OK {
		user.Delete()
		return nil, failure(st, nil, s)
	}
	return out, nil
}

// sink makes a sink of a writer.
func (s *stream) sink(c *C.dfmt_config) (*C.dfmt_sink, error) {
	var out *C.dfmt_sink
	user := cgo.NewHandle(s)
	if st := C.dfmtgo_sink(c, C.uintptr_t(user), &out); st != C.DFMT_OK {
		user.Delete()
		return nil, failure(st, nil, s)
	}
	return out, nil
}
