// SPDX-License-Identifier: MIT

package diagfmt

// #include "callbacks.h"
import "C"

import (
	"bytes"
	"encoding/json"
	"iter"
	"sync"
	"unsafe"
)

// Type is the description of a struct or of an enumeration.
type Type struct {
	Name    string // "apport.field"
	Number  uint32
	Members []Member // in the order of JSON lines; none of an enumeration
	c       *C.dfmt_type
	places  map[string]int
	words   map[uint32]string
	numbers map[string]uint32
}

// Member is the description of a member.
type Member struct {
	Name string
	f    *C.dfmt_field
}

// types has what the library describes, by number.
var types = sync.OnceValue(func() map[uint32]*Type {
	found := map[uint32]*Type{}
	for _, at := range lists.types {
		for i := C.uint32_t(0); at(i) != nil; i++ {
			found[uint32(at(i).number)] = describe(at(i))
		}
	}
	return found
})

// lists are what the libraries list: that of operations adds its own.
var lists = struct {
	types   []func(C.uint32_t) *C.dfmt_type
	options []func(C.uint32_t) *C.dfmt_option
	known   **C.dfmt_type // types of both libraries, ended by a nil
	tableAt func(C.uint32_t) *C.dfmt_type
	offer   func(*C.dfmt_scan) C.dfmt_status // adds derived tables
}{
	types:   []func(C.uint32_t) *C.dfmt_type{func(i C.uint32_t) *C.dfmt_type { return C.dfmt_type_at(i) }},
	options: []func(C.uint32_t) *C.dfmt_option{func(i C.uint32_t) *C.dfmt_option { return C.dfmt_option_at(i) }},
	tableAt: func(i C.uint32_t) *C.dfmt_type { return C.dfmt_table_at(i) },
	offer:   func(*C.dfmt_scan) C.dfmt_status { return C.DFMT_OK },
}

var typesByName = sync.OnceValue(func() map[string]*Type {
	found := map[string]*Type{}
	for _, t := range types() {
		found[t.Name] = t
	}
	return found
})

// TypeOf returns the type with a name, such as "apport.field"; nil if there is none.
func TypeOf(name string) *Type { return typesByName()[name] }

func describe(c *C.dfmt_type) *Type {
	t := &Type{Name: C.GoString(c.name), Number: uint32(c.number), c: c, places: map[string]int{}}
	t.words, t.numbers = map[uint32]string{}, map[string]uint32{}
	fields := unsafe.Slice(c.fields, c.n_fields)
	for i := range fields {
		f := &fields[i]
		switch f.kind {
		case C.DFMT_KIND_VALUE:
			t.words[uint32(f.offset)] = C.GoString(f.name)
			t.numbers[C.GoString(f.name)] = uint32(f.offset)
		case C.DFMT_KIND_PRESENT, C.DFMT_KIND_COUNT, C.DFMT_KIND_HEAD, C.DFMT_KIND_RESERVED, C.DFMT_KIND_SIZE,
			C.DFMT_KIND_POINTER:
		default:
			t.places[C.GoString(f.name)] = len(t.Members)
			t.Members = append(t.Members, Member{C.GoString(f.name), f})
		}
	}
	return t
}

func (t *Type) member(name string) *Member {
	if t == nil {
		return nil
	}
	if i, ok := t.places[name]; ok {
		return &t.Members[i]
	}
	return nil
}

// Word returns the word of a number of an enumeration, or of one bit of flags; "" if it has none.
func (t *Type) Word(number uint32) string { return t.words[number] }

func (t *Type) numberOf(word string) (uint32, bool) {
	if t == nil {
		return 0, false
	}
	number, ok := t.numbers[word]
	return number, ok
}

// life tells how long memory of the library is good: until its owner's next step.
type life struct {
	owner *uint64 // the owner's step now; nil: as long as anything refers to it
	step  uint64
	keep  any
}

func (l life) check() {
	if l.owner != nil && *l.owner != l.step {
		panic("diagfmt: a record was used after the next one, or after Close; keep a Clone of its event")
	}
}

// Record is a struct of the library: a body, a row, or a part of one. It is good until the next event or row: it
// panics if it is used after that. What its methods return is Go's own.
type Record struct {
	Type *Type
	at   unsafe.Pointer
	life life
	set  *C.dfmt_row_set // of a row
}

// Word is a number of an enumeration.
type Word struct {
	Number uint32
	Text   string // "" if the number has no word
}

// Flags are bits, of which some have words.
type Flags struct {
	Bits  uint32
	Words []string
}

