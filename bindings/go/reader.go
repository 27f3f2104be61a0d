// SPDX-License-Identifier: MIT

package diagfmt

// #include <stdlib.h>
// #include <diagfmt/diagfmt.h>
import "C"

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"runtime"
	"unsafe"
)

// Reader reads the events of one input.
type Reader struct {
	r     *C.dfmt_reader
	lines *C.dfmt_sink // one line at a time
	with  *stream      // what its source calls; nil: nothing of Go's
	step  uint64       // an event is good while this is its own
	outer *Event       // whose payload it reads
}

// ErrStale is what a payload returns once its reader has moved on.
var ErrStale = errors.New("diagfmt: the reader has moved on")

// Open reads a file.
func Open(path string, options Options) (*Reader, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	var source *C.dfmt_source
	if st := C.dfmt_source_path(nil, name, &source); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	return newReader(source, nil, options)
}

// NewReader reads from whatever can be read. What has places, such as a bytes.Reader, is read by these where that is
// better, as a zip is by its directory.
func NewReader(from io.Reader, options Options) (*Reader, error) {
	with := &stream{reader: from}
	source, err := with.source()
	if err != nil {
		return nil, err
	}
	return newReader(source, with, options)
}

// newReader takes the source over.
func newReader(source *C.dfmt_source, with *stream, options Options) (*Reader, error) {
	defer C.dfmt_source_free(source)
	c, err := options.config()
	if err != nil {
		return nil, err
	}
	defer C.dfmt_config_free(c)
	r := &Reader{with: with}
	if st := C.dfmt_sink_memory(nil, &r.lines); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	runtime.SetFinalizer(r, (*Reader).Close)
	if st := C.dfmt_reader_new(c, &r.r); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	return r, r.check(C.dfmt_reader_open(r.r, 0, source))
}

// Close frees what the reader has. It may be called again.
func (r *Reader) Close() error {
	r.step++
	C.dfmt_reader_free(r.r)
	C.dfmt_sink_free(r.lines)
	r.r, r.lines = nil, nil
	runtime.SetFinalizer(r, nil)
	return nil
}

func (r *Reader) check(st C.dfmt_status) error {
	defer runtime.KeepAlive(r)
	if st == C.DFMT_OK {
		return nil
	}
	return failure(st, C.dfmt_reader_error(r.r), r.with)
}

// Next returns the next event; io.EOF at the end.
func (r *Reader) Next() (*Event, error) {
	var e *C.dfmt_event
	r.step++
	st := C.dfmt_reader_next(r.r, &e)
	if st == C.DFMT_END {
		return nil, io.EOF
	}
	if err := r.check(st); err != nil {
		return nil, err
	}
	return r.event(e), nil
}

func (r *Reader) event(e *C.dfmt_event) *Event {
	body := unsafe.Pointer(e.body)
	return &Event{Record{Type: types()[uint32(e._type)], at: body, life: life{&r.step, r.step, r}}, e, r}
}

