package query

import (
	"fmt"
	"strconv"
	"strings"
)

// Query is a question about recorded time. Make it with [Parse].
type Query struct {
	Decider string // its name; "" for any
	What    What
	By      []string // checks of Rejected, the ways of Began, the reasons of Ended and NotAsked, or what Waits waits for; none for all
	Other   string   // of Began the decider it began instead of, of Ended the one that ended it; "" for any
	Agent   string   // a name, or #7; "" for all
	Crowd   string   // "" for all
	Tree    string   // the root of the agent's own tree; "" for all
	With    []string // flags and stimuli that are set in the tick
	Without []string // flags and stimuli that are not
	When    Span
}

// What is the outcome that a query asks for.
type What string

const (
	Rejected  What = "rejected"   // a check said no
	Waits     What = "waits"      // for an answer, or until the running decider has left
	Accepted  What = "accepted"   // it said yes
	NotChosen What = "not chosen" // it said yes, and another one was entered
	Asked     What = "asked"      // whatever it said
	NotAsked  What = "not asked"
	Began     What = "began"
	Ended     What = "ended"
	Active    What = "active" // after the tick
)

// lasts reports whether the outcome also holds in frames in which the agent sleeps.
func (w What) lasts() bool { return w == Active || w == Waits }

// Span is the time that a query is about; all that is recorded if it is zero.
type Span struct {
	Unit     Unit
	Last     float64 // seconds, or frames, before the end; 0 if From and To count
	From, To float64 // seconds, or frames
}

// Unit is the unit of a Span.
type Unit uint8

const (
	All     Unit = iota // no limit
	Seconds             // of the world, or for agents without a world their own
	Frames
)

// String returns the query in one line, which Parse reads.
func (q Query) String() string {
	words := []string{"any"}
	if q.Decider != "" {
		words[0] = quoted(q.Decider)
	}
	words = append(words, string(q.What))
	switch {
	case len(q.By) == 0:
	case q.What == Rejected, q.What == Began:
		words = append(words, "by", strings.Join(q.By, " or "))
	case q.What == Waits:
		words = append(words, "for", q.By[0])
	case q.What == NotAsked:
		words = append(words, "because", q.By[0])
	default:
		words = append(words, q.By[0])
	}
	if q.Other != "" {
		words = append(words, map[What]string{Began: "instead of", Ended: "by"}[q.What], quoted(q.Other))
	}
	add := func(word, name string) {
		if name != "" {
			words = append(words, word, quoted(name))
		}
	}
	add("of", q.Agent)
	add("in crowd", q.Crowd)
	add("in tree", q.Tree)
	for _, flag := range q.With {
		add("with", flag)
	}
	for _, flag := range q.Without {
		add("without", flag)
	}
	if when := q.When.String(); when != "" {
		words = append(words, when)
	}
	return strings.Join(words, " ")
}

// String returns the span as a query has it; "" for no limit.
func (s Span) String() string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	switch {
	case s.Unit == All:
		return ""
	case s.Unit == Seconds && s.Last != 0:
		return fmt.Sprintf("last %ss", number(s.Last))
	case s.Unit == Frames && s.Last != 0:
		return fmt.Sprintf("last %s frames", number(s.Last))
	case s.Unit == Frames:
		return fmt.Sprintf("frames %s to %s", number(s.From), number(s.To))
	}
	return fmt.Sprintf("seconds %s to %s", number(s.From), number(s.To))
}

// quoted quotes a name that could be taken for something else.
func quoted(name string) string {
	plain := name != "" && !isWord(name)
	for i, r := range name {
		letter := r == '_' || r == '#' || r == '-' || r == '.' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		plain = plain && (letter || r >= '0' && r <= '9' && i > 0)
	}
	if plain {
		return name
	}
	return strconv.Quote(name)
}
