package inspect

import (
	"fmt"
	"math"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/glance"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// moments describes agents in one tick.
type moments struct {
	registry *registry
	names    debugprint.Names
	profile  *profile.Profile // nil for none
}

// moment describes an agent in a frame.
func (srv *server) moment(a about, events bool) (wire.Moment, error) {
	return moments{srv.registry, srv.namesIn(a.recording, a.live), srv.o.Profile}.of(a, events)
}

// of describes an agent in a frame.
func (ms moments) of(a about, events bool) (wire.Moment, error) {
	rec, agent := a.recording, a.agent
	m, err := rec.At(agent, a.frame)
	if err != nil {
		return wire.Moment{}, err
	}
	for _, told := range rec.Trees() {
		ms.registry.addTold(told)
	}
	to := wire.Moment{
		Agent: uint64(agent), Name: nameOf(ms.names, agent), Crowd: rec.Crowd(agent), Tree: print64(m.Tree.Fingerprint), Frame: m.Frame, Asked: a.frame, First: a.first, Last: a.last,
		Time: m.Time, DT: m.DT, Flags: namedFlags(ms.names.Decision, uint64(m.DecisionFlags)), Stimuli: namedFlags(ms.names.Stimuli, uint64(m.Stimuli)),
		Text: ms.names.DebugPrintState(m, debugprint.ActivePath), Values: []wire.Value{}, Errors: []string{}, Overrides: []wire.Override{}, Recording: true,
		HeldSet: namedFlags(nil, 0), HeldClear: namedFlags(nil, 0),
	}
	for i := range m.Events {
		if e := &m.Events[i]; e.Kind == event.TickFinished {
			to.Status = statusName(e.Status)
		}
	}
	for _, err := range m.Errs {
		to.Errors = append(to.Errors, ms.named(err.Error(), agent))
	}
	if events {
		to.Events = ms.lines(m)
	}
	ms.places(&to, m, rec)
	for i := range m.Values {
		to.Values = append(to.Values, value(&m.Values[i]))
	}
	return to, nil
}

// lines returns the events as text.
func (ms moments) lines(m *history.Moment) []wire.EventLine {
	lines := make([]wire.EventLine, 0, len(m.Events))
	for i := range m.Events {
		e := &m.Events[i]
		lines = append(lines, wire.EventLine{
			Level: int(e.Kind.Level()), Depth: e.Depth, Kind: e.Kind.String(), Decider: e.Decider.Name, Words: withChild(ms.words(e), e, treeOf(m, e)),
		})
	}
	return lines
}

// treeOf returns the tree that an event's place is in; nil if it is not known.
func treeOf(m *history.Moment, e *event.Event) *description.Tree {
	if e.Nested {
		return m.Trees[e.Tree.Name]
	}
	return m.Tree
}

// withChild replaces the number of an event's active or chosen child by its name, which events do not have.
func withChild(words string, e *event.Event, told *description.Tree) string {
	if e.Active < 0 || told == nil || e.Place >= len(told.Places) || e.Active >= len(told.Places[e.Place].Children) {
		return words
	}
	name := told.Deciders[told.Places[told.Places[e.Place].Children[e.Active]].Decider].Name
	switch e.Kind {
	case event.Visited:
		words = strings.Replace(words, fmt.Sprintf("first active child %d", e.Active), "first active child "+name, 1)
		return strings.Replace(words, fmt.Sprintf("child %d active", e.Active), name+" active", 1)
	case event.Chose:
		return strings.Replace(words, fmt.Sprintf("chooses child %d", e.Active), "chooses "+name, 1)
	}
	return words
}

// words returns an event as text, without the time and the agent, which are the same in all of a tick. The text of an
// error may have several lines.
func (ms moments) words(e *event.Event) string {
	var words []string
	for line := range strings.Lines(string(ms.names.AppendEvent(nil, e, 5, 0))) {
		_, message, _ := strings.Cut(line, ms.names.Agent(e.Agent)+"  ")
		words = append(words, strings.TrimSpace(message))
	}
	return strings.Join(words, "\n")
}

// named replaces the ID with which the engine's errors begin by the agent's name, if it has one.
func (ms moments) named(words string, agent world.AgentID) string {
	if nameOf(ms.names, agent) == "" {
		return words
	}
	if rest, ok := strings.CutPrefix(words, fmt.Sprintf("agent %d @ ", agent)); ok {
		return ms.names.Agent(agent) + " @ " + rest
	}
	return words
}

// walker goes through the states of a tree and of plugged trees and finds the path of each.
type walker struct {
	trees map[string]*description.Tree // plugged trees by the name of their root
	open  []opened
	slot  string // the path of the slot before the next state, if a tree is plugged into it
	index int    // of that slot among the states, plus 1
}

type opened struct {
	told  *description.Tree
	depth int // of its root
	path  string
	slot  int
}

// at returns the tree and path of a state. told is nil for an unknown tree.
func (w *walker) at(own *description.Tree, i int, s *state.Decider) (told *description.Tree, path string, slot int) {
	for len(w.open) > 0 && s.Depth < w.open[len(w.open)-1].depth {
		w.open = w.open[:len(w.open)-1]
	}
	switch {
	case len(w.open) == 0:
		w.open = append(w.open, opened{told: own})
	case w.slot != "":
		w.open = append(w.open, opened{w.trees[s.Tree.Name], s.Depth, w.slot + " > ", w.index})
	}
	top := &w.open[len(w.open)-1]
	w.slot = ""
	if top.told == nil || s.Place >= len(top.told.Places) {
		return nil, "", 0
	}
	path = top.path + top.told.Places[s.Place].Path
	if s.Kind == declaration.SlotDecider && s.Target.Name != "" {
		w.slot, w.index = path, i+1
	}
	return top.told, path, top.slot
}

// places describes each decider.
func (ms moments) places(to *wire.Moment, m *history.Moment, rec *history.Recording) {
	was := map[string]*state.Decider{}
	before := walker{trees: m.Trees}
	for i := range m.Before {
		if _, path, _ := before.at(m.Tree, i, &m.Before[i]); m.Before[i].Active {
			was[path] = &m.Before[i]
		}
	}
	causes := map[string]*why.Place{}
	for _, e := range why.All(m, ms.names) {
		for i := range e.Places {
			causes[e.Places[i].Path] = &e.Places[i]
		}
	}
	blocks := map[blockAt]*history.Block{}
	for i := range m.Blocks {
		b := &m.Blocks[i]
		blocks[blockAt{b.Tree.Name, b.Place}] = b
	}
	statuses := map[blockAt]string{}
	for i := range m.Events {
		if e := &m.Events[i]; e.Kind == event.Exited && e.Status != 0 {
			statuses[blockAt{e.Tree.Name, e.Place}] = statusName(e.Status)
		}
	}
	costs := costsOf(ms.profile)
	to.Places = make([]wire.PlaceState, 0, len(m.After))
	after := walker{trees: m.Trees}
	for i := range m.After {
		s := &m.After[i]
		told, path, slot := after.at(m.Tree, i, s)
		shown := s
		if m.Slept {
			shown = &m.Then[i] // gates and squads go on while an agent sleeps
		}
		p := ms.stateOf(shown)
		p.Name, p.Slot = s.Decider.Name, slot
		if told != nil && costs != nil {
			p.Cost = costs[costAt{told.Name, told.Places[s.Place].Path}]
		}
		if told != nil && told != m.Tree {
			p.Tree = print64(told.Fingerprint)
		}
		p.Was = was[path] != nil
		if w := causes[path]; w != nil {
			became(&p, w)
		}
		if p.Active || p.Was || p.Outcome != "" {
			p.Status = statuses[blockAt{s.Tree.Name, s.Place}]
		}
		if b := blocks[blockAt{s.Tree.Name, s.Place}]; b != nil && (p.Active || p.Was) {
			p.Block = block(b)
		}
		to.Places = append(to.Places, p)
	}
}

// blockAt is a place of a tree. A tree that is plugged into two slots has each twice; the later one is shown.
type blockAt struct {
	tree  string
	place int
}

// stateOf describes a state.
func (ms moments) stateOf(s *state.Decider) wire.PlaceState {
	p := wire.PlaceState{
		Place: s.Place, Active: s.Active, Duration: sound(s.Duration), Iteration: s.Iteration, Resting: s.Resting, Leaving: s.Leaving,
		Pending: s.Pending.Name, Turn: s.Turn.Words(), Children: string(s.AppendTurns(nil)), Waiting: glance.Waiting(&s.Waiting),
	}
	if s.Entries > 0 {
		p.Entries = fmt.Sprintf("%d of %d", s.Entries, s.Limit)
	}
	if s.Kind == declaration.SlotDecider {
		p.Target = s.Target.Name
	}
	timer := func(kind string, left float64) {
		if left > 0 && isFinite(left) {
			p.Timers = append(p.Timers, wire.Timer{Kind: kind, Left: left})
		}
	}
	timer("cooldown", s.CooldownLeft)
	timer("every", s.EveryLeft)
	timer("timeout", s.TimeoutLeft)
	timer("leave", s.LeaveLeft)
	if s.Active && s.Period > 0 {
		timer("period", s.NextTick)
	}
	if s.Gate.Name != "" {
		p.Gate, p.Holders = glance.Gate(&s.Gate, ms.names)
		timer("gate", max(s.Gate.Left, s.Gate.AgentLeft))
	}
	if s.Squad.Name != "" {
		words, members := glance.Squad(&s.Squad, ms.names)
		p.Squad = words
		p.Holders = append(p.Holders, members...)
	}
	return p
}

// became adds the outcome.
func became(p *wire.PlaceState, w *why.Place) {
	p.Outcome = outcomes[w.Outcome]
	if w.Outcome == why.NotAsked && w.Missed != nil && w.Missed.Why != "Group" && w.Missed.Why != "Root" && w.Missed.Why != "NoTick" {
		p.Outcome = wire.OutcomeNotReached
	}
	if p.Outcome == "" {
		return
	}
	p.Words = w.Because
	if n := len(w.Ended); n > 0 {
		p.Reason = w.Ended[n-1].Name
	}
	if len(w.Tries) == 0 {
		return
	}
	try := &w.Tries[len(w.Tries)-1]
	if p.Outcome == wire.OutcomeRejected || p.Outcome == wire.OutcomeMasked || p.Outcome == wire.OutcomeAccepted {
		p.Words = try.Words
	}
	for i := range try.Checks {
		c := &try.Checks[i]
		if c.Result == why.Failed && (p.Outcome == wire.OutcomeRejected || p.Outcome == wire.OutcomeMasked) {
			p.Check = c.Name
		}
		if c.Name == "Decide" && c.Result != why.Unasked && isFinite(c.Value) {
			v := c.Value
			p.Value = &v
		}
	}
	if p.Outcome == wire.OutcomeMasked && p.Check == "" {
		p.Check = "Masked"
	}
}

var outcomes = map[why.Outcome]string{
	why.WentOn: wire.OutcomeContinued, why.Began: wire.OutcomeEntered, why.BeganAnew: wire.OutcomeEntered, why.Ended: wire.OutcomeLeft, why.BeganAndEnded: wire.OutcomeLeft,
	why.Waits: wire.OutcomeWaits, why.Pending: wire.OutcomeWaits, why.Jumped: wire.OutcomeJumped, why.NotChosen: wire.OutcomeAccepted, why.Rejected: wire.OutcomeRejected, why.Masked: wire.OutcomeMasked,
}

// block describes a behavior's memory.
func block(from *history.Block) *wire.Block {
	b := &wire.Block{Fields: []wire.Field{}, Hidden: from.Before == nil && from.After == nil}
	if from.Type != nil {
		b.Type, b.Size = from.Type.Name, from.Type.Size
	}
	for _, f := range from.Fields {
		b.Fields = append(b.Fields, field(f, from.Before != nil && from.After != nil))
	}
	return b
}

func field(f history.Field, both bool) wire.Field {
	to := wire.Field{Name: f.Name, Type: f.Type, Now: f.After}
	if f.Changed && both || f.After == "" {
		to.Was = f.Before
	}
	return to
}

// value describes a blackboard value on one line.
func value(v *history.Block) wire.Value {
	to := wire.Value{Key: v.Key, Scope: strings.ToLower(v.Scope.String())}
	if v.Scope == declaration.DeciderScope {
		to.Decider = v.Decider.Name
	}
	var now, was []string
	changed := false
	for _, f := range v.Fields {
		name := ""
		if f.Name != "" {
			name = f.Name + ": "
		}
		now, was = append(now, name+f.After), append(was, name+f.Before)
		changed = changed || f.Changed
	}
	to.Now = strings.Join(now, ", ")
	if changed {
		to.Was = strings.Join(was, ", ")
	}
	return to
}

// sound makes a number fit for JSON.
func sound(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
