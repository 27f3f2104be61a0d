// SPDX-License-Identifier: MIT

package diagfmt

// #include <diagfmt/diagfmt.h>
import "C"

import (
	"fmt"
	"unsafe"
)

// Options are options of the library, and of operations, by their names, such as
//
//	diagfmt.Options{"recover": true, "apport.keys": []string{"Title", "Package"}, "apitrace.form": "events"}
//
// A value is a number, a bool, a word, or for lists and flags a []string.
type Options map[string]any

// config makes what the library takes; the caller frees it.
func (o Options) config() (*C.dfmt_config, error) {
	var c *C.dfmt_config
	if st := C.dfmt_config_new(&c); st != C.DFMT_OK {
		return nil, failure(st, nil, nil)
	}
	for name, value := range o {
		if err := setOption(c, name, value); err != nil {
			C.dfmt_config_free(c)
			return nil, err
		}
	}
	return c, nil
}

func findOption(name string) (*C.dfmt_option, error) {
	for _, at := range lists.options {
		for i := C.uint32_t(0); at(i) != nil; i++ {
			if C.GoString(at(i).name) == name {
				return at(i), nil
			}
		}
	}
	return nil, &Error{Status: ErrUnsupported, Message: "there is no option " + name}
}

func setOption(c *C.dfmt_config, name string, value any) error {
	option, err := findOption(name)
	if err != nil {
		return err
	}
	var st C.dfmt_status
	switch v := value.(type) {
	case []string:
		for _, item := range v {
			if st = addWord(c, option, item); st != C.DFMT_OK {
				break
			}
		}
	case string:
		st = addWord(c, option, v)
	default:
		number, ok := whole(value)
		if !ok {
			return wrong("%s cannot be a %T", name, value)
		}
		st = C.dfmt_config_set(c, option.key, C.uint64_t(number))
	}
	if st != C.DFMT_OK {
		return &Error{Status: Status(st), Message: fmt.Sprintf("%s cannot be %v", name, value)}
	}
	return nil
}

// addWord adds to a list, or to flags; of an enumeration it is the value.
func addWord(c *C.dfmt_config, option *C.dfmt_option, word string) C.dfmt_status {
	if option.kind == C.DFMT_KIND_STR {
		return C.dfmt_config_add(c, option.key, unsafe.Pointer(unsafe.StringData(word)), C.uint64_t(len(word)))
	}
	number, ok := types()[uint32(option.words)].numberOf(word)
	if !ok {
		return C.DFMT_E_ARG
	}
	value := C.uint64_t(0)
	if option.kind == C.DFMT_KIND_FLAGS {
		C.dfmt_config_get(c, option.key, &value)
	}
	return C.dfmt_config_set(c, option.key, value|C.uint64_t(number))
}
