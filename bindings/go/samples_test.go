// SPDX-License-Identifier: MIT

package diagfmt

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const kept = 64 // events of a file that are looked at in detail

// samples are the files below DFMT_SAMPLES and DFMT_CORPUS; large ones tell nothing new.
func samples(t *testing.T) []string {
	var found []string
	for _, variable := range []string{"DFMT_SAMPLES", "DFMT_CORPUS"} {
		if os.Getenv(variable) == "" {
			continue
		}
		err := filepath.WalkDir(os.Getenv(variable), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			if info, err := os.Stat(path); err == nil && info.Size() < 4<<20 {
				found = append(found, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) == 0 {
		t.Fatal("DFMT_SAMPLES names no folder with samples")
	}
	return found
}

// lines reads to the end, and closes.
func lines(t *testing.T, r *Reader, err error, look func(*Event)) (text []byte, end error) {
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for event, err := range r.Events() {
		if err != nil {
			return text, err
		}
		if look != nil {
			look(event)
		}
		text, _ = event.AppendJSONLine(text, PayloadDigest)
	}
	return text, nil
}

func TestLinesAreThoseOfTheTool(t *testing.T) {
	for _, path := range samples(t) {
		dump := exec.Command(os.Getenv("DFMT_TOOL"), "dump", path)
		dump.Env = []string{} // it has its own library
		theirs, err := dump.Output()
		if _, ran := err.(*exec.ExitError); err != nil && !ran {
			t.Fatal(err)
		}
		r, err := Open(path, nil)
		if ours, _ := lines(t, r, err, nil); !bytes.Equal(ours, theirs) {
			t.Errorf("%s: the lines differ", path)
		}
	}
}

// slow gives a few bytes at a time, and has no places.
type slow struct{ from io.Reader }

func (s slow) Read(to []byte) (int, error) { return s.from.Read(to[:min(len(to), 1000)]) }

func TestEverySourceGivesTheSame(t *testing.T) {
	for _, path := range samples(t) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Open(path, nil)
		plain, _ := lines(t, r, err, nil)
		r, err = NewReader(bytes.NewReader(content), nil)
		if again, _ := lines(t, r, err, nil); !bytes.Equal(again, plain) {
			t.Errorf("%s: from memory it differs", path)
		}
		r, err = NewReader(bytes.NewBuffer(content), nil)
		streamed, _ := lines(t, r, err, nil)
		r, err = NewReader(slow{bytes.NewReader(content)}, nil)
		if again, _ := lines(t, r, err, nil); !bytes.Equal(again, streamed) {
			t.Errorf("%s: in pieces it differs", path)
		}
	}
}

// compare holds members against what JSON says of them.
func compare(t *testing.T, r Record, said map[string]any) {
	n := 0
	for name, value := range r.Members() {
		if one, ok := said[name]; ok {
			compareValue(t, name, value, one)
			n++
		}
	}
	if _, ok := said["event"]; ok {
		n++
	}
	if n != len(said) {
		t.Errorf("%s: %d members, JSON has %d", r.Type.Name, n, len(said))
	}
}

func compareValue(t *testing.T, name string, value, said any) {
	good := true
	switch v := value.(type) {
	case Record:
		compare(t, v, said.(map[string]any))
	case []any:
		for i, one := range v {
			compareValue(t, name, one, said.([]any)[i])
		}
		good = len(v) == len(said.([]any))
	case []uint64:
		good = len(v) == len(said.([]any))
	case Word:
		good = v.Text == "" || v.Text == said
	case Flags:
		good = len(v.Words) <= len(said.([]any))
	case bool, float64:
		_, text := said.(string) // an infinity
		good = text || reflect.DeepEqual(value, said)
	case string:
		_, base64 := said.(map[string]any)
		good = base64 || v == said
	case uint64:
		number, ok := said.(float64)
		good = !ok || float64(v) == number
	}
	if !good {
		t.Errorf("%s is %v, JSON says %v", name, value, said)
	}
}

func TestRecordsSayWhatJSONSays(t *testing.T) {
	for _, path := range samples(t) {
		var clones []*Event
		var texts [][]byte
		r, err := Open(path, nil)
		lines(t, r, err, func(event *Event) {
			if len(clones) == kept {
				return
			}
			text, err := event.MarshalJSON()
			said := map[string]any{}
			if err != nil || json.Unmarshal(text, &said) != nil {
				t.Fatal(err)
			}
			compare(t, event.Record, said)
			clone, err := event.Clone()
			if err != nil {
				t.Fatal(err)
			}
			clones, texts = append(clones, clone), append(texts, text)
		})
		for i, clone := range clones {
			if text, err := clone.MarshalJSON(); err != nil || !bytes.Equal(text, texts[i]) {
				t.Errorf("%s: the clone of event %d differs: %v", path, i, err)
			}
		}
	}
}

func TestTablesHaveRows(t *testing.T) {
	for _, path := range samples(t) {
		r, err := Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Next()
		format := r.Format()
		r.Close()
		if err != nil {
			continue
		}
		for _, name := range Tables() {
			if !strings.HasPrefix(name, format+".") {
				continue
			}
			rows, err := OpenTable(path, name, nil, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			n := 0
			for row, err := range rows.All() {
				if err != nil || n == kept {
					break
				}
				n++
				text, err := row.MarshalJSON()
				said := map[string]any{}
				if err != nil || json.Unmarshal(text, &said) != nil {
					t.Fatal(err)
				}
				compare(t, row, said)
			}
			rows.Close()
		}
	}
}
