package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Transcript writes down a scene: a heading for each frame, and below it the events, in order. Neighbouring events of a kind
// share a line.
type Transcript struct {
	w     io.Writer
	frame int
	lines []line // of the frame so far
}

type line struct {
	verb  string
	items []string
}

// Note adds to the last line if it has that verb, else it begins a line.
func (t *Transcript) Note(verb, item string) {
	if n := len(t.lines); n > 0 && t.lines[n-1].verb == verb {
		t.lines[n-1].items = append(t.lines[n-1].items, item)
		return
	}
	t.lines = append(t.lines, line{verb, []string{item}})
}

// Says notes what a behavior does.
func (t *Transcript) Says(words ...any) {
	t.Note("does", strings.TrimSuffix(fmt.Sprintln(words...), "\n"))
}

func (t *Transcript) flush() {
	for _, l := range t.lines {
		fmt.Fprintf(t.w, "    %-7s %s\n", l.verb, strings.Join(l.items, ", "))
	}
	t.lines = t.lines[:0]
}

// Heading begins a frame, with the change in the world since the last one.
func (t *Transcript) Heading(change string) {
	t.flush()
	t.frame++
	fmt.Fprintf(t.w, "  frame %d: %s\n", t.frame, change)
}

// Text writes lines that are not a frame's: a tree, a tooltip, output of the framework.
func (t *Transcript) Text(title, text string) {
	t.flush()
	fmt.Fprintf(t.w, "  %s:\n", title)
	for line := range strings.Lines(strings.TrimSuffix(text, "\n") + "\n") {
		fmt.Fprint(t.w, "    ", line)
	}
}

// Part begins another part of a scene, whose frames are counted anew.
func (t *Transcript) Part(title string) {
	t.flush()
	t.frame = 0
	fmt.Fprintf(t.w, "  %s\n", title)
}

// Actor is a creature with its memory, and with the inputs of its next tick.
type Actor struct {
	*Creature
	Memory *decider.Memory[*Creature]
	// Level selects events: 2 those that begin and end deciders, 3 also each Tick, 5 also each child asked.
	Level event.Level
	// Brief leaves out that a child was asked, if it was asked alone and begins: a run-first group does no more.
	Brief   bool
	Flags   decider.DecisionFlags
	Stimuli stimuli.Set
	Time    float64 // seconds, of its last tick

	depth int // of those asked last
}

// Cast makes a creature with a tree, and shows the tree.
func (t *Transcript) Cast(root *Decider, level event.Level) *Actor {
	tree := decider.MustInitializeTreeData(root)
	a := t.Join(tree, nil, "", level)
	t.Text("the tree", debugprint.DebugPrintState(a.Memory, debugprint.WholeTree))
	return a
}

// Join makes a creature of a world, with a tree that it shares with others.
func (t *Transcript) Join(tree *Tree, w *world.World, name string, level event.Level) *Actor {
	var id world.AgentID
	if w != nil {
		id = w.NewAgent()
	}
	a := &Actor{Creature: &Creature{Transcript: t, Name: name}, Memory: tree.NewMemory(w, id), Level: level}
	a.Memory.Strict(true)
	a.Memory.Observe(a)
	return a
}

// Match is a world with actors that share a tree.
type Match struct {
	*Transcript
	World  *world.World
	Actors []*Actor
}

// Match makes a world and a creature for each name, and shows their tree.
func (t *Transcript) Match(root *Decider, names ...string) *Match {
	m := &Match{Transcript: t, World: world.New(world.Options{})}
	tree := decider.MustInitializeTreeData(root)
	for _, name := range names {
		m.Actors = append(m.Actors, t.Join(tree, m.World, name, 2))
	}
	t.Text("the tree", debugprint.DebugPrintState(m.Actors[0].Memory, debugprint.WholeTree))
	return m
}

// Frame lets a second pass in the world and ticks all actors.
func (m *Match) Frame(change string) {
	m.Heading(change)
	if err := m.World.Advance(1); err != nil {
		m.Note("error", err.Error())
	}
	for _, a := range m.Actors {
		a.Tick(1)
	}
	for _, a := range m.Actors {
		m.lines = append(m.lines, line{"path", []string{a.called(a.Path())}})
	}
}

// Roll lets a second pass like Frame, and notes the actors at each leaf of the tree.
func (m *Match) Roll(change string) {
	m.Frame(change)
	at := map[string][]string{}
	var leaves []string
	for _, a := range m.Actors {
		leaf := a.Leaf()
		if at[leaf] == nil {
			leaves = append(leaves, leaf)
		}
		at[leaf] = append(at[leaf], a.Name)
	}
	m.lines = m.lines[:0]
	for _, leaf := range leaves {
		m.lines = append(m.lines, line{fmt.Sprintf("%-14s", leaf), at[leaf]})
	}
}

// Frame lets a second pass and ticks the creature.
func (a *Actor) Frame(change string) {
	a.Heading(change)
	a.Tick(1)
	a.Note("path", a.Path())
}

// Tick ticks the creature.
func (a *Actor) Tick(dt float64) {
	a.Time += dt
	a.Stimuli.Update(dt)
	in := decider.Input{Time: a.Time, DT: dt, DecisionFlags: a.Flags, Stimuli: &a.Stimuli}
	if err := decider.TickBehaviorTree(a.Memory, a.Creature, in); err != nil {
		a.Note("error", err.Error())
	}
}

// Path is the active path, or the status with which the whole tree has ended.
func (a *Actor) Path() string {
	var path []string
	for next := 0; next >= 0; {
		s, following := a.Memory.StateAt(next, true)
		if s.Active {
			path = append(path, s.Decider.Name)
		}
		next = following
	}
	if len(path) == 0 {
		return "none, " + a.Memory.Status().String()
	}
	return strings.Join(path, " > ")
}

// Leaf is the last decider of the active path.
func (a *Actor) Leaf() string {
	path := a.Path()
	return path[strings.LastIndex(path, " ")+1:]
}

// called puts the creature's name before a text, in scenes with several.
func (a *Actor) called(text string) string {
	if a.Name == "" {
		return text
	}
	return a.Name + " " + text
}

// ObserveLevel makes an Actor an [event.Observer] of its memory.
func (a *Actor) ObserveLevel(world.AgentID) event.Level { return a.Level }

// Observe notes the events that the texts tell about.
func (a *Actor) Observe(e *event.Event) {
	name := a.called(e.Decider.Name)
	switch e.Kind {
	case event.Asked:
		answer := " no"
		switch e.Verdict {
		case event.Accepted:
			answer = " yes"
		case event.FailedMask:
			answer = " masked"
		}
		if e.Depth != a.depth {
			a.lines = append(a.lines, line{verb: "asks"}) // another group asks
			a.depth = e.Depth
		}
		a.Note("asks", name+answer)
	case event.Entered:
		if n := len(a.lines); a.Brief && n > 0 && slices.Equal(a.lines[n-1].items, []string{name + " yes"}) {
			a.lines = a.lines[:n-1]
		}
		a.Note("begins", name)
	case event.Ticking:
		a.Note("ticks", name)
	case event.Left:
		a.Note("ends", name+" "+e.Reason.String())
	case event.Fired:
		a.Note("fires", name)
	}
}

// State shows the whole tree as it is for an actor.
func (t *Transcript) State(a *Actor) {
	t.Text("the state", debugprint.DebugPrintState(a.Memory, debugprint.WholeTree))
}
