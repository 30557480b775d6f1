package decider

import (
	"fmt"
	"io"
	"math"

	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Restoring is how [Memory.Restore] restores. The zero value will do for an agent with nothing plugged in.
type Restoring[A any] struct {
	// Trees are those that may be plugged in: a snapshot knows them by their root's name. What it has plugged in and is
	// not among them is lost.
	Trees []*Tree[A]
	// Stimuli is the agent's set, as in [Input], for what happens before its next tick: a Reset, a message.
	Stimuli *stimuli.Set
	// Rebase shifts all times, so that what the snapshot was made at is now: the time of the memory's world, or Now where
	// it has none. Else times are kept as they are, and a snapshot of a later time is refused.
	Rebase bool
	Now    float64 // seconds
}

// Snapshot writes all that the agent's memory holds: its path, timers, blocks, blackboard values, stored state, and
// what is plugged into its slots. Restored it goes on as if it had never stopped. It calls no user code but
// MarshalBinary: what has pointers (a block of what is active, a DBlock that waits for a Leave, a blackboard value)
// must have that and UnmarshalBinary, or be a string; else it is an error wrapping [ErrNotMarshalable].
//
// The agent itself, its stimuli (a Set has MarshalBinary) and its world are the game's, and not in it; see World.Snapshot
// for the last.
// Between ticks only.
func (m *Memory[A]) Snapshot(w io.Writer) error {
	if err := m.still(); err != nil {
		return err
	}
	m.world.Settle(key)
	var known shapes[A]
	own := m.imageOf(&known)
	if err := own.marshalBoxes(""); err != nil {
		return err
	}
	out := snapshot.NewWriter(w, snapshot.Agent)
	m.clockNow().write(out)
	written := &shapeTable{}
	written.write(out, m.tree.infos[0].label.Name, own)
	if err := out.End(); err != nil {
		return fmt.Errorf("decider: writing a snapshot: %w", err)
	}
	return nil
}

// still reports why a memory cannot be looked into as a whole now.
func (m *Memory[A]) still() error {
	switch {
	case m == nil:
		return ErrNilMemory
	case m.phase != idle || m.self != &m.runner:
		return m.refusal(Input{})
	case m.broken:
		return errUnfinished
	}
	return nil
}

// Restore makes a memory go on where the one went on that a snapshot was made of: no Activate is called for what is
// active, and each owes its Deactivate. The memory must be new or Reset, else it is an error wrapping [ErrNotReset].
// Its ID, its world and its observer are its own; agent is kept for Reset and Close.
//
// If the tree is not the one of the snapshot, but has changed since, what can be kept is kept by name, and the
// Migration tells the rest. Deciders go by their path of names or, when they stand elsewhere now, by their name: timers,
// counts and blackboard values stay then; what is active stays where its whole path does, with the same behavior and
// a block of the same type. What cannot go on is not there any more: nothing of it is active, and its group decides
// anew, a Sequence or Selector going on with that child.
//
// Errors wrap [ErrSnapshot] for bytes that are none, of whatever kind; [ErrOtherTree] for a tree whose root has another
// name; [ErrClock] for a snapshot of a time that is yet to come, which takes a Rebase. After these nothing has changed.
//
// What the agent had of gates it takes again, and it stays in squads that know it, those of a world that was restored.
// Where that cannot be, what stands in them goes down, with the reason Restored; the errors of these Deactivates are
// returned, and the agent is restored all the same. It reads no further than the snapshot's end.
func (m *Memory[A]) Restore(r io.Reader, agent A, how Restoring[A]) (world.Migration, error) {
	none := world.Migration{}
	if err := m.still(); err != nil {
		return none, err
	}
	if m.viewing {
		return none, ErrInCrowd
	}
	if m.tickCount > 0 || m.time != -math.MaxFloat64 || m.plugged() || m.header().up {
		return none, ErrNotReset
	}
	in, err := snapshot.NewReader(r, snapshot.Agent)
	if err != nil {
		return none, err
	}
	clock := readClock(in)
	var read shapeTable
	root, own := read.read(in, 0)
	if err := in.End(); err != nil {
		return none, err
	}
	if own.check(in, clock.time, false); in.Err() != nil {
		return none, in.Err()
	}
	if name := m.tree.infos[0].label.Name; name != root {
		return none, fmt.Errorf("%w: %w: the snapshot's is %q, the memory's %q", ErrSnapshot, ErrOtherTree, root, name)
	}
	if err := clock.fit(m.world, how.Rebase, how.Now); err != nil {
		return none, err
	}
	if clock.shift != 0 {
		own.shift(clock.shift)
		if own.check(in, clock.time, false); in.Err() != nil { // parts that lie upon each other, in a shape made up
			return none, in.Err()
		}
	}
	g := newCarriage(m.tree, m.world)
	g.agent = m.context.ID
	g.find = findIn(how.Trees)
	c := g.survey(own, m.tree)
	c.carryTree()
	if g.broken != "" {
		in.Fail("%s", g.broken)
		return none, in.Err()
	}
	m.install(&m.instance, c)
	m.wind(clock)
	m.context.Agent = agent
	m.listen(how.Stimuli)
	err = m.reclaim(g)
	if m.world != nil {
		m.world.Returned(key, m.context.ID)
	}
	if m.recording != nil {
		m.takeStill()
	}
	return g.migration(), err
}

// shift moves all times of an image, which is checked.
func (m *image) shift(by float64) {
	moved := map[uint32]bool{}
	move := func(offset uint32) {
		if offset != 0 && !moved[offset] {
			moved[offset] = true
			if due := m.due(offset); !math.IsInf(*due, 0) {
				*due = max(-math.MaxFloat64, min(*due+by, math.MaxFloat64))
			}
		}
	}
	for i := range m.places {
		move(m.places[i].every) // shared by the places of a decider
		move(m.places[i].cooldown)
	}
	if m.up() {
		m.eachActive(0, func(p place) {
			move(m.places[p].frame) // it begins with the start
			move(m.places[p].leaveDue)
			move(m.places[p].ticked)
		})
	}
	for _, pl := range m.plugs {
		pl.shift(by)
	}
}
