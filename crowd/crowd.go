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
	// ErrNoAgent is wrapped by the error for an ID that is not of this crowd, or whose agent was removed.
	ErrNoAgent = errors.New("crowd: no such agent")
	// ErrNotAdvanced is wrapped by the error of a second Tick in one frame of the world.
	ErrNotAdvanced = errors.New("crowd: the world has not advanced since the last tick")
	// ErrOptions is wrapped by the errors for missing or bad Options.
	ErrOptions = errors.New("crowd: bad options")
	// ErrRate is wrapped by the error for a rate that is negative, NaN or infinite.
	ErrRate = errors.New("crowd: a rate must be finite and 0 or more")
	// ErrNoStimuli is wrapped by the error for stimuli in a crowd with StimuliEach 0.
	ErrNoStimuli = errors.New("crowd: its agents have no stimuli")
)

// Options are the properties of a crowd. Name and Workers are required.
type Options[A any] struct {
	Name        string // for errors and snapshots; unique in its world
	Workers     int    // goroutines that tick at the same time, 1 or more, such as runtime.NumCPU()
	StimuliEach int    // the most stimuli of each agent; 0 for none
	Strict      bool   // a broken Subset Rule is an error of the tick; see decider.Memory.Strict
	Timed       bool   // measure how long a Tick takes, for Report.Took

	// Profile counts and times the deciders of the crowd's agents: a *profile.Profile, nil for none. See Crowd.Profile.
	Profile decider.Profiler

	// Agent returns the game's agent with an ID when a world is restored; false if it is gone. Only restoring needs it.
	Agent func(world.AgentID) (A, bool)
	// Trees are those that may be plugged into slots. Only restoring needs them: a snapshot names them by their root.
	Trees []*decider.Tree[A]
}

// Crowd holds the agents of one tree in one world. Make it with [New]. One goroutine at a time may call its methods.
// Calls from the agents' own functions are errors wrapping [world.ErrTicking], whoever calls those: Tick, Remove, Migrate,
// the view, or the world as it is restored.
type Crowd[A any] struct {
	core core // not embedded: promoted methods would be compiled with every game
	tree *decider.Tree[A]
	view *decider.Memory[A]
}

// New makes a crowd for agents of a tree in a world. Its errors wrap [ErrOptions], [decider.ErrNilTree],
// [world.ErrNoWorld], [world.ErrClosed], or [world.ErrNameTwice] if the world has another crowd, gate or squad of
// the same name.
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
	c.core.strict = o.Strict
	c.core.profiler = o.Profile
	c.core.context = func() *usercode.Context { return (&behavior.Context[A]{}).Plain(key) }
	if err := c.core.start(o.Workers, o.StimuliEach, &agents[A]{game: o.Agent}, c.run); err != nil {
		return nil, err
	}
	return c, nil
}

// run does the part of one goroutine in a Tick.
func (c *Crowd[A]) run(m *member, context *usercode.Context) {
	for !c.attempt(m, context) {
	}
}

