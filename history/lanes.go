package history

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Lane has the times in which one decider, at one position of the tree, was active.
type Lane struct {
	Decider string `json:"decider"`
	Path    string `json:"path"`  // names from the agent's root; in a plugged tree from that one's
	Tree    string `json:"tree"`  // the root of Place's tree
	Place   int    `json:"place"` // its number there
	Depth   int    `json:"depth"` // 0 for the agent's root
	Leaf    bool   `json:"leaf"`
	Spans   []Span `json:"spans"` // in order
}

// Span is a time in which a decider was active: from its tick in frame From, in which it became active, to its tick
// in frame To, in which it ended. If both happened in one tick, From and To are equal.
type Span struct {
	From   uint64          `json:"from"`
	To     uint64          `json:"to"`
	Begin  float64         `json:"begin"`  // seconds
	End    float64         `json:"end"`    // seconds
	Reason behavior.Reason `json:"-"`      // why it ended; 0 if it goes on after To
	Ended  string          `json:"reason"` // the name of Reason; "" if it goes on
	Before bool            `json:"before"` // it was already active before From; Begin is when it began, if that is known
}

// Values of Mark.Kind.
const (
	markStimulus  = "stimulus"
	markFlag      = "flag"
	markError     = "error"
	markOperation = "operation"
	markPlug      = "plug"
	markGap       = "gap"
)

// Mark is something that happened to an agent in one frame. Kind is one of
//
//	stimulus   a kind of stimulus that the agent did not have in the tick before
//	flag       decision flags have changed
//	error      an error of user code
//	operation  something was done with the agent between ticks, such as Reset
//	plug       a tree was plugged in or taken out
//	gap        recording of the agent began here, or a tick is missing
type Mark struct {
	Frame uint64  `json:"frame"`
	Time  float64 `json:"time"` // seconds
	Kind  string  `json:"kind"`
	Words string  `json:"words"`
	Set   uint64  `json:"set,omitempty"`   // flags that were set, for stimulus and flag
	Clear uint64  `json:"clear,omitempty"` // flags that were cleared, for flag
}

// Timeline is an agent's history between two frames, for tools that draw it.
type Timeline struct {
	Agent world.AgentID `json:"agent"`
	From  uint64        `json:"from"` // the first tick in it
	To    uint64        `json:"to"`
	Begin float64       `json:"begin"` // seconds
	End   float64       `json:"end"`
	Lanes []Lane        `json:"lanes"` // by depth, then in the order of the declaration
	Marks []Mark        `json:"marks"` // in order
}

// Timeline returns when the deciders of an agent were active, and what else happened, in the frames from and to and all
// between; 0 and math.MaxUint64 stand for all that is recorded. It executes the ticks of those frames again, so its cost
// grows with their number. With an error it returns what came before.
func (rec *Recording) Timeline(agent world.AgentID, from, to uint64) (Timeline, error) {
	l := lanes{told: Timeline{Agent: agent, Lanes: []Lane{}, Marks: []Mark{}}, rec: rec, at: map[laneKey]int{}, open: map[laneKey][]int{}}
	if rec.Tree(agent) == nil {
		return l.told, &NotRecordedError{Agent: agent}
	}
	err := l.run(from, to)
	l.finish()
	return l.told, err
}

// lanes builds a timeline.
type lanes struct {
	told  Timeline
	rec   *Recording
	at    map[laneKey]int   // the lane of a position, an index into told.Lanes
	open  map[laneKey][]int // its open spans
	rank  map[laneKey]int   // in the order of the declaration
	last  Tick              // the tick before
	known bool              // last is set
	first bool              // the range has begun
}

type laneKey struct {
	tree         string
	place, depth int
}

// run goes through the ticks. Those between two gaps are executed again in one go.
func (l *lanes) run(from, to uint64) error {
	var stretch []Tick
	var missing *Tick // the last tick, if it cannot be executed again
	for take := range l.rec.takes(l.told.Agent, 0, to) {
		t := take.tick()
		if t.Frame < from {
			l.last, l.known = t, true
			continue
		}
		if !l.first {
			l.first = true
			l.told.From, l.told.Begin = t.Frame, t.Time
		}
		l.inputs(t)
		if missing = nil; !take.plays() {
			missing = &t
			if err := l.play(stretch); err != nil {
				return err
			}
			stretch = stretch[:0]
			l.breakOff()
		} else {
			stretch = append(stretch, t)
		}
		l.told.To, l.told.End = t.Frame, t.Time
	}
	if missing != nil {
		return l.still(*missing)
	}
	return l.play(stretch)
}

// still opens the spans of deciders that are active after a tick that cannot be executed again.
func (l *lanes) still(t Tick) error {
	m, err := l.rec.At(l.told.Agent, t.Frame)
	if err != nil {
		return err
	}
	l.begin(m.After, t.Frame, t.Time)
	return nil
}

// inputs marks changes of a tick's inputs.
func (l *lanes) inputs(t Tick) {
	mark := func(kind, words string, set, clear uint64) {
		l.told.Marks = append(l.told.Marks, Mark{Frame: t.Frame, Time: t.Time, Kind: kind, Words: words, Set: set, Clear: clear})
	}
	names := l.rec.Names()
	switch {
	case t.Restored:
		mark(markGap, "recording began here, or a snapshot was restored", 0, 0)
	case t.Lost:
		mark(markGap, "this tick is missing: its answers did not fit", 0, 0)
	case t.Operation:
		return // its inputs are those of the tick before
	}
	if t.Operation {
		return
	}
	if l.known {
		if set, clear := t.DecisionFlags&^l.last.DecisionFlags, l.last.DecisionFlags&^t.DecisionFlags; set|clear != 0 {
			mark(markFlag, changeWords(names.Decision, uint64(set), uint64(clear)), uint64(set), uint64(clear))
		}
	}
	var before stimuli.StimuliFlags
	if l.known {
		before = l.last.Stimuli
	}
	if set := t.Stimuli &^ before; set != 0 {
		mark(markStimulus, bitWords(names.Stimuli, uint64(set)), uint64(set), 0)
	}
	l.last, l.known = t, true
}

