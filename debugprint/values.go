package debugprint

import (
	"strconv"
	"unicode/utf8"

	"github.com/decidertree/decidertree/state"
)

// values iterates over an agent's blackboard values, in step with its states.
type values struct {
	of         valuer
	activeOnly bool
	at         state.Value
	next       int // negative at the end
}

func valuesOf(m Stater, activeOnly bool) values {
	v := values{next: -1, activeOnly: activeOnly}
	if of, ok := m.(valuer); ok {
		v.of = of
		v.at, v.next = of.ValueAt(0)
	}
	return v
}

// appendBelow appends the values that belong to a decider, below its line and below a margin of that many spaces.
func (v *values) appendBelow(b []byte, s *state.Decider, margin int) []byte {
	first, any := "", false
	for ; v.next >= 0; v.at, v.next = v.of.ValueAt(v.next) {
		if v.activeOnly && !v.at.Active { // of a decider that is not shown
			continue
		}
		if !v.belongs(s) || any && v.at.Key == first { // of a later decider, or of the same tree in another slot
			break
		}
		if !any {
			first, any = v.at.Key, true
		}
		b = append(b, '\n')
		for range margin + 2*(s.Depth+2) {
			b = append(b, ' ')
		}
		b = appendText(b, v.at.Key)
		b = append(b, ": "...)
		b = appendPrintable(b, v.at.AppendText)
	}
	return b
}

// belongs reports whether the current value is the decider's.
func (v *values) belongs(s *state.Decider) bool {
	return v.at.Place == s.Place && v.at.Tree == s.Tree && v.at.Depth == s.Depth && v.at.Decider == s.Decider
}

// appendPrintable appends the output of add and escapes what is not printable, such as a line break of a String
// method.
func appendPrintable(b []byte, add func([]byte) []byte) []byte {
	start := len(b)
	b = add(b)
	for rest := b[start:]; len(rest) > 0; {
		r, width := utf8.DecodeRune(rest)
		if r == utf8.RuneError && width == 1 || !strconv.IsPrint(r) {
			return appendText(b[:start], string(b[start:]))
		}
		rest = rest[width:]
	}
	return b
}