// attempt is run until an agent's code panics; it returns false then.
func (c *Crowd[A]) attempt(m *member, context *usercode.Context) (finished bool) {
	defer func() {
		if !finished {
			m.broken(recover(), func() { c.run(m, context) })
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

// column returns the agents by row.
func (c *Crowd[A]) column() *agents[A] { return c.core.agents.(*agents[A]) }

// Name returns the crowd's name.
func (c *Crowd[A]) Name() string { return c.core.name }

// Tree returns the tree of its agents.
func (c *Crowd[A]) Tree() *decider.Tree[A] { return c.tree }

// Len returns the number of its agents.
func (c *Crowd[A]) Len() int { return c.core.living }

// Observe makes an observer receive, after each Tick, the events of that tick in the order of agent IDs; nil stops
// that. ObserveLevel selects the agents: all workers call it at once, so it must only read. Agents observed at level
// 3 or more are never skipped. Every agent is ticked once after Observe, so that ObserveLevel is called for sleeping
// ones too; call Observe again when its result for some agent changes. Events of Remove, of the world's Close and of
// a View are received at once. The error wraps [world.ErrTicking] or [world.ErrClosed].
func (c *Crowd[A]) Observe(o event.Observer) error { return c.core.observe(o) }

// Record records the crowd's agents from now on with a *history.Recorder; nil stops that. Only one Recorder records
// a crowd. The error is that of the Recorder, or wraps [world.ErrTicking] or [world.ErrClosed].
//
// Sleeping agents cost nothing and add nothing to the recording, since nothing changes for them.
func (c *Crowd[A]) Record(rec decider.Recorder) error { return c.core.record(rec) }

// Profile counts and times the deciders of the crowd's agents in sampled ticks, with a *profile.Profile; nil stops that.
// Ticks that are not sampled cost nothing more, and the result of the game is the same. The error wraps [world.ErrTicking]
// or [world.ErrClosed].
func (c *Crowd[A]) Profile(p decider.Profiler) error { return c.core.setProfile(p) }

// Override forces or forbids a decider for one agent, like [decider.Memory.Override]. It wakes the agent.
func (c *Crowd[A]) Override(id world.AgentID, name string, o event.Override) error {
	return c.core.override(id, name, o)
}

// Tick ticks all agents for which something can have changed. Call it once a frame after World.Advance (RULES R25).
// The result is the same for any number of workers: messages, claims and events take effect when all agents have
// ticked, in the order of their IDs.
//
// An agent that fails or panics does not stop the others; its error is in the Report. The error of Tick itself wraps
// [world.ErrClosed], [world.ErrTicking] for a Tick inside a Tick, or [ErrNotAdvanced]; then no agent was ticked. An
// observer that panics is dropped, and the panic is one of the Report's errors.
func (c *Crowd[A]) Tick() (*Report, error) { return c.core.tick() }

// Add adds an agent and returns its ID. The agent is ticked first at the next Tick. The error wraps
// [world.ErrTicking] or [world.ErrClosed]. It allocates once for every 1024 agents above the largest number there
// ever was.
func (c *Crowd[A]) Add(agent A) (world.AgentID, error) {
	id, row, err := c.core.add()
	if err == nil {
		*c.column().at(row) = agent
		c.core.still(row)
	}
	return id, err
}

// Move replaces the A of an agent, for example after a swap-remove in the game's storage. What the agent does goes
// on. The error wraps [ErrNoAgent].
func (c *Crowd[A]) Move(id world.AgentID, agent A) error {
	row, err := c.core.get(id)
	if err == nil {
		*c.column().at(row) = agent
	}
	return err
}

// Agent returns the A of an agent. The error wraps [ErrNoAgent].
func (c *Crowd[A]) Agent(id world.AgentID) (agent A, err error) {
	row, err := c.core.get(id)
	if err == nil {
		agent = *c.column().at(row)
	}
	return agent, err
}

// Remove removes an agent: everything active is deactivated with the reason Removed, and its gates and squads are
// given back. It returns the errors of the Deactivates; the agent is removed all the same. For an agent that is not
// in the crowd the error wraps [ErrNoAgent].
func (c *Crowd[A]) Remove(id world.AgentID) error { return c.core.remove(id) }

// SetFlags sets and clears DecisionFlags of an agent, from its next tick on. A flag in both is set. The error wraps
// [ErrNoAgent].
func (c *Crowd[A]) SetFlags(id world.AgentID, set, clear decider.DecisionFlags) error {
	return c.core.setFlags(id, set, clear)
}

// Flags returns an agent's DecisionFlags. The error wraps [ErrNoAgent].
func (c *Crowd[A]) Flags(id world.AgentID) (decider.DecisionFlags, error) { return c.core.flagsOf(id) }

// SetRate limits how many times a second an agent is ticked (level of detail); 0 is every frame. It is ticked in the
// first frame at or after each multiple of 1/rate seconds, shifted by its ID so that agents of one rate take turns.
// Context.DT is then the multiple of 1/rate that has passed since its last tick. The error wraps [ErrRate] or
// [ErrNoAgent].
func (c *Crowd[A]) SetRate(id world.AgentID, rate float64) error { return c.core.setRate(id, rate) }

// Stimulate adds a stimulus to an agent's set at once; one sent through the world arrives at its next Advance. The
// error is that of [stimuli.Set.Add], or wraps [ErrNoStimuli] or [ErrNoAgent].
func (c *Crowd[A]) Stimulate(id world.AgentID, s stimuli.Stimulus) error {
	return c.core.stimulateID(id, s)
}

// Stimuli returns an agent's set as of the world's present: stimuli whose time is over are gone. Only read it, and
// only until the next Tick; to add stimuli use Stimulate. The error wraps [ErrNoAgent], or [ErrNoStimuli] in a crowd
// without stimuli.
func (c *Crowd[A]) Stimuli(id world.AgentID) (*stimuli.Set, error) { return c.core.stimuliOf(id) }

// Wake makes an agent be ticked at the next Tick even if it sleeps, after a change that its functions depend on and
// the crowd cannot see. It is seldom needed, since an agent whose functions are called each tick never sleeps. The
// error wraps [ErrNoAgent].
func (c *Crowd[A]) Wake(id world.AgentID) error { return c.core.wakeID(id) }

// View returns a Memory that shows an agent: for tooltips (debugprint.DebugPrintState), why.Now, Status and
// blackboard values, to plug trees into slots, and to Reset the agent or a part of it. Ticking or closing it is
// [decider.ErrInCrowd]. A crowd has one view: it shows this agent until the next call of View, Tick or Remove. The
// error wraps [ErrNoAgent].
func (c *Crowd[A]) View(id world.AgentID) (*decider.Memory[A], error) {
	row, err := c.core.get(id)
	if err != nil {
		return nil, err
	}
	c.core.look(row)
	return c.view, nil
}

// Migrate moves all agents to a changed tree, such as one with patched numbers or a new branch that was initialized
// again. State is carried over by name, like that of [decider.Memory.Migrate]. What is active and cannot stay so is
// deactivated first, with the reason Restored. The Migration lists what was lost, and by how many agents. All agents
// are ticked at the next Tick.
//
// The error is one of New for the tree, or wraps [decider.ErrOtherTree] if the root has another name,
// [world.ErrTicking] or [world.ErrClosed]; then nothing has changed. Otherwise it joins the errors of the
// Deactivates, and the agents are migrated all the same.
func (c *Crowd[A]) Migrate(tree *decider.Tree[A]) (world.Migration, error) {
	view := func() *agent.Agent {
		c.tree, c.view = tree, tree.View(key, c.core.world)
		return c.view.Plain(key)
	}
	return c.core.migrate(tree.Plain(key), view, c.run)
}