// Tree is an argument of a graphics call.
type Tree struct {
	Kind     Word
	Bits     uint64 // by kind: a number, also that of a float
	Data     []byte // of strings and blobs
	Name     string // of structs
	Children []Tree
}

// Get returns the value of a member; false if it is absent, or there is none of that name. By kind it is a uint64,
// int64, float64, bool, string, []byte, [Word], [Flags], [Record], [Tree], a slice of these as []any, or []uint64; nil
// where the library has a NULL.
func (r Record) Get(name string) (any, bool) {
	r.life.check()
	m := r.Type.member(name)
	if m == nil {
		return nil, false
	}
	return r.value(m)
}

// Text returns a member that is text, or a word; "" if it is absent.
func (r Record) Text(name string) string {
	value, _ := r.Get(name)
	switch v := value.(type) {
	case string:
		return v
	case Word:
		return v.Text
	}
	return ""
}

// Uint returns a member that is a number; 0 if it is absent.
func (r Record) Uint(name string) uint64 {
	value, _ := r.Get(name)
	number, _ := whole(value)
	return number
}

// Members gives the members that are present, with their values.
func (r Record) Members() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		r.life.check()
		for i := range r.Type.Members {
			value, ok := r.value(&r.Type.Members[i])
			if ok && !yield(r.Type.Members[i].Name, value) {
				return
			}
		}
	}
}

// MarshalJSON returns the record as the library writes it, a row with its columns.
func (r Record) MarshalJSON() ([]byte, error) {
	r.life.check()
	if C.dfmt_describe(r.Type.c.number) == nil {
		text, err := collect(func(to *C.dfmt_sink) C.dfmt_status {
			return C.dfmtgo_row_json(r.Type.c, r.set, lists.known, r.at, to)
		})
		return bytes.TrimSuffix(text, []byte("\n")), err
	}
	text, err := collect(func(to *C.dfmt_sink) C.dfmt_status {
		return C.dfmt_struct_json(r.Type.c.number, r.at, to)
	})
	if r.set == nil || err != nil {
		return text, err
	}
	return chosen(text, columns(r.set))
}

// chosen is an object with those members alone that have one of the names.
func chosen(text []byte, names []string) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil {
		return nil, err
	}
	made := []byte{'{'}
	for _, name := range names {
		if value, ok := members[name]; ok {
			made = append(append(append(made, '"'), name+`":`...), value...)
			made = append(made, ',')
		}
	}
	return append(bytes.TrimSuffix(made, []byte{','}), '}'), nil
}

func (r Record) value(m *Member) (any, bool) {
	if mask := m.f.present_mask; mask != 0 && load[C.uint32_t](r.at, r.Type.c.present_offset)&mask == 0 {
		return nil, false
	}
	if m.f.kind == C.DFMT_KIND_ARRAY || m.f.kind == C.DFMT_KIND_REF_ARRAY {
		return r.array(m.f), true
	}
	return r.scalar(m.f.kind, m.f.elem_type, unsafe.Add(r.at, m.f.offset)), true
}

func load[T any](at unsafe.Pointer, offset C.uint32_t) T { return *(*T)(unsafe.Add(at, offset)) }

// elem is the type of a member's elements; below 256 the number is a kind.
func elem(number C.uint32_t) *Type {
	if number < 256 {
		return nil
	}
	return types()[uint32(number)]
}

// scalar reads one value; kind may be a type, of structs in arrays.
func (r Record) scalar(kind, words C.uint32_t, at unsafe.Pointer) any {
	switch kind {
	case C.DFMT_KIND_U32:
		return uint64(*(*uint32)(at))
	case C.DFMT_KIND_U64:
		return *(*uint64)(at)
	case C.DFMT_KIND_I64:
		return *(*int64)(at)
	case C.DFMT_KIND_F64:
		return *(*float64)(at)
	case C.DFMT_KIND_BOOL:
		return *(*uint32)(at) != 0
	case C.DFMT_KIND_I32, C.DFMT_KIND_ENUM:
		if t := elem(words); t != nil {
			return Word{*(*uint32)(at), t.Word(*(*uint32)(at))}
		}
		return int64(*(*int32)(at))
	case C.DFMT_KIND_FLAGS:
		return flags(elem(words), *(*uint32)(at))
	case C.DFMT_KIND_STR, C.DFMT_TYPE_STR:
		return string(bytesAt(at))
	case C.DFMT_KIND_BYTES:
		return append([]byte{}, bytesAt(at)...)
	case C.DFMT_KIND_CSTR:
		if text := *(**C.char)(at); text != nil {
			return C.GoString(text)
		}
		return nil
	case C.DFMT_KIND_REF:
		return r.target(elem(words), *(*unsafe.Pointer)(at))
	case C.DFMT_KIND_VALUE_TREE:
		if root := *(**C.dfmt_apitrace_value)(at); root != nil {
			return tree(root)
		}
		return nil
	}
	if t := elem(kind); t != nil {
		return Record{Type: t, at: at, life: r.life}
	}
	return nil
}

