package query

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/decidertree/decidertree/internal/near"
)

// maxLength is the longest query, in bytes.
const maxLength = 2000

// token is a word, name or number of a query.
type token struct {
	text     string // without quotes
	from, to int    // in bytes
	quoted   bool
	broken   error // it cannot be read
}

// tokens splits a query.
func tokens(line string) (all []token) {
	for at := 0; at < len(line); {
		rest := line[at:]
		if trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace); trimmed != rest {
			at += len(rest) - len(trimmed)
			continue
		}
		if rest[0] == '"' {
			prefix, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return append(all, token{text: rest, from: at, to: len(line), broken: err})
			}
			text, err := strconv.Unquote(prefix)
			all = append(all, token{text, at, at + len(prefix), true, err})
			at += len(prefix)
			continue
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
		if end < 0 {
			end = len(rest)
		}
		all = append(all, token{text: rest[:end], from: at, to: at + end})
		at += end
	}
	return all
}

// parser reads the tokens of a query.
type parser struct {
	line string
	all  []token
	at   int
	want []string // what could have stood at the current token
	err  *SyntaxError
}

// Parse reads a query of one line. The error is a [*SyntaxError].
func Parse(line string) (Query, error) {
	q, p := parse(line)
	if p.err != nil {
		return Query{}, p.err
	}
	return q, nil
}

// parse reads a query as far as it is sound.
func parse(line string) (q Query, p *parser) {
	p = &parser{line: line}
	if len(line) > maxLength {
		p.err = &SyntaxError{Query: line[:0], What: fmt.Sprintf("a query has at most %d bytes, and this has %d", maxLength, len(line))}
		return q, p
	}
	p.all = tokens(line)
	p.query(&q)
	return q, p
}

func (p *parser) query(q *Query) {
	if !p.word("any") {
		if t := p.peek(); t != nil && !t.quoted && slices.Contains(outcomes, strings.ToLower(t.text)) {
			p.fail("a query begins with the name of a decider, or with any; a decider of this name stands in quotes", "any", strconv.Quote(t.text))
			return
		}
		q.Decider = p.name("DECIDER", "the name of a decider")
	}
	p.outcome(q)
	seen := map[string]bool{}
	for p.err == nil && p.at < len(p.all) {
		p.limit(q, seen)
	}
	if p.err == nil {
		p.hint(limits...)
	}
}

// outcome reads what the query asks for.
func (p *parser) outcome(q *Query) {
	switch {
	case p.err != nil:
	case p.word("rejected"):
		q.What = Rejected
		for more := p.word("by"); more && p.err == nil; more = p.word("or") {
			p.take("its")
			q.By = append(q.By, p.oneOf("a check", sorted(checks)))
		}
	case p.word("waits"):
		q.What = Waits
		if p.word("for") {
			p.take("its")
			q.By = []string{p.oneOf("what it waits for", []string{"gate", "squad"})}
		}
	case p.word("accepted"):
		q.What = Accepted
	case p.word("asked"):
		q.What = Asked
	case p.word("active"):
		q.What = Active
	case p.word("not"):
		switch {
		case p.word("chosen"):
			q.What = NotChosen
		case p.word("asked"):
			q.What = NotAsked
			if p.word("because") {
				q.By = []string{p.oneOf("a reason", sorted(misses))}
			}
		default:
			p.unexpected("what it was not")
		}
	case p.word("began"):
		q.What = Began
		if p.word("by") {
			q.By = []string{p.oneOf("a way to begin", sorted(ways))}
		} else if p.word("instead") {
			p.must("of")
			q.Other = p.name("DECIDER", "the name of a decider")
		}
	case p.word("ended"):
		q.What = Ended
		if t := p.peek(); t != nil && !t.quoted && reasons[strings.ToLower(t.text)] != "" {
			q.By = []string{strings.ToLower(t.text)}
			p.next()
		} else {
			p.hint(sorted(reasons)...)
		}
		if p.word("by") {
			q.Other = p.name("DECIDER", "the name of a decider")
		}
	default:
		p.unexpected("an outcome")
	}
}

// limit reads a limit; each may stand once, except those of flags.
func (p *parser) limit(q *Query, seen map[string]bool) {
	start := p.at
	once := func(what string) {
		if seen[what] && p.err == nil {
			p.at = start
			p.want = nil
			p.fail(fmt.Sprintf("there may be one limit of %s, and this is a second", what))
		}
		seen[what] = true
	}
	switch {
	case p.word("last"):
		q.When = p.last()
		once("time")
	case p.word("frames"):
		q.When = p.fromTo(Frames)
		once("time")
	case p.word("seconds"):
		q.When = p.fromTo(Seconds)
		once("time")
	case p.word("of"):
		q.Agent = p.name("AGENT", "an agent: its name, or #7")
		once("agents")
	case p.word("in"):
		switch {
		case p.word("crowd"):
			q.Crowd = p.name("CROWD", "the name of a crowd")
			once("crowds")
		case p.word("tree"):
			q.Tree = p.name("TREE", "the name of a tree's root")
			once("trees")
		default:
			p.unexpected("what it is in")
		}
	case p.word("with"):
		q.With = append(q.With, p.name("FLAG", "the name of a decision flag or stimulus"))
	case p.word("without"):
		q.Without = append(q.Without, p.name("FLAG", "the name of a decision flag or stimulus"))
	default:
		p.unexpected("a limit, or the end")
	}
}

