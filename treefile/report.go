package treefile

import (
	"bytes"
	"cmp"
	"slices"
)

// This file collects the errors of one file.

// report collects errors.
type report struct {
	file   string
	data   []byte
	errors Errors
	offs   []int // of each error
}

// spot is a position in a file.
type spot struct {
	at    int // offset
	path  string
	field string
}

// add adds an error.
func (r *report) add(at spot, err error, detail, remedy string) {
	r.errors = append(r.errors, &Error{File: r.file, Path: at.path, Field: at.field, Detail: detail, Remedy: remedy, Err: err})
	r.offs = append(r.offs, at.at)
}

// err returns the errors in the order of the file, nil if there are none.
func (r *report) err() error {
	if len(r.errors) == 0 {
		return nil
	}
	order := make([]int, len(r.errors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.offs[a], r.offs[b]) })
	var all Errors
	line, start, passed := 1, 0, 0 // the line at offset passed, which begins at start
	for _, i := range order[:min(len(order), maxErrors)] {
		at, e := min(r.offs[i], len(r.data)), r.errors[i]
		if r.data != nil {
			line += bytes.Count(r.data[passed:at], []byte("\n"))
			if newline := bytes.LastIndexByte(r.data[passed:at], '\n'); newline >= 0 {
				start = passed + newline + 1
			}
			passed = at
			e.Line, e.Column = line, at-start+1
		}
		all = append(all, e)
	}
	return all
}
