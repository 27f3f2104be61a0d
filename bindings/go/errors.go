// SPDX-License-Identifier: MIT

package diagfmt

// #include <diagfmt/diagfmt.h>
import "C"

import "fmt"

// Status is the kind of an [Error]; errors.Is(err, diagfmt.ErrTruncated) finds it.
type Status int32

// The kinds of errors, as <diagfmt/common.h> has them.
const (
	ErrNoMemory    = Status(C.DFMT_E_NOMEM)
	ErrArgument    = Status(C.DFMT_E_ARG)
	ErrState       = Status(C.DFMT_E_STATE)
	ErrIO          = Status(C.DFMT_E_IO)
	ErrFormat      = Status(C.DFMT_E_FORMAT)
	ErrTruncated   = Status(C.DFMT_E_TRUNCATED)
	ErrLimit       = Status(C.DFMT_E_LIMIT)
	ErrUnsupported = Status(C.DFMT_E_UNSUPPORTED)
	ErrChecksum    = Status(C.DFMT_E_CHECKSUM)
	ErrBusy        = Status(C.DFMT_E_BUSY)
)

func (s Status) Error() string { return C.GoString(C.dfmt_status_name(C.dfmt_status(s))) }

// Error says why a call failed, and where.
type Error struct {
	Status  Status
	Number  uint32 // DFMT_ERR_*: one number for each cause
	Origin  uint32 // DFMT_ORIGIN_*
	Offset  uint64 // byte offset in the unwrapped input
	Line    uint64 // 1-based line of text formats, else 0
	Option  uint32 // of ErrLimit: the option to raise
	Needed  uint64 // and a value that suffices
	Message string
	Err     error // what an io.Reader or io.Writer returned
}

func (e *Error) Error() string {
	text := e.Message
	if e.Origin != C.DFMT_ORIGIN_CALL {
		text = fmt.Sprintf("%s (at byte %d)", text, e.Offset)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the status, and what the program's own reader or writer returned.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Status}
	}
	return []error{e.Status, e.Err}
}

// failure makes an error at once, as the library's ends with the next call on its handle.
func failure(st C.dfmt_status, why *C.dfmt_error, s *stream) error {
	e := &Error{Status: Status(st), Message: Status(st).Error()}
	if s != nil {
		e.Err, s.err = s.err, nil
	}
	if why != nil && why.status == st {
		e.Number, e.Origin = uint32(why.number), uint32(why.origin)
		e.Offset, e.Line = uint64(why.offset), uint64(why.line)
		e.Option, e.Needed = uint32(why.option), uint64(why.needed)
		e.Message = C.GoString(why.message)
	}
	return e
}

func wrong(format string, args ...any) error {
	return &Error{Status: ErrArgument, Message: fmt.Sprintf(format, args...)}
}
