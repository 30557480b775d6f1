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

// Memory is what the engine remembers of one agent: its path through the tree, timers, and the blocks of its
// behaviors, in a block of fixed size. Make it with [Tree.NewMemory], or take it from a [Pool]; keep it beside the agent,
// and do not copy it. It keeps the agent it was last ticked with, so that Reset and Close can call Deactivate. The zero
// Memory refuses every call with [ErrNoTree].
//
// One goroutine at a time may use a Memory. With the build tag decider_debug, a second one gets [ErrConcurrent];
// ordinary builds do not detect it.
type Memory[A any] struct {
	plain   agent.Agent
	context behavior.Context[A] // plain has a pointer to it
}

// NewMemory makes the memory of one agent. It allocates here, so that ticks need not; room for a plugged tree is
// allocated when it is plugged in. w is nil for an agent without a world. id must be new in w, best from
// [world.World.NewAgent]. It is the sender of messages and the key of random draws, and it stands in errors and
// debug output.
//
// NewMemory always returns a memory. A nil tree, an id that was used before in w, a closed world, or a nil w for a
// tree with gates or squads is the error of its ticks.
func (t *Tree[A]) NewMemory(w *world.World, id world.AgentID) *Memory[A] {
	m := &Memory[A]{}
	m.plain.Make(t.compiled(), w, id, m.context.Plain(engine.Key{}))
	return m
}

// agent returns the memory without its type; nil for nil.
func (m *Memory[A]) agent() *agent.Agent {
	if m == nil {
		return nil
	}
	return &m.plain
}

// Plain is for the packages of this module: the memory without its type.
func (m *Memory[A]) Plain(engine.Key) *agent.Agent { return m.agent() }

// Blackboard is for package blackboard: the values visible to code outside of the tree; nil for a memory that
// NewMemory did not make.
func (m *Memory[A]) Blackboard(engine.Key) usercode.Blackboard { return m.agent().Blackboard() }

// Tree returns the tree of the memory; nil for a memory that NewMemory did not make.
func (m *Memory[A]) Tree() *Tree[A] { return shellOf[A](m.agent().OwnTree()) }

// ID returns the agent's ID; 0 for a memory that NewMemory did not make.
func (m *Memory[A]) ID() world.AgentID { return m.agent().ID() }

// Status returns what the root returned in the last tick: Running while something is active, Success or Failure when
// the whole tree has finished, 0 before the first tick and after Reset.
func (m *Memory[A]) Status() behavior.Status { return m.agent().Status() }

// LetPanics chooses what becomes of a panic in the agent's user code. By default it is contained: it is an error of
// the tick, and only this agent's path is deactivated. If let through, it reaches the caller of the tick untouched,
// so that a debugger stops where it happened; the next call on the memory then deactivates the path first. A crowd's view
// and World.Close deactivate it before the panic goes on.
func (m *Memory[A]) LetPanics(through bool) { m.plain.LetPanics(through) }

// Strict chooses whether a broken Subset Rule is an error of the tick, wrapping [ErrSubsetRule]: a group was entered although
// none of its children accepts, so the agent does nothing there. Without it, only an observer sees the event. A strict agent
// asks all candidates in full, which takes longer and may allocate: it is for tests and development. Agents of package
// decidertest are strict.
func (m *Memory[A]) Strict(on bool) { m.plain.Strict(on) }

// Observe makes o receive the events of this agent's ticks from now on; nil stops that. Use [event.Observers] for
// several observers.
func (m *Memory[A]) Observe(o event.Observer) { m.plain.Observe(o) }

// Record records this agent from now on with a *history.Recorder; nil stops that. Only one Recorder records an
// agent. The error is that of the Recorder, or of an unsound memory. Call it between ticks.
func (m *Memory[A]) Record(rec Recorder) error { return m.agent().Record(rec) }

// Profile counts and times the deciders of this agent from the next tick on, with a *profile.Profile; nil stops that. Only
// sampled ticks cost more, and one countdown in the others. The error is that of a memory that refuses its calls, or
// wraps [ErrReentrant] in a tick, or [ErrInCrowd] for an agent of a crowd, which Crowd.Profile profiles. Call it between
// ticks.
func (m *Memory[A]) Profile(p Profiler) error { return m.agent().SetProfile(p) }

// Override forces or forbids a decider for this agent, in all its places and in plugged trees, until it is called
// again with [event.NoOverride]. Use it in tools and tests, to try out what a creature would do. An agent with
// overrides is ticked in full, without the quick way.
//
// A forced decider still rejects if it has finished earlier in this tick, if its squad or gate has no place for the
// agent, if its slot is empty, and, as a group that delegates, if no child accepts. An active decider is not asked,
// so forbidding it does not end it.
//
// If no tree of the agent has the name the error wraps [ErrNoDecider]. Call it between ticks.
func (m *Memory[A]) Override(name string, o event.Override) error { return m.agent().Override(name, o) }

