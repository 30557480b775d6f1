package query

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says where a query is wrong, and what to write there instead.
type SyntaxError struct {
	Query    string
	From, To int      // the wrong part, in bytes; both its length if something is missing at the end
	What     string   // what is wrong with it
	Want     []string // words that may stand there; those in capitals stand for names and numbers
	Near     []string // of Want, or of names, those that are similar
}

func (e *SyntaxError) Error() string {
	text := "query: " + e.What
	if e.From < len(e.Query) {
		text += fmt.Sprintf(" (column %d)", e.Column())
	}
	switch {
	case len(e.Near) > 0:
		text += "; did you mean " + list(e.Near) + "?"
	case len(e.Want) > 0:
		text += "; write " + list(e.Want)
	}
	return text
}

// Column is the first wrong character of the line, from 1.
func (e *SyntaxError) Column() int { return utf8.RuneCountInString(e.Query[:e.From]) + 1 }

// UnknownError says that a recording has nothing of a name that a query has.
type UnknownError struct {
	Kind string // decider, agent, crowd, tree or flag
	Name string
	Near []string // similar names, the nearest first
}

func (e *UnknownError) Error() string {
	article := "a "
	if e.Kind == "agent" {
		article = "an "
	}
	text := fmt.Sprintf("query: the recording does not have %s%s %q", article, e.Kind, e.Name)
	if len(e.Near) > 0 {
		return text + "; did you mean " + list(e.Near) + "?"
	}
	return text
}

// RangeError says that nothing is recorded of the time that a query is about.
type RangeError struct {
	When        Span
	First, Last uint64  // the recorded frames
	Begin, End  float64 // seconds
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("query: nothing is recorded of %s; there are frames %d to %d, seconds %.2f to %.2f", e.When, e.First, e.Last, e.Begin, e.End)
}

// list writes alternatives: "a, b or c".
func list(all []string) string {
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " or " + all[n-1]
	}
	return strings.Join(all, "")
}
