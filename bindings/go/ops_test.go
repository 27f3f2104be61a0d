//go:build !diagfmt_without_ops

// SPDX-License-Identifier: MIT

package diagfmt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func ExampleOperation() {
	top, err := NewOperation("profile", nil)
	if err != nil {
		panic(err)
	}
	defer top.Close()
	if err := errors.Join(top.Add(strings.NewReader(operations)), top.Run()); err != nil {
		panic(err)
	}
	rows, err := top.RowsOf("sizes")
	if err != nil {
		panic(err)
	}
	for row, err := range rows.All() {
		if err != nil {
			panic(err)
		}
		fmt.Println(row.Uint("block_bytes"), row.Uint("total"))
	}
	// Output:
	// 24 24
	// 8 8
}

// tool gives what the tool prints of a file. It has its own library.
func tool(t *testing.T, arguments ...string) []byte {
	command := exec.Command(os.Getenv("DFMT_TOOL"), arguments...)
	command.Env = []string{}
	text, err := command.Output()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Fatal(err)
	}
	return text
}

// ran is an operation over files; nil if they are not for it.
func ran(t *testing.T, name string, options Options, paths ...string) *Operation {
	o, err := NewOperation(name, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if err := o.AddFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if o.Run() != nil {
		o.Close()
		return nil
	}
	return o
}

func TestRowsAreThoseOfTheTool(t *testing.T) {
	found := 0
	for _, path := range samples(t) {
		for name, command := range map[string]string{"profile": "top", "heap": "leaks"} {
			o := ran(t, name, nil, path)
			if o == nil {
				continue
			}
			found++
			rows, err := o.Rows()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(jsonOf(t, rows), tool(t, command, "--json", path)) {
				t.Errorf("%s %s: the rows differ", command, path)
			}
			o.Close()
		}
	}
	if found < 20 {
		t.Error(found)
	}
}

func TestFilesAreCompared(t *testing.T) {
	for name, inputs := range map[string][2]string{
		"compare": {"demo_small.simpleperf", "demo_trace.simpleperf"}, "diff": {"v12.txt", "many.txt"}} {
		before, after := sample(t, inputs[0]), sample(t, inputs[1])
		o := ran(t, name, nil, before, after)
		rows, err := o.Rows()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		for more := true; more && err == nil; more, err = rows.NextSet() {
			if err := rows.Print(&text, PrintJSON); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil || !bytes.Equal(text.Bytes(), tool(t, name, "--json", before, after)) {
			t.Errorf("%s: the rows differ: %v", name, err)
		}
		o.Close()
	}
}

func TestAnswersHaveNames(t *testing.T) {
	o := ran(t, "diff", nil, sample(t, "v12.txt"), sample(t, "many.txt"))
	defer o.Close()
	rows, err := o.RowsOf("growth")
	if err != nil {
		t.Fatal(err)
	}
	row, err := rows.Next()
	if err != nil || rows.Name() != "growth" || row.Text("change") != "grown" {
		t.Error(rows.Name(), row, err)
	}
	if _, err := o.RowsOf("differences"); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}

func TestEverySetHasRows(t *testing.T) {
	sets := 0
	for _, path := range samples(t) {
		o := ran(t, "info", nil, path)
		if o == nil {
			continue
		}
		rows, err := o.Rows()
		again, e := o.Rows()
		if err != nil || e != nil {
			t.Fatal(err, e)
		}
		for more := true; more; sets++ {
			more = compareSets(t, path, rows, again)
		}
		o.Close()
	}
	if sets < 100 {
		t.Error(sets)
	}
}

// compareSets holds rows one by one against what the library prints; it tells whether there is another set.
func compareSets(t *testing.T, path string, rows, again *Rows) bool {
	if facts, ok := rows.Facts(); ok && lineOf(t, facts)[0] != '{' {
		t.Errorf("%s: no facts", path)
	}
	var ours, printed bytes.Buffer
	for row, err := range rows.All() {
		if err != nil {
			t.Fatal(err)
		}
		ours.Write(lineOf(t, row))
	}
	if err := again.Print(&printed, PrintJSON); err != nil || !bytes.Equal(ours.Bytes(), printed.Bytes()) {
		t.Errorf("%s: %s differs: %v", path, rows.Name(), err)
	}
	more, err := rows.NextSet()
	if next, e := again.NextSet(); err != nil || e != nil || next != more {
		t.Fatal(err, e)
	}
	return more
}

func TestTablesAreThoseOfTheTool(t *testing.T) {
	found := 0
	for i, path := range samples(t) {
		format := formatOf(t, path)
		for j, name := range Tables() {
			// of all of them in turn, as the tool is started for each
			if (i+j)%8 != 0 || !strings.HasPrefix(name, format+".") {
				continue
			}
			found++
			rows, err := OpenTable(path, name, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(jsonOf(t, rows), tool(t, "rows", "--json", "-t", name, path)) {
				t.Errorf("%s %s: the rows differ", name, path)
			}
		}
	}
	if found < 100 {
		t.Error(found)
	}
}

// formatOf is the format of a file, "?" of what is none.
func formatOf(t *testing.T, path string) string {
	r, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Next(); err != nil {
		return "?"
	}
	return r.Format()
}

func TestDocumentsAreThoseOfTheTool(t *testing.T) {
	found := 0
	for _, path := range samples(t) {
		o := ran(t, "profile", Options{"profile.purpose": "flame"}, path)
		if o == nil {
			continue
		}
		for kind, option := range map[string]string{"folded": "--folded", "flame": "--title=Flame graph"} {
			var text bytes.Buffer
			if o.Document(&text, kind) != nil {
				continue
			}
			found++
			if !bytes.Equal(text.Bytes(), tool(t, "flame", option, path)) {
				t.Errorf("%s %s: it differs", kind, path)
			}
		}
		o.Close()
	}
	if found < 10 {
		t.Error(found)
	}
}

func TestFilesAreWritten(t *testing.T) {
	for _, file := range []string{"", filepath.Join(t.TempDir(), "made.crash")} {
		var text bytes.Buffer
		o, err := NewOperation("convert", Options{"convert.sort": true, "drop": "B"})
		if err != nil {
			t.Fatal(err)
		}
		output := func() error { return o.Output(&text) }
		if file != "" {
			output = func() error { return o.OutputFile(file) }
		}
		err = errors.Join(output(), o.Add(strings.NewReader("ProblemType: Crash\nB: 2\nA: 1\n")), o.Run(), o.Close())
		made := text.Bytes()
		if file != "" {
			made, _ = os.ReadFile(file)
		}
		if err != nil || string(made) != "ProblemType: Crash\nA: 1\n" {
			t.Error(err, string(made))
		}
	}
}

func TestOutputsOfEachInput(t *testing.T) {
	o, err := NewOperation("share", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	var first, second, review, unused bytes.Buffer
	err = errors.Join(o.Add(strings.NewReader("mail to jane@example.org now\n")), o.Add(strings.NewReader("nobody\n")),
		o.Output(&unused), o.OutputOf("output", 0, &first), o.OutputOf("output", 1, &second),
		o.OutputOf("review", 0, &review), o.Run())
	if err != nil || strings.Contains(first.String(), "jane") || !strings.Contains(first.String(), "<email:") ||
		second.String() != "nobody\n" || !strings.Contains(review.String(), "jane") || unused.Len() > 0 {
		t.Error(err, first.String(), second.String(), review.String(), unused.String())
	}
}

func TestValuesAreExtracted(t *testing.T) {
	folder := t.TempDir()
	directory, err := os.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer directory.Close()
	o, err := NewOperation("extract", Options{"extract.directory": int(directory.Fd())})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := errors.Join(o.Add(strings.NewReader("ProblemType: Crash\nA: 1\n")), o.Run()); err != nil {
		t.Fatal(err)
	}
	if made, err := os.ReadFile(filepath.Join(folder, "A")); err != nil || string(made) != "1" {
		t.Error(err, string(made))
	}
}

func TestDamageCanBeAccepted(t *testing.T) {
	for _, accepted := range []bool{true, false} {
		o, err := NewOperation("profile", nil)
		if err != nil {
			t.Fatal(err)
		}
		good, bad := strings.NewReader(operations), strings.NewReader("7: malloc 0x5000 24\n7: walloc 0x5000\n")
		err = errors.Join(o.Add(good), o.Add(bad), o.Run())
		var e *Error
		if !errors.As(err, &e) || e.Status != ErrFormat || e.Line != 2 || o.Input() != 1 {
			t.Fatal(err)
		}
		decide, total := o.LeaveOut, uint64(32)
		if accepted {
			decide, total = o.Accept, 56
		}
		err = errors.Join(decide(), o.Run())
		rows, e2 := o.Rows()
		if err != nil || e2 != nil {
			t.Fatal(err, e2)
		}
		if facts, _ := rows.Facts(); facts.Uint("total") != total || facts.Text("unit") != "bytes" {
			t.Error(facts.Uint("total"))
		}
		o.Close()
	}
}

func TestRowsEndWithTheOperation(t *testing.T) {
	o, err := NewOperation("heap", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(o.Add(strings.NewReader(operations)), o.Run()); err != nil {
		t.Fatal(err)
	}
	rows, err := o.Rows()
	if err != nil || !slices.Contains(rows.Columns(), "bytes") {
		t.Fatal(err)
	}
	row, err := rows.Next()
	if err != nil {
		t.Fatal(err)
	}
	o.Close()
	o.Close()
	for what, use := range map[string]func(){"row": func() { row.Uint("bytes") }, "rows": func() { rows.Next() }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a %s was used after its operation", what)
				}
			}()
			use()
		}()
	}
	rows.Close()
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestOperationsAreDescribed(t *testing.T) {
	kinds := map[string]bool{}
	for _, kind := range OperationKinds() {
		name := kind.Text("name")
		if kinds[name] || name == "" || kind.Text("help") == "" || kind.Uint("max_inputs") == 0 {
			t.Error(kind)
		}
		kinds[name] = true
		parts := map[string]bool{}
		for _, part := range OperationParts(name) {
			called := part.Text("part") + " " + part.Text("name")
			if parts[called] || part.Text("part") == "" || part.Text("name") == "" || part.Text("help") == "" {
				t.Error(name, called)
			}
			parts[called] = true
		}
		if len(parts) == 0 {
			t.Errorf("%s has no parts", name)
		}
	}
	if len(kinds) < 10 || len(OperationParts("no_such")) > 0 {
		t.Error(kinds)
	}
	for _, part := range OperationParts("profile") {
		if part.Text("name") == "flame" && (part.Text("part") != "document" || part.Text("media") != "image/svg+xml") {
			t.Error(part)
		}
	}
}

func TestNamesOfOperationsAreChecked(t *testing.T) {
	if !slices.Contains(Operations(), "profile") {
		t.Error(Operations())
	}
	if _, err := NewOperation("no_such", nil); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
	if _, err := NewOperation("profile", Options{"profile.keep": "no_such"}); err == nil {
		t.Error("an option has any word")
	}
	o, err := NewOperation("profile", Options{"profile.keep": "stacks"})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := o.Run(); !errors.Is(err, ErrState) {
		t.Error(err)
	}
	if err := o.Output(io.Discard); !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
	if err := errors.Join(o.AddFile(sample(t, "demo_small.simpleperf")), o.Run()); err != nil {
		t.Fatal(err)
	}
	if _, err := o.RowsOf("leaks"); !errors.Is(err, ErrArgument) {
		t.Error(err)
	}
	if err := o.Document(io.Discard, "no_such"); !errors.Is(err, ErrArgument) {
		t.Error(err)
	}
	if err := o.Document(full{}, "folded"); err == nil || !strings.Contains(err.Error(), "no room") {
		t.Error(err)
	}
}

func TestErrorsOfInputsComeThrough(t *testing.T) {
	plug := errors.New("pulled the plug")
	o, err := NewOperation("verify", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if err := errors.Join(o.Add(broken{plug}), o.Run()); !errors.Is(err, plug) {
		t.Error(err)
	}
}

func sample(t *testing.T, name string) string {
	for _, path := range samples(t) {
		if filepath.Base(path) == name {
			return path
		}
	}
	t.Fatal(name)
	return ""
}
