// SPDX-License-Identifier: MIT

package diagfmt

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func ExampleWhere() {
	rows, err := NewTable(strings.NewReader(operations), "mallocdbg.op", []string{"ptr", "bytes"}, nil,
		Where("op_word", "==", "malloc"), Where("bytes", "<", 10))
	if err != nil {
		panic(err)
	}
	defer rows.Close()
	rows.Print(printer{}, PrintJSON)
	// Output: {"ptr":"0x6000","bytes":8}
}

// printer is standard output, as examples know it.
type printer struct{}

func (printer) Write(text []byte) (int, error) { return fmt.Print(string(text)) }

func TestFiltersChooseRows(t *testing.T) {
	text := "7: malloc 0x5000 24\n8: malloc 0x6000 8\n7: calloc 0x7000 3 8\n7: free 0x5000\n"
	for _, one := range []struct {
		n       int
		filters []Filter
	}{
		{4, nil},
		{3, []Filter{Where("thread_id", "==", 7)}},
		{2, []Filter{Where("thread_id", ">", -1), Where("bytes", "<=", 8)}},
		{2, []Filter{Where("op_word", "in", "free", []byte("calloc"))}},
		{0, []Filter{Where("thread_id", "in")}},
	} {
		rows, err := NewTable(strings.NewReader(text), "mallocdbg.op", []string{"ptr"}, nil, one.filters...)
		if err != nil {
			t.Fatal(one.filters, err)
		}
		if found := jsonOf(t, rows); bytes.Count(found, []byte("\n")) != one.n {
			t.Errorf("%v: %s", one.filters, found)
		}
	}
	for _, bad := range []Filter{Where("no_such", "==", 1), Where("bytes", "=", 1), Where("bytes", "==", 1.5), {}} {
		if _, err := NewTable(strings.NewReader(text), "mallocdbg.op", nil, nil, bad); err == nil {
			t.Error(bad)
		}
	}
}

// jsonOf gives what is left of a set, a line for each row, and closes.
func jsonOf(t *testing.T, rows *Rows) (text []byte) {
	defer rows.Close()
	for row, err := range rows.All() {
		if err != nil {
			break
		}
		text = append(text, lineOf(t, row)...)
	}
	return text
}

func lineOf(t *testing.T, row Record) []byte {
	line, err := row.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return append(line, '\n')
}