// target is what a pointer points to; a body says itself what it is.
func (r Record) target(t *Type, at unsafe.Pointer) any {
	if at == nil {
		return nil
	}
	if t == nil {
		t = types()[uint32((*C.dfmt_head)(at)._type)]
	}
	return Record{Type: t, at: at, life: r.life}
}

func (r Record) array(f *C.dfmt_field) any {
	first := load[unsafe.Pointer](r.at, f.offset)
	n := load[uint64](r.at, f.count_offset)
	if first == nil {
		n = 0
	}
	kind := f.elem_type
	if f.kind == C.DFMT_KIND_REF_ARRAY {
		kind = C.DFMT_KIND_REF
	} else if kind == C.DFMT_KIND_U64 {
		return append([]uint64{}, unsafe.Slice((*uint64)(first), n)...)
	}
	values, step := make([]any, n), stepOf(kind)
	for i := range values {
		values[i] = r.scalar(kind, f.elem_type, unsafe.Add(first, uintptr(i)*step))
	}
	return values
}

func stepOf(kind C.uint32_t) uintptr {
	switch kind {
	case C.DFMT_KIND_U32, C.DFMT_KIND_I32:
		return 4
	case C.DFMT_KIND_U64, C.DFMT_KIND_I64, C.DFMT_KIND_F64:
		return 8
	case C.DFMT_KIND_STR, C.DFMT_KIND_BYTES:
		return unsafe.Sizeof(C.dfmt_str{})
	case C.DFMT_KIND_CSTR, C.DFMT_KIND_REF:
		return unsafe.Sizeof(unsafe.Pointer(nil))
	}
	if t := elem(kind); t != nil {
		return uintptr(t.c.body_size)
	}
	return 0
}

// bytesAt is a dfmt_str where the library has it.
func bytesAt(at unsafe.Pointer) []byte {
	s := (*C.dfmt_str)(at)
	return unsafe.Slice((*byte)(unsafe.Pointer(s.ptr)), s.len)
}

func flags(t *Type, bits uint32) Flags {
	f := Flags{Bits: bits}
	for bit := uint32(1); bit != 0; bit <<= 1 {
		if bits&bit != 0 && t != nil && t.words[bit] != "" {
			f.Words = append(f.Words, t.words[bit])
		}
	}
	return f
}

func tree(root *C.dfmt_apitrace_value) Tree {
	nodes := unsafe.Slice(root, root.span)
	v := &nodes[0]
	kinds := types()[C.DFMT_TYPE_APITRACE_VALUE_KIND]
	made := Tree{Kind: Word{uint32(v.kind), kinds.Word(uint32(v.kind))}, Bits: uint64(v.bits)}
	switch {
	case v.ptr == nil:
	case v.kind == C.DFMT_APITRACE_VALUE_STRING || v.kind == C.DFMT_APITRACE_VALUE_BLOB:
		made.Data = append(made.Data, unsafe.Slice((*byte)(v.ptr), v.aux)...)
	case v.kind == C.DFMT_APITRACE_VALUE_WSTRING:
		made.Data = append(made.Data, unsafe.Slice((*byte)(v.ptr), 4*v.aux)...)
	case v.kind == C.DFMT_APITRACE_VALUE_STRUCT:
		sig := (*C.dfmt_apitrace_sig)(v.ptr)
		made.Name = string(bytesAt(unsafe.Pointer(&sig.name)))
	}
	for i := 1; i < len(nodes); i += int(max(nodes[i].span, 1)) {
		made.Children = append(made.Children, tree(&nodes[i]))
	}
	return made
}

// whole is a value as a number, signed ones as two's complement.
func whole(value any) (uint64, bool) {
	switch v := value.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case int:
		return uint64(v), true
	case int32:
		return uint64(v), true
	case int64:
		return uint64(v), true
	case uint:
		return uint64(v), true
	case uint32:
		return uint64(v), true
	case uint64:
		return v, true
	case Word:
		return uint64(v.Number), true
	case Flags:
		return uint64(v.Bits), true
	}
	return 0, false
}
