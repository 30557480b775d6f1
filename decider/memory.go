package decider

import (
	"io"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/migrate"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Memory is one agent's: its path through the tree, timers, and the blocks of its behaviors, in one block of
// fixed size. Make it with [Tree.NewMemory], keep it beside the agent, and do not copy it. It keeps the agent
// it was last ticked with, so that Reset and Close can call Deactivate.
//
// A Memory is used by one goroutine at a time. Ticking one from two at once is undetected in ordinary builds;
// the decider_debug build tag makes it the error [ErrConcurrent].
type Memory[A any] struct {
	plain   agent.Agent
	context behavior.Context[A] // plain has a pointer to it
}

// NewMemory makes the memory of one agent. It allocates here, so that ticks need not; what is plugged in later is
// allocated then. w may be nil for an agent without a world; id must be new in w, best from
// [world.World.NewAgent], and is what random draws, messages and output go by.
//
// It always returns a memory: a nil tree, an id that was used before in w, a closed world, or none for a tree with
// gates or squads, is reported by its ticks.
func (t *Tree[A]) NewMemory(w *world.World, id world.AgentID) *Memory[A] {
	m := &Memory[A]{}
	m.plain.Make(t.compiled(), w, id, m.context.Plain(engine.Key{}))
	return m
}

// agent is the memory without its type; nil for nil.
func (m *Memory[A]) agent() *agent.Agent {
	if m == nil {
		return nil
	}
	return &m.plain
}

// Plain is for the packages of this module: the memory without its type.
func (m *Memory[A]) Plain(engine.Key) *agent.Agent { return m.agent() }

// Blackboard is for package blackboard: the values that code outside of the tree sees; nil for a memory that NewMemory
// did not make.
func (m *Memory[A]) Blackboard(engine.Key) usercode.Blackboard { return m.agent().Blackboard() }

// Tree returns the tree the memory was made for; nil for a memory that NewMemory did not make.
func (m *Memory[A]) Tree() *Tree[A] { return shellOf[A](m.agent().OwnTree()) }

// ID returns the agent's ID.
func (m *Memory[A]) ID() world.AgentID { return m.agent().ID() }

// Status returns what the root's visit returned in the last tick: Running while something is active,
// Success or Failure when the whole tree finished, 0 before the first tick and after Reset.
func (m *Memory[A]) Status() behavior.Status { return m.agent().Status() }

// LetPanics chooses what a panic of the agent's user code does: contained, which is the default, it becomes an
// error of the tick and takes down this agent's path alone; let through, it goes up to the caller of the tick
// untouched, where a debugger stops at it. The next call then takes the path down first.
func (m *Memory[A]) LetPanics(through bool) { m.plain.LetPanics(through) }

// Observe tells o what happens in this agent's ticks from now on; nil for nobody. For several observers see
// [Observers].
func (m *Memory[A]) Observe(o event.Observer) { m.plain.Observe(o) }

// Record has everything that happens to this agent recorded from now on, by a *history.Recorder; nil ends that. Only one
// Recorder records an agent. Its error is the Recorder's, or that of a memory that is not sound. Call it between ticks.
func (m *Memory[A]) Record(rec Recorder) error { return m.agent().Record(rec) }

// Override forces or forbids a decider for this agent, in all places it stands in and in whatever is plugged in, until it
// is called again with NoOverride: to try out by hand what a creature does if. It is for tools and tests, and costs the
// agent the quick way of a tick.
//
// A forced decider still rejects where it finished earlier in this tick, where its squad or gate has no place for the
// agent, where nothing is plugged in, and as a group that delegates where no child accepts. What is active already is
// not asked; forbidding it does not end it.
//
// The error wraps [ErrNoDecider] where no tree of the agent has the name. Call it between ticks.
func (m *Memory[A]) Override(name string, o event.Override) error { return m.agent().Override(name, o) }

// Reset ends everything active, deepest first, with the reason Reset, and makes the memory as new: timers,
// counts, cursors, bags, blackboard values and the clock; what is plugged into slots is taken out. It returns the
// errors of the Deactivates. Called by the agent's own code inside a tick it takes effect at the tick's end, which
// returns those errors.
func (m *Memory[A]) Reset() error { return m.agent().Reset() }

// Close is Reset with the reason Closed, and for good: the agent leaves its world, and later ticks are the
// error [ErrClosed]. Closing twice is no error.
func (m *Memory[A]) Close() error { return m.agent().Close() }

// ResetBelow makes the decider of that name, in all its places, and everything below it as new: what is active
// there goes down with the reason Reset, and its timers, counts, bags and blackboard values are cleared. The group
// it stands in decides anew at its next visit; a Sequence or Selector goes on with that child. Children of
// Concurrent and reactive groups begin together, so there the group is reset with it. The root can be reset so too:
// unlike Reset that keeps the clock, the Status and what is plugged in.
//
// It returns the errors of the Deactivates, or one wrapping [ErrNoDecider]. Inside a tick it waits for its end.
func (m *Memory[A]) ResetBelow(name string) error { return m.agent().ResetBelow(name) }

// Plug puts a tree into a slot of this agent; what was in it is unplugged first. From the agent's own code use
// [Slot.Plug], or this one, which then waits for the end of the tick. The errors are those of Slot.Plug, and those of
// Deactivates. It allocates.
func (m *Memory[A]) Plug(slot *Slot[A], tree *Tree[A]) error {
	return m.agent().Plug((*plain.Slot)(slot), tree.compiled())
}

// Unplug takes out what is plugged into a slot of this agent: see [Slot.Unplug].
func (m *Memory[A]) Unplug(slot *Slot[A]) error { return m.agent().Unplug((*plain.Slot)(slot)) }

// StateAt walks the deciders in the order they are declared, a group before its children, what is plugged into a
// slot right after the slot: begin with cursor 0 and go on with next until it is negative; then the State is not
// valid. With activeOnly only what is active is visited: a path, or where several children of a group run, several.
// It allocates nothing. A memory that is not sound has no states. Call it between ticks.
func (m *Memory[A]) StateAt(cursor int, activeOnly bool) (s state.Decider, next int) {
	return see.StateAt(m.agent(), cursor, activeOnly)
}

// ValueAt walks an agent's blackboard values in the order of [Memory.StateAt]: those of a decider follow each
// other, in the order it lists their keys. Begin with cursor 0 and go on with next until it is negative; then
// the Value is not valid. It allocates nothing. A memory that is not sound has no values. Call it between ticks.
func (m *Memory[A]) ValueAt(cursor int) (v state.Value, next int) {
	return see.ValueAt(m.agent(), cursor)
}

// Snapshot writes all that the agent's memory holds: its path, timers, blocks, blackboard values, stored state, and
// what is plugged into its slots. Restored it goes on as if it had never stopped. It calls no user code but
// MarshalBinary: what has pointers (a block of what is active, a DBlock that waits for a Leave, a blackboard value)
// must have that and UnmarshalBinary, or be a string; else it is an error wrapping [ErrNotMarshalable].
//
// The agent itself, its stimuli (a Set has MarshalBinary) and its world are the game's, and not in it; see World.Snapshot
// for the last.
// Between ticks only.
func (m *Memory[A]) Snapshot(w io.Writer) error { return migrate.Snapshot(m.agent(), w) }

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
	return migrate.Restore(m.agent(), r, migrate.Restoring{
		Trees: Compiled(engine.Key{}, how.Trees), Stimuli: how.Stimuli, Rebase: how.Rebase, Now: how.Now, Take: func() { m.context.Agent = agent },
	})
}

// Migrate moves a live agent to a changed tree: one whose numbers were patched, say, or that got a new branch, and was
// initialized again. What can be kept is kept as by [Memory.Restore] from a snapshot; what is active and cannot go on
// goes down first, in the old tree, with the reason Restored. The memory is the new tree's from then on.
//
// The error is one wrapping [ErrOtherTree] where the root has another name, or those of the Deactivates; of these the
// agent is migrated all the same. From inside a tick it is [ErrReentrant]. It allocates.
func (m *Memory[A]) Migrate(t *Tree[A]) (world.Migration, error) {
	return migrate.Migrate(m.agent(), t.compiled())
}

// View is for package crowd: a Memory that looks at one agent of a crowd after the other.
func (t *Tree[A]) View(_ engine.Key, w *world.World) *Memory[A] {
	m := &Memory[A]{}
	m.plain.View(t.plain, w, m.context.Plain(engine.Key{}))
	return m
}