// Reset deactivates everything active, deepest first, with the reason Reset, unplugs all slots, and clears the
// memory: timers, counts, cursors, bags, blackboard values and the clock. It returns the errors of the Deactivates.
// Called by the agent's own code inside a tick it takes effect at the end of the tick, which returns those errors.
func (m *Memory[A]) Reset() error { return m.agent().Reset() }

// Close is Reset with the reason Closed, for good: the agent leaves its world, and later calls return [ErrClosed].
// Closing twice is not an error.
func (m *Memory[A]) Close() error { return m.agent().Close() }

// Reuse gives the memory to another agent: it closes the one that has it, if that is not done, and makes the memory as
// [Tree.NewMemory] would for id, in the same world. It allocates nothing. See [Pool] for many agents.
//
// Nothing of the old agent is left. Its path is deactivated with the reason Closed, its gates, squads and requests are given
// back, and it leaves its world, so that messages to its ID reach nobody. Timers, counts, bags, blackboard values, plugged
// trees, a shared blackboard, errors, the Status and the agent kept for Reset are gone. The choices for the memory are gone
// as well: observer, recorder, profile, overrides, Strict and LetPanics. What is allocated stays, and so does what a block's own
// Reset keeps. The stimuli set is the game's: empty it, or give the new agent another.
//
// It returns the errors of the Deactivates. A refused Reuse changes nothing; the error is that of an id which is not new in
// the world, or of a closed world, or wraps [ErrReentrant] in the agent's own tick, [ErrInCrowd] for a view, [ErrClosed] for
// a memory in its pool, [ErrNilTree], [ErrNilMemory] or [ErrNoTree].
func (m *Memory[A]) Reuse(id world.AgentID) error {
	renewed, err := m.agent().Reuse(id)
	if renewed {
		m.forget()
	}
	return err
}

// forget lets go of the agent that the memory was ticked with last.
func (m *Memory[A]) forget() {
	var nobody A
	m.context.Agent = nobody
}

// ShareBlackboard makes the memory use the values of scope Agent of another memory, for an agent that runs several trees
// beside each other (Pereira). Keys that both trees list have one value from now on, that of the other memory. More memories
// can join. Call it between ticks; it allocates.
//
// To the world the memories stay agents of their own, each with its ID, gates, squads, requests and draws. Give all of them
// the same Input.Stimuli, so that a message to any of the IDs reaches all trees. One goroutine at a time may use them.
//
// A Reset of any of them clears the shared values. Close, [Memory.Reuse] and [Pool.Put] leave them to the others. A snapshot
// and a recording have the values of the keys that the memory's tree lists; Restore sets them for all.
//
// The error wraps [ErrKey] if the trees list different keys of one name, [ErrSharing] if the memory shares already, with
// others than these, [ErrInCrowd] for an agent of a crowd, [ErrReentrant] in a tick of either, or is that of a memory that
// refuses its calls. Then nothing has changed.
func (m *Memory[A]) ShareBlackboard(with *Memory[A]) error {
	return m.agent().ShareBlackboard(with.agent())
}

// ResetBelow resets the deciders of that name, in all their places, with everything below them: what is active there
// is deactivated with the reason Reset, and timers, counts, bags and blackboard values are cleared. The group that
// such a decider stands in decides anew at its next visit; a Sequence or Selector goes on with that child. The
// children of Concurrent and reactive groups begin together, so there the whole group is reset. Resetting the root
// this way keeps the clock, the Status and the plugged trees, unlike [Memory.Reset].
//
// It returns the errors of the Deactivates, or one wrapping [ErrNoDecider]. Inside a tick it takes effect at its
// end.
func (m *Memory[A]) ResetBelow(name string) error { return m.agent().ResetBelow(name) }

// Plug plugs a tree into a slot of this agent. A tree that was plugged in before is unplugged first. The agent's own
// code uses [Slot.Plug], or this method, which then takes effect at the end of the tick. The errors are those of
// Slot.Plug and of the Deactivates. It allocates.
func (m *Memory[A]) Plug(slot *Slot[A], tree *Tree[A]) error {
	return m.agent().Plug((*plain.Slot)(slot), tree.compiled())
}

// Unplug takes out the tree that is plugged into a slot of this agent: see [Slot.Unplug].
func (m *Memory[A]) Unplug(slot *Slot[A]) error { return m.agent().Unplug((*plain.Slot)(slot)) }