// units are the units of time, with what they count.
var units = map[string]struct {
	unit Unit
	each float64
}{
	"s": {Seconds, 1}, "ms": {Seconds, 1e-3}, "min": {Seconds, 60}, "frames": {Frames, 1},
	"second": {Seconds, 1}, "seconds": {Seconds, 1}, "frame": {Frames, 1},
}

// last reads a time that counts back from the end: "10s", "10 s", "300 frames".
func (p *parser) last() (s Span) {
	t := p.peek()
	if t == nil || t.quoted {
		p.unexpected("a time", "10s", "300 frames")
		return s
	}
	digits := strings.TrimRight(t.text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n, ok := number(digits)
	if !ok || n <= 0 {
		p.unexpected("a time above 0", "10s", "300 frames")
		return s
	}
	unit := strings.ToLower(t.text[len(digits):])
	if unit == "" {
		p.next()
		for word := range units {
			if p.take(word) {
				unit = word
			}
		}
		if unit == "" {
			p.unexpected("a unit of time", "s", "ms", "min", "frames")
			return s
		}
	} else if _, known := units[unit]; !known {
		p.unexpected("a unit of time", digits+"s", digits+"ms", digits+"min", digits+" frames")
		return s
	} else {
		p.next()
	}
	u := units[unit]
	s = Span{Unit: u.unit, Last: n * u.each}
	switch {
	case s.Unit == Frames && s.Last != math.Trunc(s.Last):
		p.at--
		p.fail("frames are whole")
	case s.Last == 0 || s.Last >= 1<<53:
		p.at--
		p.fail("the time is too short or too long to be counted")
	}
	return s
}

// fromTo reads two numbers.
func (p *parser) fromTo(unit Unit) (s Span) {
	s.Unit = unit
	s.From = p.number(unit)
	p.must("to")
	s.To = p.number(unit)
	if p.err == nil && s.To < s.From {
		p.at--
		p.fail("the end is before the beginning")
	}
	return s
}

// number reads a number of frames or seconds.
func (p *parser) number(unit Unit) float64 {
	if p.err != nil {
		return 0
	}
	t := p.peek()
	if t == nil || t.quoted {
		p.unexpected("a number", "NUMBER")
		return 0
	}
	n, ok := number(t.text)
	if !ok || unit == Frames && n != math.Trunc(n) {
		p.unexpected("a number", "NUMBER")
		return 0
	}
	p.next()
	return n
}

// number is a number that a query may have: not negative, and exact as a frame.
func number(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && n < 1<<53
}

// peek is the current token; nil at the end.
func (p *parser) peek() *token {
	if p.at == len(p.all) {
		return nil
	}
	return &p.all[p.at]
}

func (p *parser) next() { p.at, p.want = p.at+1, nil }

// hint notes words that could stand here.
func (p *parser) hint(words ...string) {
	if p.err == nil {
		p.want = append(p.want, words...)
	}
}

// take reads a word, if it stands here.
func (p *parser) take(word string) bool {
	if p.err != nil {
		return false
	}
	if t := p.peek(); t != nil && !t.quoted && t.broken == nil && strings.EqualFold(t.text, word) {
		p.next()
		return true
	}
	return false
}

// word reads a word of the language, if it stands here, and proposes it otherwise.
func (p *parser) word(word string) bool {
	if p.take(word) {
		return true
	}
	p.hint(word)
	return false
}

// must reads a word that has to stand here.
func (p *parser) must(word string) {
	if p.err == nil && !p.word(word) {
		p.unexpected(strconv.Quote(word))
	}
}

// oneOf reads one of some words.
func (p *parser) oneOf(what string, all []string) string {
	if p.err != nil {
		return ""
	}
	t := p.peek()
	if t != nil && !t.quoted && slices.Contains(all, strings.ToLower(t.text)) {
		p.next()
		return strings.ToLower(t.text)
	}
	p.unexpected(what, all...)
	return ""
}

// name reads a name; kind stands for it in completions.
func (p *parser) name(kind, what string) string {
	if p.err != nil {
		return ""
	}
	switch t := p.peek(); {
	case t == nil:
		p.unexpected(what, kind)
		return ""
	case t.broken != nil:
		p.fail("a name in quotes has no end, or is not written as in Go", kind)
		return ""
	case t.text == "":
		p.unexpected(what, kind)
		return ""
	case !t.quoted && isWord(t.text):
		p.fail(fmt.Sprintf("%q is a word of the language; as a name it stands in quotes", t.text), strconv.Quote(t.text))
		return ""
	default:
		p.next()
		return t.text
	}
}

// unexpected fails since something else is needed here.
func (p *parser) unexpected(what string, want ...string) {
	if p.err != nil {
		return
	}
	t := p.peek()
	if t == nil {
		p.fail("it ends where "+what+" is missing", want...)
		return
	}
	p.fail(fmt.Sprintf("%q is not %s", clip(t.text), what), want...)
}

// fail notes the first error, about the current token.
func (p *parser) fail(what string, want ...string) {
	if p.err != nil {
		return
	}
	e := &SyntaxError{Query: p.line, From: len(p.line), To: len(p.line), What: what, Want: append(p.want, want...)}
	if t := p.peek(); t != nil {
		e.From, e.To = t.from, t.to
		e.Near = near.Names(t.text, slices.Values(e.Want))
	}
	p.err = e
}

// clip shortens what an error repeats.
func clip(text string) string {
	if len(text) > 60 {
		return strings.ToValidUTF8(text[:60], "") + "…"
	}
	return text
}
