// SPDX-License-Identifier: MIT

package diagfmt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
)

const operations = "7: malloc 0x5000 24\n7: malloc 0x6000 8\n7: free 0x5000\n"

func Example() {
	r, err := NewReader(strings.NewReader(operations), nil)
	if err != nil {
		panic(err)
	}
	defer r.Close()
	for event, err := range r.Events() {
		if err != nil {
			panic(err)
		}
		fmt.Println(event.Text("op"), event.Uint("bytes"))
	}
	// Output:
	// malloc 24
	// malloc 8
	// free 0
}

func ExampleNewTable() {
	rows, err := NewTable(strings.NewReader(operations), "mallocdbg.live_block", []string{"ptr", "bytes"}, nil)
	if err != nil {
		panic(err)
	}
	defer rows.Close()
	for row, err := range rows.All() {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%#x %d\n", row.Uint("ptr"), row.Uint("bytes"))
	}
	// Output: 0x6000 8
}

func report(t *testing.T, value []byte) []byte {
	var file bytes.Buffer
	w, err := NewWriter(&file, "apport", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Put("apport.field", Members{"key": "ProblemType", "text": "Crash"}); err != nil {
		t.Fatal(err)
	}
	to, err := w.Begin("apport.field", Members{"key": "CoreDump", "encoding": "base64", "compression": "gzip"}, Decoded)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := to.Write(value); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(to.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestPayloadIsWhatWasWritten(t *testing.T) {
	core := bytes.Repeat([]byte("0123456789"), 30000)
	r, err := NewReader(bytes.NewReader(report(t, core)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if first, err := r.Next(); err != nil || first.Text("key") != "ProblemType" || first.HasPayload() {
		t.Fatal(err)
	}
	event, err := r.Next()
	if err != nil || !event.HasPayload() {
		t.Fatal(err)
	}
	payload := event.Payload()
	if value, err := io.ReadAll(payload); err != nil || !bytes.Equal(value, core) {
		t.Fatal(err)
	}
	if event.Uint("decoded_size") != uint64(len(core)) { // known only now
		t.Error("no size")
	}
	if _, err := r.Next(); err != io.EOF {
		t.Error(err)
	}
	if _, err := payload.Read(make([]byte, 1)); err != ErrStale {
		t.Error(err)
	}
}

func TestStaleEventsPanic(t *testing.T) {
	r, err := NewReader(strings.NewReader(operations), nil)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := r.Next()
	clone, err := first.Clone()
	if _, e := r.Next(); err != nil || e != nil {
		t.Fatal(err, e)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a stale event was used")
			}
		}()
		first.Text("op")
	}()
	r.Close()
	r.Close()
	if clone.Text("op") != "malloc" {
		t.Error("a clone ended with its reader")
	}
}

func TestAReportInAReport(t *testing.T) {
	r, err := NewReader(bytes.NewReader(report(t, report(t, []byte("inner")))), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	r.Next()
	event, _ := r.Next()
	inner, err := event.Payload().Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer inner.Close()
	if first, err := inner.Next(); err != nil || first.Text("text") != "Crash" {
		t.Error(err)
	}
}

func TestErrorsHaveAPlace(t *testing.T) {
	r, err := NewReader(strings.NewReader("7: malloc 0x5000 24\n7: walloc 0x5000\n"), nil)
	_, end := lines(t, r, err, nil)
	var e *Error
	if !errors.As(end, &e) || !errors.Is(end, ErrFormat) || e.Offset != 20 || e.Line != 2 {
		t.Error(end)
	}
}

type broken struct{ how any }

func (b broken) Read([]byte) (int, error) {
	if err, ok := b.how.(error); ok {
		return 0, err
	}
	panic(b.how)
}

func TestErrorsOfReadersComeThrough(t *testing.T) {
	plug := errors.New("pulled the plug")
	r, err := NewReader(broken{plug}, nil)
	if _, end := lines(t, r, err, nil); !errors.Is(end, plug) || !errors.Is(end, ErrIO) {
		t.Error(end)
	}
	r, err = NewReader(broken{"no reason"}, nil)
	if _, end := lines(t, r, err, nil); end == nil || !strings.Contains(end.Error(), "no reason") {
		t.Error(end)
	}
}

func TestNamesAreChecked(t *testing.T) {
	for _, options := range []Options{{"no_such": 1}, {"recover": 1.5}, {"apitrace.form": "no_such"}, {"max_memory": 1}} {
		if _, err := NewReader(strings.NewReader(""), options); err == nil {
			t.Error(options)
		}
	}
	good := Options{"recover": true, "apport.keys": []string{"Title"}, "apitrace.form": "events", "max_memory": 1 << 30}
	if r, err := NewReader(strings.NewReader(""), good); err != nil {
		t.Error(err)
	} else {
		r.Close()
	}
	w, err := NewWriter(io.Discard, "apport", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	for _, members := range []Members{{"no_such": 1}, {"key": 1}, {"line": "x"}, {"encoding": "no_such"}, {"flags": 1 << 40}} {
		if err := w.Put("apport.field", members); !errors.Is(err, ErrArgument) {
			t.Error(members, err)
		}
	}
	_, err = NewTable(strings.NewReader(""), "mallocdbg.op", []string{"no_such"}, nil)
	if err == nil || !strings.Contains(err.Error(), "thread_id") {
		t.Error(err)
	}
}

func TestLimitsOfWritersChange(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, "apport", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		value uint64
		want  error
	}{
		{"max_memory", 1 << 28, nil}, {"max_table", 1 << 20, nil}, {"max_record", 1 << 20, ErrUnsupported},
		{"max_table", 1, ErrArgument}, {"no_such", 1, ErrUnsupported},
	} {
		if err := w.Limit(c.name, c.value); !errors.Is(err, c.want) {
			t.Error(c, err)
		}
	}
	if err := errors.Join(w.Put("apport.field", Members{"key": "Title", "text": "x"}), w.Close()); err != nil {
		t.Error(err)
	}
	if out.String() != "Title: x\n" {
		t.Error(out.String())
	}
}

func TestBodiesHoldArrays(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, "apitrace", nil)
	if err != nil {
		t.Fatal(err)
	}
	properties := []Members{{"key": "os", "value": "linux"}}
	if err := w.Put("apitrace.header", Members{"semantic_version": 6, "properties": properties}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(&file, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	header, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	found, _ := header.Get("properties")
	if pair := found.([]any)[0].(Record); pair.Text("key") != "os" || pair.Text("value") != "linux" {
		t.Error(pair)
	}
}

func TestCopiesAreWhatWasRead(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, "mallocdbg", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(strings.NewReader(operations), nil)
	lines(t, r, err, func(event *Event) {
		if err := w.Copy(event); err != nil {
			t.Error(err)
		}
	})
	if err := w.Close(); err != nil || file.String() != operations {
		t.Error(err, file.String())
	}
}

func TestReadersAreIndependent(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			r, err := NewReader(strings.NewReader(strings.Repeat(operations, 100)), nil)
			if text, end := lines(t, r, err, nil); end != nil || bytes.Count(text, []byte("\n")) != 300 {
				t.Error(end)
			}
		}()
	}
	all.Wait()
}