// StateAt iterates over the deciders of the agent's trees in the order they are declared: a group before its
// children, a plugged tree right after its slot. Begin with cursor 0 and pass next until it is negative; the state
// returned with a negative next is not valid. With activeOnly it visits active deciders only: one path, or several
// if a group runs several children. It allocates nothing. An unsound memory has no states. Call it between ticks.
func (m *Memory[A]) StateAt(cursor int, activeOnly bool) (s state.Decider, next int) {
	return see.StateAt(m.agent(), cursor, activeOnly)
}

// ValueAt iterates over the agent's blackboard values in the order of [Memory.StateAt]; the values of one decider
// come in the order of its Keys. Begin with cursor 0 and pass next until it is negative; the value returned with a
// negative next is not valid. It allocates nothing. An unsound memory has no values. Call it between ticks.
func (m *Memory[A]) ValueAt(cursor int) (v state.Value, next int) {
	return see.ValueAt(m.agent(), cursor)
}

// Snapshot writes everything the agent's memory holds: its path, timers, blocks, blackboard values, stored state,
// and the plugged trees. [Memory.Restore] continues from there as if the agent had never stopped.
//
// The only user code it calls is MarshalBinary. A value with pointers (the block of an active behavior, a DBlock
// that waits for a Leave, a blackboard value) must have MarshalBinary and UnmarshalBinary, or be a string; otherwise
// the error wraps [ErrNotMarshalable].
//
// The agent itself, its stimuli (a stimuli.Set has MarshalBinary) and its world (see [world.World.Snapshot]) are not
// included. Call it between ticks.
func (m *Memory[A]) Snapshot(w io.Writer) error { return migrate.Snapshot(m.agent(), w) }

// Restoring are the options of [Memory.Restore]. The zero value is enough for an agent without plugged trees.
type Restoring[A any] struct {
	// Trees are those that may be plugged in. A snapshot names them by their root; a plugged tree that is not among
	// these is lost.
	Trees []*Tree[A]
	// Stimuli is the agent's set, like Input.Stimuli. It is used until the next tick: by a Reset, or for a message.
	Stimuli *stimuli.Set
	// Rebase shifts all times so that the time of the snapshot becomes the present: the time of the memory's world,
	// or Now for an agent without a world. Without it times are kept, and a snapshot of a later time is refused.
	Rebase bool
	Now    float64 // seconds
}

// Restore continues from a snapshot. Activate is not called for what is active, and each behavior owes its
// Deactivate. The memory must be new or Reset, otherwise the error wraps [ErrNotReset]. It keeps its own ID, world
// and observer; agent is kept for Reset and Close.
//
// If the tree has changed since the snapshot, state is carried over by name, and the Migration lists what was lost.
// Deciders are matched by their path of names, or by name alone if they have moved. Timers, counts and blackboard
// values of a matched decider are kept. It stays active only if its whole path matches, with the same behavior and a
// block of the same type. What cannot stay active is not restored; its group decides anew,
// and a Sequence or Selector goes on with that child.
//
// Errors wrap [ErrSnapshot] for data that is not a sound snapshot of a memory, [ErrOtherTree] for a tree whose root
// has another name, and [ErrClock] for a snapshot of a later time, which needs Rebase. After these nothing has
// changed.
//
// The agent takes its places in gates again and stays in squads that know it, which are those of a restored world.
// If that fails, the decider concerned is deactivated with the reason Restored; the errors of these Deactivates are
// returned, and the agent is restored all the same. Restore reads no further than the end of the snapshot.
func (m *Memory[A]) Restore(r io.Reader, agent A, how Restoring[A]) (world.Migration, error) {
	return migrate.Restore(m.agent(), r, migrate.Restoring{
		Trees: Compiled(engine.Key{}, how.Trees), Stimuli: how.Stimuli, Rebase: how.Rebase, Now: how.Now, Take: func() { m.context.Agent = agent },
	})
}

// Migrate moves a live agent to a changed tree, such as one with patched numbers or a new branch that was
// initialized again. State is carried over as by [Memory.Restore]. What is active and cannot stay so is deactivated
// first, in the old tree, with the reason Restored. From then on the memory belongs to the new tree.
//
// The error wraps [ErrOtherTree] if the root has another name; then nothing has changed. Otherwise it joins the
// errors of the Deactivates, and the agent is migrated all the same. Inside a tick Migrate returns [ErrReentrant].
// It allocates.
func (m *Memory[A]) Migrate(t *Tree[A]) (world.Migration, error) {
	return migrate.Migrate(m.agent(), t.compiled())
}

// View is for package crowd: a Memory that shows one agent of a crowd after another.
func (t *Tree[A]) View(_ engine.Key, w *world.World) *Memory[A] {
	m := &Memory[A]{}
	m.plain.View(t.plain, w, m.context.Plain(engine.Key{}))
	return m
}
