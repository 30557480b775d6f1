package decider_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file reads the conformance traces in testdata/traces. docs/SEMANTICS.md explains their notation.

// trace is a tree, inputs, and the lines that must follow each input.
type trace struct {
	file  string
	title string // unique in its file
	line  int    // of its title in the file
	text  []string
	show  []string
	world *world.Options // nil for an agent without one
	agent world.AgentID
	cast  []traceAgent // nil for one agent without a name
	crowd bool         // they live in crowds
	tree  []string     // its lines, without comments
	toys  [][]string   // the same of further trees, to be plugged in
	parts [][]string   // the same of declarations that are only copied
	steps []step
}

// traceAgent is one of several agents.
type traceAgent struct {
	name string
	tree string // its root's name, "" for the first one
}

// step is one input and the lines that must follow.
type step struct {
	line  int
	input string
	want  []string
	last  int // line of the last of them
}

var comment = regexp.MustCompile(`\s+# .*$|^\s*#( .*)?$`)

// tracesOf reads the traces of a file. Each begins with a line "== TITLE" and its comment.
func tracesOf(file string) (traces []*trace, lines []string, err error) {
	text, err := os.ReadFile(file) //nolint:gosec // a constant
	if err != nil {
		return nil, nil, err
	}
	lines = strings.Split(string(text), "\n")
	var t *trace
	for i, line := range lines {
		title, begins := strings.CutPrefix(line, "== ")
		bare := comment.ReplaceAllString(line, "")
		switch {
		case begins:
			if slices.ContainsFunc(traces, func(t *trace) bool { return t.title == title }) {
				return nil, nil, fmt.Errorf("%s:%d: a second %q", file, i+1, title)
			}
			t = &trace{file: file, title: title, line: i + 1}
			traces = append(traces, t)
			continue
		case t == nil && bare != "":
			return nil, nil, fmt.Errorf("%s:%d: no title above %q", file, i+1, line)
		case t == nil:
			continue
		}
		if bare != "" || len(t.text) > 0 { // without the comment below the title
			t.text = append(t.text, line)
		}
		if err := t.read(i, bare); err != nil {
			return nil, nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	return traces, lines, nil
}

// read takes one line of a trace.
func (t *trace) read(i int, line string) error {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return nil
	case t.isInput(line):
		t.steps = append(t.steps, step{line: i, input: line, last: i})
	case len(t.steps) > 0:
		if !strings.HasPrefix(line, " ") {
			return fmt.Errorf("neither an input nor, without indentation, an event: %q", line)
		}
		s := &t.steps[len(t.steps)-1]
		s.want, s.last = append(s.want, strings.TrimSpace(line)), i
	case words[0] == "show":
		t.show = words[1:]
	case words[0] == "world":
		t.world = &world.Options{}
		for _, w := range words[1:] {
			name, value, _ := strings.Cut(w, "=")
			n, err := strconv.ParseUint(value, 10, 64)
			switch {
			case err != nil:
				return err
			case name == "seed":
				t.world.Seed = n
			case name == "agent":
				t.agent = world.AgentID(n)
			default:
				return fmt.Errorf("what is %q of a world?", name)
			}
		}
	case words[0] == "agent" && len(words) > 1:
		t.cast = append(t.cast, traceAgent{words[1], strings.Join(words[2:], "")})
	case line == "crowd":
		t.crowd = true
	case words[0] == "tree" && len(words) > 1:
		t.toys = append(t.toys, []string{strings.TrimPrefix(line, "tree ")})
	case words[0] == "part" && len(words) > 1:
		t.parts = append(t.parts, []string{strings.TrimPrefix(line, "part ")})
	case len(t.parts) > 0:
		last := len(t.parts) - 1
		t.parts[last] = append(t.parts[last], line)
	case len(t.toys) > 0:
		last := len(t.toys) - 1
		t.toys[last] = append(t.toys[last], line)
	default:
		t.tree = append(t.tree, line)
	}
	return nil
}

// planter makes the declaration of one of a trace's trees.
type planter struct {
	*forest
	named map[string]*traceDecider
}

type traceDecider = decider.Decider[*actor]

// plant makes a tree of its lines.
func (p *planter) plant(lines []string) (root *traceDecider, err error) {
	var above []*traceDecider // by depth
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		depth := (len(line) - len(text)) / 2
		if depth > len(above) || depth == 0 && i > 0 {
			return nil, fmt.Errorf("%q is not below anything", line)
		}
		words := strings.Fields(text)
		d := p.named[words[0]]
		if shared := len(words) == 2 && words[1] == "^"; shared != (d != nil) {
			return nil, fmt.Errorf("%q: a second position is written NAME ^", line)
		}
		if d == nil {
			group := i+1 < len(lines) && len(lines[i+1])-len(strings.TrimLeft(lines[i+1], " ")) > 2*depth
			if d, err = p.decider(words, group); err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			p.named[d.Name] = d
		}
		above = append(above[:depth], d)
		if depth > 0 {
			above[depth-1].Children = append(above[depth-1].Children, d)
		}
	}
	return above[0], nil
}

