package debugprint

import (
	"strconv"
	"unicode/utf8"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// appendState appends a decider's line in the readable form.
func (n Names) appendState(b []byte, s *state.Decider, in columns) []byte {
	if in.mark > 0 {
		b = append(b, "> "...)
		if !s.Active {
			b[len(b)-2] = ' '
		}
	}
	for range s.Depth {
		b = append(b, "  "...)
	}
	name := len(b)
	b = appendText(b, s.Decider.Name)
	l := stateLine{b: b, names: n, toTime: max(2, in.name-in.mark-2*s.Depth-utf8.RuneCount(b[name:])+2), time: in.time}
	if s.Active {
		l.activeFor(s.Duration)
	}
	if in.mark > 0 {
		l.declared(s)
		l.turn(s)
	}
	l.course(s)
	if in.mark > 0 {
		l.children(s)
		l.timers(s)
	}
	if s.Gate.Name != "" {
		l.gate(&s.Gate, s.Turn == state.TurnAwaited && (s.Squad.Name == "" || s.Squad.Part == state.PartJoined))
	}
	if s.Squad.Name != "" {
		l.squad(&s.Squad)
	}
	return l.b
}

// stateLine builds a line of a state.
type stateLine struct {
	b      []byte
	names  Names
	toTime int // spaces from the name to the column of times; 0 if it has a time
	time   int // width of that column
	facts  int
}

func (l *stateLine) text(s string)         { l.b = append(l.b, s...) }
func (l *stateLine) escaped(s string)      { l.b = appendText(l.b, s) }
func (l *stateLine) int(n int)             { l.b = appendInt(l.b, n) }
func (l *stateLine) seconds(x float64)     { l.b = appendSeconds(l.b, x) }
func (l *stateLine) agent(a world.AgentID) { l.b = l.names.AppendAgent(l.b, a) }

func (l *stateLine) spaces(n int) {
	for range n {
		l.b = append(l.b, ' ')
	}
}

// activeFor appends the time the decider has been active, right-aligned.
func (l *stateLine) activeFor(duration float64) {
	l.spaces(l.toTime)
	l.toTime = 0
	start := len(l.b)
	l.b = padLeft(appendTime(l.b, duration), start, l.time)
}

// fact begins a fact: in its column, or after a comma.
func (l *stateLine) fact(words string) {
	switch {
	case l.facts > 0:
		l.text(", ")
	case l.toTime > 0 && l.time > 0:
		l.spaces(l.toTime + l.time + 2)
	case l.toTime > 0:
		l.spaces(l.toTime)
	default:
		l.text("  ")
	}
	l.facts++
	l.text(words)
}

// optionNames are the names of the options, by bit.
var optionNames = bitNames(func(bit int) (string, bool) {
	option := declaration.Options(1) << bit
	return option.String(), option != 0
})

// declared appends the declaration, without what a decider has by default.
func (l *stateLine) declared(s *state.Decider) {
	switch s.Kind {
	case declaration.BehaviorDecider:
	case declaration.ConditionDecider:
		l.fact("condition")
	case declaration.GroupDecider:
		if s.Policy != declaration.PrioritizedList {
			l.fact(s.Policy.String())
		}
	case declaration.ReferenceDecider:
		l.fact("jumps to ")
		l.escaped(s.Target.Name)
	case declaration.SlotDecider:
		if s.Target == (event.Label{}) {
			l.fact("empty ")
			l.text("slot")
		} else {
			l.fact("slot")
		}
	default:
		l.fact(s.Kind.String())
	}
	if s.Options != 0 {
		l.fact("")
		l.b = optionNames.appendWords(l.b, uint64(s.Options))
	}
}

// course appends what the decider does and waits for.
func (l *stateLine) course(s *state.Decider) {
	if s.Behavior.Name != s.Decider.Name && s.Behavior != (event.Label{}) || s.BehaviorFlags != 0 || s.Given != "" {
		l.fact("runs ")
		l.escaped(s.Behavior.Name)
		l.b = l.names.Behavior.appendInParentheses(l.b, uint64(s.BehaviorFlags))
		if s.Given != "" {
			l.text(" given ")
			l.escaped(s.Given)
		}
	}
	if s.Pending != (event.Label{}) {
		l.fact("next: ")
		l.escaped(s.Pending.Name)
	}
	if s.Waiting != (state.Waiting{}) {
		l.waiting(&s.Waiting)
	}
	if s.Leaving {
		l.fact("leaving: ")
		l.seconds(s.LeaveLeft)
		l.text(" left")
	}
	if s.Iteration > 0 {
		l.fact("iteration ")
		l.int(s.Iteration)
		if s.Resting {
			l.text(" begins in the next tick")
		}
	}
	if s.Active && s.TimeoutLeft > 0 {
		l.fact("times out in ")
		l.seconds(s.TimeoutLeft)
	}
	if s.Active && s.Period > 0 {
		l.fact("next Tick in ")
		l.seconds(s.NextTick)
	}
	if s.System != "" {
		l.fact("waits for ")
		l.escaped(s.System)
		if s.Token != 0 {
			l.text(", request 0x")
			l.b = strconv.AppendUint(l.b, uint64(s.Token), 16)
		}
	}
}

// turn appends what the group still has to do with the decider. One that is awaited has a gate or squad that says so, unless
// those of another decider are meant.
func (l *stateLine) turn(s *state.Decider) {
	if s.Turn != state.TurnNone && (s.Turn != state.TurnAwaited || s.Gate.Name == "" && s.Squad.Name == "") {
		l.fact(s.Turn.Words())
	}
}

// children appends what a group has stored about its children.
func (l *stateLine) children(s *state.Decider) {
	before := *l
	l.fact("")
	start := len(l.b)
	if l.b = s.AppendTurns(l.b); len(l.b) == start {
		*l = before
	}
}

// waiting appends `waits for gate GRENADE to enter THROW`.
func (l *stateLine) waiting(w *state.Waiting) {
	switch {
	case w.Gate != "":
		l.fact("waits for gate ")
		l.escaped(w.Gate)
	case w.Squad != "":
		l.fact("waits for squad ")
		l.escaped(w.Squad)
	default:
		l.fact("waits")
	}
	l.text(" to enter ")
	l.escaped(w.Child.Name)
}

// timers appends what an agent keeps about a decider while that is not active.
func (l *stateLine) timers(s *state.Decider) {
	if s.CooldownLeft > 0 {
		l.fact("cooldown: ")
		l.seconds(s.CooldownLeft)
		l.text(" left")
	}
	if s.EveryLeft > 0 {
		l.fact("due in ")
		l.seconds(s.EveryLeft)
	}
	if s.Entries > 0 {
		l.fact("entered ")
		l.int(s.Entries)
		l.text(" of ")
		l.int(s.Limit)
		l.text(" times")
	}
}
