package debugprint

import "github.com/decidertree/decidertree/event"

// AppendEvent appends the lines that [Output] writes for an event at a level, each ending in a line break. An event
// may have several lines, of different levels with [Spore], or none at this level. Of mode only Spore matters. Only
// growing b and the text of an error allocate.
func (n Names) AppendEvent(b []byte, e *event.Event, level event.Level, mode Mode) []byte {
	return n.appendLines(b, e, level, mode, nil)
}

// appendLines is AppendEvent after another event; nil for none.
func (n Names) appendLines(b []byte, e *event.Event, level event.Level, mode Mode, last *told) []byte {
	l := lines{b: b, e: e, upTo: level, names: n, spore: mode&Spore != 0}
	if l.spore {
		sporeLines{&l}.event()
	} else {
		readableLines{&l}.event(last)
	}
	return l.b
}

// lines builds the lines of one event.
type lines struct {
	b     []byte
	e     *event.Event
	upTo  event.Level
	names Names
	spore bool
	said  bool // a fact of a decision
}

// begin starts a line of a level. It returns false if the level is not wanted.
func (l *lines) begin(level event.Level) bool {
	if level > l.upTo {
		return false
	}
	if l.spore {
		sporeLines{l}.prefix(level)
	} else {
		readableLines{l}.prefix()
	}
	return true
}

func (l *lines) end()                        { l.b = append(l.b, '\n') }
func (l *lines) text(s string)               { l.b = append(l.b, s...) }
func (l *lines) escaped(s string)            { l.b = appendText(l.b, s) }
func (l *lines) int(n int)                   { l.b = appendInt(l.b, n) }
func (l *lines) fixed(x float64, digits int) { l.b = appendFixed(l.b, x, digits) }
func (l *lines) seconds(x float64)           { l.b = appendSeconds(l.b, x) }

// name appends a decider's name, with its ID in the form of the Spore text.
func (l *lines) name(label event.Label) {
	if l.spore {
		l.label(label)
	} else {
		l.escaped(label.Name)
	}
}

func (l *lines) label(label event.Label)                   { l.b = appendLabel(l.b, label) }
func (l *lines) set(of BitNames, flags uint64, digits int) { l.b = of.appendSet(l.b, flags, digits) }
