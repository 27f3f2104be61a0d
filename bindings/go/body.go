// SPDX-License-Identifier: MIT

package diagfmt

// #include <stdlib.h>
// #include <diagfmt/diagfmt.h>
import "C"

import (
	"reflect"
	"strings"
	"unsafe"
)

// Members are values of a struct to write, by name: numbers, bools, texts, []byte, words of enumerations, []string for
// flags, slices for arrays, Members for elements that are structs, and [Body] where a pointer may be to any type.
type Members map[string]any

// Body is a struct to write.
type Body struct {
	Type    string // "apport.field"
	Members Members
}

// builder makes structs in the library's memory, for one call.
type builder struct{ blocks []unsafe.Pointer }

func (b *builder) free() {
	for _, block := range b.blocks {
		C.free(block)
	}
}

func (b *builder) block(size int) unsafe.Pointer {
	block := C.calloc(1, C.size_t(max(size, 1)))
	b.blocks = append(b.blocks, block)
	return block
}

// body makes a struct that says what it is.
func (b *builder) body(body Body) (*C.dfmt_head, error) {
	t := TypeOf(body.Type)
	if t == nil || t.c.body_size == 0 || unsafe.Slice(t.c.fields, 1)[0].kind != C.DFMT_KIND_HEAD {
		return nil, wrong("there is no body %s", body.Type)
	}
	at := b.block(int(t.c.body_size))
	return (*C.dfmt_head)(at), b.fill(t, at, body.Members)
}

// fill sets members of a struct whose bytes are zero.
func (b *builder) fill(t *Type, at unsafe.Pointer, members Members) error {
	switch first := unsafe.Slice(t.c.fields, 1)[0]; first.kind {
	case C.DFMT_KIND_HEAD:
		*(*C.dfmt_head)(at) = C.dfmt_head{size: t.c.body_size, _type: t.c.number}
	case C.DFMT_KIND_SIZE:
		*(*C.uint32_t)(at) = t.c.body_size
	}
	for name, value := range members {
		m := t.member(name)
		if m == nil {
			return wrong("%s has no member %s", t.Name, name)
		}
		if err := b.set(m, at, value); err != nil {
			return err
		}
		if m.f.present_mask != 0 {
			*(*C.uint32_t)(unsafe.Add(at, t.c.present_offset)) |= m.f.present_mask
		}
	}
	return nil
}

func (b *builder) set(m *Member, at unsafe.Pointer, value any) error {
	f := m.f
	if f.kind != C.DFMT_KIND_ARRAY {
		return b.put(m.Name, f.kind, f.elem_type, unsafe.Add(at, f.offset), value)
	}
	list := reflect.ValueOf(value)
	step := stepOf(f.elem_type)
	if list.Kind() != reflect.Slice || step == 0 {
		return wrong("%s cannot be a %T", m.Name, value)
	}
	first := b.block(list.Len() * int(step))
	for i := range list.Len() {
		if err := b.put(m.Name, f.elem_type, 0, unsafe.Add(first, i*int(step)), list.Index(i).Interface()); err != nil {
			return err
		}
	}
	*(*unsafe.Pointer)(unsafe.Add(at, f.offset)) = first
	*(*uint64)(unsafe.Add(at, f.count_offset)) = uint64(list.Len())
	return nil
}

// put stores one value; kind may be a type, of structs in arrays.
func (b *builder) put(name string, kind, words C.uint32_t, at unsafe.Pointer, value any) error {
	switch v := value.(type) {
	case string:
		if kind == C.DFMT_KIND_ENUM || kind == C.DFMT_KIND_FLAGS {
			return putWords(name, elem(words), at, strings.Split(v, "|"))
		}
		return b.putText(name, kind, at, v)
	case []byte:
		return b.putText(name, kind, at, string(v))
	case []string:
		if kind == C.DFMT_KIND_FLAGS {
			return putWords(name, elem(words), at, v)
		}
	case float64:
		if kind == C.DFMT_KIND_F64 {
			*(*float64)(at) = v
			return nil
		}
	case Members:
		if t := elem(kind); t != nil {
			return b.fill(t, at, v)
		}
	case Body:
		if kind == C.DFMT_KIND_REF && (words == 0 || TypeOf(v.Type) == elem(words)) {
			body, err := b.body(v)
			*(**C.dfmt_head)(at) = body
			return err
		}
	default:
		return putNumber(name, kind, at, value)
	}
	return wrong("%s cannot be a %T", name, value)
}

func (b *builder) putText(name string, kind C.uint32_t, at unsafe.Pointer, text string) error {
	if kind != C.DFMT_KIND_STR && kind != C.DFMT_KIND_BYTES && kind != C.DFMT_TYPE_STR {
		return wrong("%s cannot be text", name)
	}
	to := b.block(len(text))
	copy(unsafe.Slice((*byte)(to), len(text)), text)
	*(*C.dfmt_str)(at) = C.dfmt_str{ptr: (*C.char)(to), len: C.uint64_t(len(text))}
	return nil
}

func putWords(name string, t *Type, at unsafe.Pointer, words []string) error {
	bits := uint32(0)
	for _, word := range words {
		number, ok := t.numberOf(word)
		if !ok {
			return wrong("%s cannot be %s", name, word)
		}
		bits |= number
	}
	*(*uint32)(at) = bits
	return nil
}

func putNumber(name string, kind C.uint32_t, at unsafe.Pointer, value any) error {
	number, ok := whole(value)
	switch kind {
	case C.DFMT_KIND_U64, C.DFMT_KIND_I64:
		*(*uint64)(at) = number
	case C.DFMT_KIND_I32:
		*(*int32)(at) = int32(number)
		ok = ok && int64(int32(number)) == int64(number)
	case C.DFMT_KIND_U32, C.DFMT_KIND_ENUM, C.DFMT_KIND_FLAGS, C.DFMT_KIND_BOOL:
		*(*uint32)(at) = uint32(number)
		ok = ok && uint64(uint32(number)) == number
	default:
		ok = false
	}
	if !ok {
		return wrong("%s cannot be %v", name, value)
	}
	return nil
}
