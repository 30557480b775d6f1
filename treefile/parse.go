package treefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// This file reads JSON into values that know where they stand, so that every error has a line. encoding/json tells the
// position of syntax errors alone, and stops at the first error.

// value is a JSON value with its position.
type value struct {
	at    int // offset in the file
	kind  kind
	text  string  // of a string, a number or a bool
	names []field // of an object, in the order of the file
	items []value // of an array, or the values of names
}

type field struct {
	name string
	at   int
}

type kind uint8

const (
	isNull kind = iota
	isBool
	isNumber
	isString
	isArray
	isObject
)

// String is the kind in words.
func (k kind) String() string {
	return [...]string{"null", "true or false", "a number", "a string", "a list", "an object"}[k]
}

// parser reads one file.
type parser struct {
	data   []byte
	tokens *json.Decoder
}

// parse reads a whole file. The error is an *Error without path and file.
func (r *report) parse(data []byte) (v value, ok bool) {
	switch {
	case len(data) > MaxFile:
		r.add(spot{}, ErrLimit, fmt.Sprintf("the file has %d bytes, more than %d", len(data), MaxFile), "divide it into several trees, plugged into slots")
		return v, false
	case !utf8.Valid(data):
		r.add(spot{at: validPrefix(data)}, ErrSyntax, "this is not UTF-8", "save the file as UTF-8 text")
		return v, false
	}
	p := &parser{data: data, tokens: json.NewDecoder(bytes.NewReader(data))}
	p.tokens.UseNumber()
	v, err := p.value(0)
	if err == nil {
		if _, err = p.tokens.Token(); err == io.EOF {
			return v, true
		} else if err == nil {
			err = errAfter
		}
	}
	at, remedy := p.start(), "correct the JSON there"
	syntax := (*json.SyntaxError)(nil)
	switch {
	case errors.Is(err, ErrLimit):
		r.add(spot{at: at}, ErrLimit, fmt.Sprintf("braces and brackets are nested more than %d deep", MaxNesting), "a tree has at most 256 levels")
		return v, false
	case err == io.EOF, err == io.ErrUnexpectedEOF:
		at, err, remedy = len(data), errCut, "a bracket, a brace or a quote is not closed"
	case errors.As(err, &syntax):
		at = min(max(int(syntax.Offset)-1, at), len(data))
	}
	r.add(spot{at: at}, ErrSyntax, err.Error(), remedy)
	return v, false
}

var (
	errCut   = errors.New("the file ends here, in the middle of a value")
	errAfter = errors.New("there is more text after the end of the tree")
)

func validPrefix(data []byte) int {
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	return at
}

// next returns the next token and where it begins.
func (p *parser) next() (token json.Token, at int, err error) {
	at = p.start()
	token, err = p.tokens.Token()
	return token, at, err
}

// start is where the next token begins.
func (p *parser) start() int {
	at := int(p.tokens.InputOffset())
	for at < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[at]) >= 0 {
		at++
	}
	return at
}

// value reads the next value, below depth braces and brackets.
func (p *parser) value(depth int) (v value, err error) {
	token, at, err := p.next()
	if err != nil {
		return v, err
	}
	v.at = at
	switch token := token.(type) {
	case nil:
		v.kind = isNull
	case bool:
		v.kind, v.text = isBool, fmt.Sprint(token)
	case json.Number:
		v.kind, v.text = isNumber, token.String()
	case string:
		v.kind, v.text = isString, token
	case json.Delim:
		if depth >= MaxNesting {
			return v, ErrLimit
		}
		v.kind = isArray
		if token == '{' {
			v.kind = isObject
		}
		for p.tokens.More() {
			if v.kind == isObject {
				name, at, err := p.next()
				if err != nil {
					return v, err
				}
				v.names = append(v.names, field{name.(string), at}) // the decoder accepts only strings here
			}
			item, err := p.value(depth + 1)
			if err != nil {
				return v, err
			}
			v.items = append(v.items, item)
		}
		_, _, err = p.next()
	}
	return v, err
}