// decider makes one decider from its words.
func (p *planter) decider(words []string, group bool) (*traceDecider, error) {
	d := &traceDecider{Name: words[0]}
	acts, b := !group, traceBehavior{kind: "plain"}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		number := func(to *float64) (err error) {
			*to, err = strconv.ParseFloat(value, 64)
			return err
		}
		var err error
		switch name {
		case "all", "any", "none", "notall":
			c := &d.DecisionFlags
			*map[string]*decider.DecisionFlags{"all": &c.All, "any": &c.Any, "none": &c.None, "notall": &c.NotAll}[name] = decider.DecisionFlags(lettersOf(value))
		case "stim.all", "stim.any", "stim.none", "stim.notall":
			c := &d.StimuliFlags
			*map[string]*stimuli.StimuliFlags{"stim.all": &c.All, "stim.any": &c.Any, "stim.none": &c.None, "stim.notall": &c.NotAll}[name] = stimuli.StimuliFlags(lettersOf(value))
		case "repeat", "until", "timeout", "outcome", "limit":
			err = modifierWord(&d.Modifiers, name, value)
		case "succeed":
			d.SucceedAt, err = strconv.Atoi(value)
		case "fail":
			d.FailAt, err = strconv.Atoi(value)
		case "every":
			err = number(&d.Every)
		case "cooldown":
			err = number(&d.Cooldown)
		case "weight":
			err = number(&d.Weight)
		case "margin":
			err = number(&d.Margin)
		case "bflags":
			d.BehaviorFlags = behavior.BehaviorFlags(lettersOf(value))
		case "jump":
			d.Jump, acts = value, false
		case "copy":
			if d.Copy, acts = p.named[value], false; d.Copy == nil {
				d.Copy = p.parts[value]
			}
			if d.Copy == nil {
				err = fmt.Errorf("no decider %s above, and no part", value)
			}
		case "connector":
			d.Slot, err = p.slot(value)
			acts = false
		case "behavior":
			acts = true
		case "nobehavior":
			acts = false
		case "bare", "block", "boxed", "still":
			b.kind = name
		case "given":
			b.kind, acts = name, true
			err = number(&b.given)
		case "period":
			err = number(&b.period)
		case "stock":
			b.kind = name
			b.stock, err = stockOf(strings.ToLower(d.Name), value)
		case "decide", "dblock":
			p.always[d.Name+".decide"] = value
			if name == "dblock" {
				b.kind, acts = name, true
			} else {
				d.Decide = decideOf(d.Name)
			}
		case "activate", "tick", "deactivate":
			p.always[d.Name+"."+name] = value
		case "leave":
			p.always[d.Name+".leave"] = value
			b.leaveTimeout = max(b.leaveTimeout, 1000)
		case "leavetimeout":
			err = number(&b.leaveTimeout)
		default:
			if known, bad := p.sharedWord(d, &b, name, value); known {
				err = bad
			} else if !plainWord(d, name) {
				err = fmt.Errorf("what is %q?", w)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if acts {
		p.give(d, b)
	}
	return d, nil
}

// stockOf makes a stock behavior.
func stockOf(name, what string) (behavior.Runner[*actor], error) {
	switch what {
	case "Succeed":
		return behavior.Succeed[*actor]{Name: name}, nil
	case "Fail":
		return behavior.Fail[*actor]{Name: name}, nil
	}
	seconds, err := strconv.ParseFloat(strings.TrimPrefix(what, "Wait/"), 64)
	return behavior.Wait[*actor]{Name: name, Seconds: seconds}, err
}

// modifierWord takes one of the Modifiers.
func modifierWord(m *decider.Modifiers, name, value string) (err error) {
	known := true
	switch name {
	case "repeat":
		if value == "forever" {
			m.Repeat = decider.Forever
			return nil
		}
		m.Repeat, err = strconv.Atoi(value)
	case "until":
		m.Until, known = map[string]decider.Until{"success": decider.UntilSuccess, "failure": decider.UntilFailure}[value]
	case "timeout":
		m.Timeout, err = strconv.ParseFloat(value, 64)
	case "outcome":
		m.Outcome, known = map[string]decider.Outcome{
			"inverted": decider.Inverted, "success": decider.AlwaysSuccess, "failure": decider.AlwaysFailure,
		}[value]
	case "limit":
		m.Limit, err = strconv.Atoi(value)
	}
	if !known {
		err = fmt.Errorf("what is %q as %s?", value, name)
	}
	return err
}

// plainWord takes a policy or a flag.
func plainWord(d *traceDecider, word string) bool {
	for policy := decider.PrioritizedList; policy <= decider.Concurrent; policy++ {
		if word == policy.String() {
			d.Policy = policy
			return true
		}
	}
	for _, flag := range []decider.Options{decider.CallDecideOnRedecide, decider.DelegateDecide, decider.FinishWithChild, decider.Monitor, decider.Barrier, decider.Wait, decider.RejectedFails} {
		if word == flag.String() {
			d.Options |= flag
			return true
		}
	}
	return false
}

// lettersOf turns letters, a to z, into flags.
func lettersOf(letters string) (flags uint64) {
	for _, l := range letters {
		flags |= 1 << (l - 'a')
	}
	return flags
}

// shown reports whether a line of that first word is among what the trace shows.
func (t *trace) shown(word string) bool {
	base := []string{"enter", "leave", "jump", "fire", "repeat", "pend", "plug", "unplug", "subset", "error"}
	if len(t.show) > 0 && t.show[0] == "only" {
		base = []string{"subset", "error"}
	}
	return slices.Contains(base, word) || slices.Contains(t.show, word)
}