// play executes a stretch of ticks again.
func (l *lanes) play(stretch []Tick) error {
	if len(stretch) == 0 {
		return nil
	}
	first := stretch[0]
	if len(l.open) == 0 {
		m, err := l.rec.At(l.told.Agent, first.Frame)
		if err != nil {
			return err
		}
		l.begin(m.Before, first.Frame, first.Time-first.DT)
	}
	for e, err := range l.rec.Events(l.told.Agent, first.Frame, stretch[len(stretch)-1].Frame, 2) {
		if err != nil {
			return err
		}
		l.event(e)
	}
	return nil
}

// begin opens the spans of deciders that are already active.
func (l *lanes) begin(states []state.Decider, frame uint64, time float64) {
	for i := range states {
		if s := &states[i]; s.Active {
			l.enter(laneKey{s.Tree.Name, s.Place, s.Depth}, s.Decider.Name, Span{From: frame, Begin: time - s.Duration, Before: true})
		}
	}
}

// event takes one of level 2.
func (l *lanes) event(e *event.Event) {
	k := laneKey{e.Tree.Name, e.Place, e.Depth}
	mark := func(kind, words string) {
		l.told.Marks = append(l.told.Marks, Mark{Frame: e.Frame, Time: e.Time, Kind: kind, Words: words})
	}
	switch e.Kind {
	case event.Entered:
		l.enter(k, e.Decider.Name, Span{From: e.Frame, Begin: e.Time})
	case event.Left:
		l.leave(k, e.Frame, e.Time, e.Reason)
		switch {
		case e.Depth > 0: // the root's event stands for all
		case e.Reason == behavior.Reset, e.Reason == behavior.Closed, e.Reason == behavior.Removed, e.Reason == behavior.Restored:
			mark(markOperation, map[behavior.Reason]string{
				behavior.Reset: "the agent was reset", behavior.Closed: "the agent was closed", behavior.Removed: "the agent was removed",
				behavior.Restored: "a snapshot was restored",
			}[e.Reason])
		}
	case event.Plugged:
		mark(markPlug, fmt.Sprintf("%s was plugged into %s", e.Target.Name, e.Decider.Name))
	case event.Unplugged:
		mark(markPlug, fmt.Sprintf("%s was taken out of %s", e.Target.Name, e.Decider.Name))
	case event.Erred:
		mark(markError, e.Err.Error())
	}
}

func (l *lanes) enter(k laneKey, name string, s Span) {
	i, known := l.at[k]
	if !known {
		i = len(l.told.Lanes)
		l.at[k] = i
		l.told.Lanes = append(l.told.Lanes, Lane{Decider: name, Path: name, Tree: k.tree, Place: k.place, Depth: k.depth, Spans: []Span{}})
	}
	lane := &l.told.Lanes[i]
	l.open[k] = append(l.open[k], len(lane.Spans))
	lane.Spans = append(lane.Spans, s)
}

func (l *lanes) leave(k laneKey, frame uint64, time float64, reason behavior.Reason) {
	all := l.open[k]
	if len(all) == 0 {
		return
	}
	s := &l.told.Lanes[l.at[k]].Spans[all[len(all)-1]]
	if all = all[:len(all)-1]; len(all) == 0 {
		delete(l.open, k)
	} else {
		l.open[k] = all
	}
	s.To, s.End, s.Reason = frame, time, reason
	if reason != 0 {
		s.Ended = reason.String()
	}
}

// breakOff ends all spans, without a reason.
func (l *lanes) breakOff() {
	for k := range l.open {
		for len(l.open[k]) > 0 {
			l.leave(k, l.told.To, l.told.End, 0)
		}
	}
}

// finish closes open spans and sorts lanes and marks.
func (l *lanes) finish() {
	l.breakOff()
	l.declare()
	slices.SortStableFunc(l.told.Lanes, func(a, b Lane) int {
		rank := func(x *Lane) int { return l.rank[laneKey{x.Tree, x.Place, 0}] }
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(rank(&a), rank(&b)))
	})
	slices.SortStableFunc(l.told.Marks, func(a, b Mark) int { return cmp.Compare(a.Frame, b.Frame) })
}

// declare adds the path of each lane from its tree's description.
func (l *lanes) declare() {
	l.rank = map[laneKey]int{}
	for n, told := range append([]*description.Tree{l.rec.Tree(l.told.Agent)}, l.rec.Trees()...) {
		for rank, place := range told.Order {
			if k := (laneKey{told.Name, place, 0}); l.rank[k] == 0 {
				l.rank[k] = 1 + n<<16 + rank
			}
		}
		for i := range l.told.Lanes {
			if lane := &l.told.Lanes[i]; lane.Tree == told.Name && lane.Place < len(told.Places) {
				p := &told.Places[lane.Place]
				kind := told.Deciders[p.Decider].Kind()
				lane.Path, lane.Leaf = p.Path, kind == declaration.BehaviorDecider || kind == declaration.ConditionDecider
			}
		}
	}
}