// Events gives the events that are left, and at last an error unless the input is good to its end.
func (r *Reader) Events() iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		for {
			event, err := r.Next()
			if err == io.EOF || !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// Limit changes a limit by its name; then the call that returned ErrLimit can be repeated.
func (r *Reader) Limit(name string, value uint64) error {
	option, err := findOption(name)
	if err != nil {
		return err
	}
	return r.check(C.dfmt_reader_limit(r.r, option.key, C.uint64_t(value)))
}

// Format returns the name of the input's format; "" as long as that is not known.
func (r *Reader) Format() string {
	defer runtime.KeepAlive(r)
	var format C.uint64_t
	if C.dfmt_reader_stat(r.r, C.DFMT_STAT_FORMAT, &format) != C.DFMT_OK {
		return ""
	}
	return C.GoString(C.dfmt_format_name(C.uint32_t(format)))
}

// Event is one record of an input. Its methods panic after the next one, unless it is a clone.
type Event struct {
	Record
	e *C.dfmt_event
	r *Reader // nil: a clone
}

// Offset returns the byte offset of its start in the unwrapped input.
func (e *Event) Offset() uint64 { e.life.check(); return uint64(e.e.offset) }

// Length returns the bytes it occupies there; 0 while that is not known.
func (e *Event) Length() uint64 { e.life.check(); return uint64(e.e.length) }

// Recovered tells whether damage was skipped before it, or is in it.
func (e *Event) Recovered() bool { return e.flag(C.DFMT_EVENT_FLAG_RECOVERED) }

// HasPayload tells whether its value is not in its body, but in its payload.
func (e *Event) HasPayload() bool { return e.flag(C.DFMT_EVENT_FLAG_PAYLOAD) }

func (e *Event) flag(bit C.uint32_t) bool { e.life.check(); return e.e.flags&bit != 0 }

// MarshalJSON returns the event as the library writes it, without its payload.
func (e *Event) MarshalJSON() ([]byte, error) {
	e.life.check()
	line, err := collect(func(to *C.dfmt_sink) C.dfmt_status { return C.dfmt_event_json(e.e, to) })
	runtime.KeepAlive(e)
	return bytes.TrimSuffix(line, []byte("\n")), err
}

// JSONPayload is what a JSON line has of a payload.
type JSONPayload uint32

// Nothing; size and CRC-32; these and the content.
const (
	NoPayload     = JSONPayload(C.DFMT_JSON_PAYLOAD_NONE)
	PayloadDigest = JSONPayload(C.DFMT_JSON_PAYLOAD_DIGEST)
	PayloadInline = JSONPayload(C.DFMT_JSON_PAYLOAD_INLINE)
)

// AppendJSONLine adds the event as a line, as the library writes it. With an error of the payload there is a line, too,
// which says so.
func (e *Event) AppendJSONLine(to []byte, payload JSONPayload) ([]byte, error) {
	e.life.check()
	if e.r == nil {
		line, err := e.MarshalJSON()
		return append(append(to, line...), '\n'), err
	}
	st := C.dfmt_reader_json(e.r.r, e.e, C.uint32_t(payload), e.r.lines)
	to = append(to, content(e.r.lines)...)
	C.dfmt_sink_reset(e.r.lines)
	return to, e.r.check(st)
}

// Clone returns a copy that outlives the reader, without the payload.
func (e *Event) Clone() (*Event, error) {
	e.life.check()
	var made *C.dfmt_event
	if st := C.dfmt_event_clone(nil, e.e, &made); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	runtime.KeepAlive(e)
	clone := &Event{e: made}
	owner := &owned{made}
	runtime.SetFinalizer(owner, func(o *owned) { C.dfmt_event_free(o.e) })
	clone.Record = Record{Type: e.Type, at: unsafe.Pointer(made.body), life: life{keep: owner}}
	return clone, nil
}

// owned is the memory of a clone: it is freed when no record refers to it.
type owned struct{ e *C.dfmt_event }

// Form is how a payload is read or written.
type Form uint32

// The value itself; as it is compressed; the bytes of the input.
const (
	Decoded = Form(C.DFMT_PAYLOAD_DECODED)
	Stored  = Form(C.DFMT_PAYLOAD_STORED)
	Raw     = Form(C.DFMT_PAYLOAD_RAW)
)

// Payload is an event's value, as an io.Reader. It goes on where the last use of it stopped, and returns ErrStale after
// the next event.
type Payload struct{ e *Event }

// Payload returns the event's value, decoded.
func (e *Event) Payload() *Payload { return &Payload{e} }

// PayloadAs returns the event's value in another form, if nothing of it was read.
func (e *Event) PayloadAs(form Form) (*Payload, error) {
	p := &Payload{e}
	if err := p.stale(); err != nil {
		return nil, err
	}
	return p, e.r.check(C.dfmt_payload_mode(e.r.r, C.uint32_t(form)))
}

func (p *Payload) stale() error {
	if p.e.r == nil || *p.e.life.owner != p.e.life.step {
		return ErrStale
	}
	return nil
}

func (p *Payload) Read(to []byte) (int, error) {
	if err := p.stale(); err != nil || len(to) == 0 {
		return 0, err
	}
	var n C.uint64_t
	st := C.dfmt_payload_read(p.e.r.r, unsafe.Pointer(&to[0]), C.uint64_t(len(to)), &n)
	if st == C.DFMT_END {
		return 0, io.EOF
	}
	return int(n), p.e.r.check(st)
}

// Open reads what is left as a file of its own: a report in a report. It ends with the event.
func (p *Payload) Open(options Options) (*Reader, error) {
	if err := p.stale(); err != nil {
		return nil, err
	}
	var source *C.dfmt_source
	if err := p.e.r.check(C.dfmt_payload_source(p.e.r.r, &source)); err != nil {
		return nil, err
	}
	inner, err := newReader(source, p.e.r.with, options)
	if inner != nil {
		inner.outer = p.e
	}
	return inner, err
}
