package crowd

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

var (
	// ErrNoAgent is wrapped by the error for an ID that the crowd has not given, or whose agent was removed.
	ErrNoAgent = errors.New("crowd: no such agent")
	// ErrNotAdvanced is wrapped by the error of a second Tick in one frame of the world.
	ErrNotAdvanced = errors.New("crowd: the world has not advanced since the last tick")
	// ErrOptions is wrapped by the error of New for what its arguments lack.
	ErrOptions = errors.New("crowd: bad options")
	// ErrRate is wrapped by the error for a rate that is negative, NaN or infinite.
	ErrRate = errors.New("crowd: a rate must be finite and 0 or more")
	// ErrNoStimuli is wrapped by the error for the stimuli of an agent of a crowd whose StimuliEach is 0.
	ErrNoStimuli = errors.New("crowd: its agents have no stimuli")
)

// Options are how a crowd is kept. Name and Workers are required.
type Options[A any] struct {
	Name        string // for reports and snapshots; unique in its world
	Workers     int    // goroutines that tick at the same time, 1 or more; runtime.NumCPU() is a good number
	StimuliEach int    // how many stimuli each agent can have; 0 for none at all
	Timed       bool   // reports tell how long a Tick took

	// Agent tells what the agent of an ID is, when a world is restored; false for one that is gone. Only restoring needs it.
	Agent func(world.AgentID) (A, bool)
	// Trees are those that may be plugged into slots. Only restoring needs them: a snapshot knows them by name.
	Trees []*decider.Tree[A]
}

// Crowd is the agents of one tree in one world. Make it with [New]. Its methods are called from one goroutine at a
// time, and not from the agents' own functions while it ticks: that is an error wrapping [world.ErrTicking].
type Crowd[A any] struct {
	core core // not embedded: promoted methods would be compiled with every game
	tree *decider.Tree[A]
	view *decider.Memory[A]
}

// New makes a crowd for agents of a tree in a world. Its errors wrap [ErrOptions], [decider.ErrNilTree],
// [world.ErrNoWorld], [world.ErrClosed], or [world.ErrNameTwice] if the world has another crowd, gate or squad of a
// name.
func New[A any](w *world.World, tree *decider.Tree[A], o Options[A]) (*Crowd[A], error) {
	switch {
	case w == nil:
		return nil, &world.NoWorldError{What: fmt.Sprintf("crowd %q", o.Name)}
	case tree == nil:
		return nil, decider.ErrNilTree
	case o.Name == "":
		return nil, fmt.Errorf("%w: Name is empty; reports and snapshots go by it", ErrOptions)
	case o.Workers < 1:
		return nil, fmt.Errorf("%w: Workers is %d; it must be 1 or more, such as runtime.NumCPU()", ErrOptions, o.Workers)
	case o.StimuliEach < 0:
		return nil, fmt.Errorf("%w: StimuliEach is %d; it must be 0 or more", ErrOptions, o.StimuliEach)
	}
	c := &Crowd[A]{tree: tree, view: tree.View(key, w)}
	c.core.init(w, tree.Plain(key), c.view.Plain(key), o.Name, o.Timed, decider.Compiled(key, o.Trees))
	c.core.context = func() *usercode.Context { return (&behavior.Context[A]{}).Plain(key) }
	if err := c.core.start(o.Workers, o.StimuliEach, &agents[A]{game: o.Agent}, c.run); err != nil {
		return nil, err
	}
	return c, nil
}

// run is one goroutine's part of a Tick.
func (c *Crowd[A]) run(m *member, context *usercode.Context) {
	for !c.attempt(m, context) {
	}
}

// attempt is run until an agent's code panics; false where it has.
func (c *Crowd[A]) attempt(m *member, context *usercode.Context) (finished bool) {
	defer func() {
		if !finished && m.broken(recover()) {
			go c.run(m, context)
		}
	}()
	all, mind := c.column(), whole[A](context)
	for m.advance() {
		chunk := all.chunks[m.place]
		for m.left != 0 {
			i := m.take()
			mind.Agent = chunk[i]
			m.tick(i)
		}
	}
	m.done()
	return true
}

// column is where the agents are.
func (c *Crowd[A]) column() *agents[A] { return c.core.agents.(*agents[A]) }

// Name returns the crowd's name.
func (c *Crowd[A]) Name() string { return c.core.name }

// Tree returns the tree its agents run.
func (c *Crowd[A]) Tree() *decider.Tree[A] { return c.tree }

// Len returns how many agents it has.
func (c *Crowd[A]) Len() int { return c.core.living }

// Observe has an observer be told, after each Tick, what the agents did in it, in the order of their IDs; nil for
// nobody. ObserveLevel chooses the agents: it is called by all workers at once and must only read. Agents observed at
// level 3 or more are never left out. Everybody is ticked once after Observe, so that the sleeping ones are asked about,
// too; call it again when ObserveLevel changes its mind about one of them. What Remove, the world's Close and a View end
// is told at once.
func (c *Crowd[A]) Observe(o event.Observer) error { return c.core.observe(o) }

// Record has everything that happens to the crowd's agents recorded from now on, by a *history.Recorder; nil ends that.
// Only one Recorder records a crowd. Its error is the Recorder's, or wraps [world.ErrTicking] or [world.ErrClosed].
//
// Agents that sleep cost nothing and leave nothing in the recording: nothing can have changed for them.
func (c *Crowd[A]) Record(rec decider.Recorder) error { return c.core.record(rec) }

