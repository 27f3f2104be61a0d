// SPDX-License-Identifier: MIT

package diagfmt

// #include <diagfmt/diagfmt.h>
import "C"

import "unsafe"

// Filter is a condition of rows: those that do not meet it are not made. Null never passes.
type Filter struct {
	Column string // a member of a whole number, text or bytes, or NAME_word of an enumeration
	Is     string // "==", "!=", "<", "<=", ">", ">=", or "in" for one of the values
	Values []any  // numbers, bools, texts, []byte; one, but of "in"
}

// Where makes a filter.
func Where(column, is string, values ...any) Filter { return Filter{column, is, values} }

var comparisons = map[string]C.uint32_t{"==": C.DFMT_FILTER_EQ, "!=": C.DFMT_FILTER_NE, "<": C.DFMT_FILTER_LT,
	"<=": C.DFMT_FILTER_LE, ">": C.DFMT_FILTER_GT, ">=": C.DFMT_FILTER_GE, "in": C.DFMT_FILTER_IN}

// filters are what the library takes, in the builder's memory.
func (b *builder) filters(from []Filter) (*C.dfmt_filter, error) {
	made := (*C.dfmt_filter)(b.block(len(from) * C.sizeof_dfmt_filter))
	for i, filter := range from {
		op, ok := comparisons[filter.Is]
		if !ok {
			return nil, wrong("%q is no comparison", filter.Is)
		}
		values, err := b.operands(filter)
		if err != nil {
			return nil, err
		}
		unsafe.Slice(made, len(from))[i] = C.dfmt_filter{column: b.name(filter.Column), op: op,
			n_values: C.uint32_t(len(filter.Values)), values: values}
	}
	return made, nil
}

func (b *builder) operands(filter Filter) (*C.dfmt_filter_value, error) {
	made := (*C.dfmt_filter_value)(b.block(len(filter.Values) * C.sizeof_dfmt_filter_value))
	for i, value := range filter.Values {
		to := &unsafe.Slice(made, len(filter.Values))[i]
		switch v := value.(type) {
		case string:
			*to = b.operand(v)
		case []byte:
			*to = b.operand(string(v))
		default:
			number, ok := whole(value)
			if !ok {
				return nil, wrong("%s cannot be compared with a %T", filter.Column, value)
			}
			*to = C.dfmt_filter_value{kind: C.DFMT_KIND_U64, number: C.uint64_t(number)}
			if negative(value) {
				to.kind = C.DFMT_KIND_I64
			}
		}
	}
	return made, nil
}

func (b *builder) operand(text string) C.dfmt_filter_value {
	at := b.block(len(text))
	copy(unsafe.Slice((*byte)(at), len(text)), text)
	return C.dfmt_filter_value{kind: C.DFMT_KIND_STR, text: C.dfmt_str{ptr: (*C.char)(at), len: C.uint64_t(len(text))}}
}

func negative(value any) bool {
	switch v := value.(type) {
	case int:
		return v < 0
	case int32:
		return v < 0
	case int64:
		return v < 0
	}
	return false
}