// Override forces or forbids a decider for one agent, as [decider.Memory.Override]. It wakes the agent.
func (c *Crowd[A]) Override(id world.AgentID, name string, o event.Override) error {
	return c.core.override(id, name, o)
}

// Tick ticks all agents for whom something can have changed, once a frame after the world's Advance (RULES R25). The
// result is the same for any number of workers: what agents tell the world, each other and observers is told when
// all have ticked, in the order of their IDs.
//
// A failing or panicking agent does not stop the others: its error is in the Report. The error of Tick itself wraps
// [world.ErrClosed], [world.ErrTicking] for a Tick from inside a Tick, or [ErrNotAdvanced]; then nothing was ticked. An
// observer that panics is dropped and reported as one of the Report's errors.
func (c *Crowd[A]) Tick() (*Report, error) { return c.core.tick() }

// Add takes an agent in and returns its ID. It is ticked first at the next Tick. The error wraps [world.ErrTicking] or
// [world.ErrClosed]. It allocates for every 1024 agents more than there ever were.
func (c *Crowd[A]) Add(agent A) (world.AgentID, error) {
	id, row, err := c.core.add()
	if err == nil {
		*c.column().at(row) = agent
		c.core.still(row)
	}
	return id, err
}

// Move tells that an agent is somewhere else in the game's storage: after a swap-remove, say. What it does goes on.
func (c *Crowd[A]) Move(id world.AgentID, agent A) error {
	row, err := c.core.get(id)
	if err == nil {
		*c.column().at(row) = agent
	}
	return err
}

// Agent returns what the crowd knows an agent by.
func (c *Crowd[A]) Agent(id world.AgentID) (agent A, err error) {
	row, err := c.core.get(id)
	if err == nil {
		agent = *c.column().at(row)
	}
	return agent, err
}

// Remove takes an agent out: what is active goes down with the reason Removed, and its gates and squads are given
// back. It returns the errors of the Deactivates; the agent is gone all the same. Removing it twice is [ErrNoAgent].
func (c *Crowd[A]) Remove(id world.AgentID) error { return c.core.remove(id) }

// SetFlags sets and clears DecisionFlags of an agent, from its next tick on. A flag in both is set.
func (c *Crowd[A]) SetFlags(id world.AgentID, set, clear decider.DecisionFlags) error {
	return c.core.setFlags(id, set, clear)
}

// Flags returns an agent's DecisionFlags.
func (c *Crowd[A]) Flags(id world.AgentID) (decider.DecisionFlags, error) { return c.core.flagsOf(id) }

// SetRate has an agent ticked at most so many times a second (level of detail); 0 is every frame. Its ticks come in the
// first frame at or after each multiple of 1/rate seconds, shifted by its ID so that agents of one rate take turns, and
// Context.DT in them is the multiple of 1/rate gone by since the one before.
func (c *Crowd[A]) SetRate(id world.AgentID, rate float64) error { return c.core.setRate(id, rate) }

// Stimulate gives an agent a stimulus now; one that is sent by way of the world arrives at its next Advance. The error
// is that of [stimuli.Set.Add], or wraps [ErrNoStimuli] or [ErrNoAgent].
func (c *Crowd[A]) Stimulate(id world.AgentID, s stimuli.Stimulus) error {
	return c.core.stimulateID(id, s)
}

// Stimuli returns an agent's stimuli as they are in the world's present: those whose time is over are gone. It is to be
// read only, and until the next Tick; give the agent more with Stimulate. The error wraps [ErrNoAgent], or
// [ErrNoStimuli] where the crowd's agents have none.
func (c *Crowd[A]) Stimuli(id world.AgentID) (*stimuli.Set, error) { return c.core.stimuliOf(id) }

// Wake has an agent ticked at the next Tick, also if it sleeps: for a change of something that only the game knows a
// function of the agent's looks at. Agents for whom functions are called each tick never sleep, so it is seldom needed.
func (c *Crowd[A]) Wake(id world.AgentID) error { return c.core.wakeID(id) }

// View returns a Memory that looks at an agent: for tooltips ([debugprint.DebugPrintState]), Why, Status, blackboard
// values, to plug trees into slots, to Reset it or a part of it. Ticking or closing it is [decider.ErrInCrowd]. There is
// one view for a crowd: it looks at this agent until the next call of View, Tick or Remove.
func (c *Crowd[A]) View(id world.AgentID) (*decider.Memory[A], error) {
	row, err := c.core.get(id)
	if err != nil {
		return nil, err
	}
	c.core.look(row)
	return c.view, nil
}

// Migrate moves all agents to a changed tree: one whose numbers were patched, say, or that got a new branch, and was
// initialized again. What can be kept is kept by name, as by [decider.Memory.Migrate]; what is active and cannot go on
// goes down first, with the reason Restored. The Migration tells what was lost, and by how many. All agents are ticked
// at the next Tick.
//
// The errors are those of New for the tree, [decider.ErrOtherTree] where the root has another name, [world.ErrTicking] and
// [world.ErrClosed]; then nothing has changed. Errors of Deactivates are joined to what is returned beside the Migration; the agents are
// migrated all the same.
func (c *Crowd[A]) Migrate(tree *decider.Tree[A]) (world.Migration, error) {
	view := func() *agent.Agent {
		c.tree, c.view = tree, tree.View(key, c.core.world)
		return c.view.Plain(key)
	}
	return c.core.migrate(tree.Plain(key), view, c.run)
}
