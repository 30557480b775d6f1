package crowd

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

var key engine.Key

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
	options Options[A]
	world   *world.World
	tree    *decider.Tree[A]
	crews   []engine.Crew[A]
	view    *decider.Memory[A]
	looked  engine.Row[A] // the agent the view is at
	lookRow int           // its row; -1 for none

	rows[A]
	awake  awake
	alarms alarms

	ticking atomic.Bool
	closed  bool
	watcher decider.Observer
	spy     decider.Observer // of tools
	rec     decider.Recorder // nil for none
	ticked  bool             // in frame
	frame   uint64           // of the world, at the last Tick
	team    team[A]
	report  Report
}

// New makes a crowd for agents of a tree in a world. Its errors wrap [ErrOptions], [decider.ErrNilTree],
// [world.ErrNoWorld], [world.ErrClosed], or [world.ErrNameTwice] if the world has another crowd, gate or squad of a
// name.
func New[A any](w *world.World, tree *decider.Tree[A], o Options[A]) (*Crowd[A], error) {
	switch {
	case w == nil:
		return nil, fmt.Errorf("%w: a crowd lives in one", world.ErrNoWorld)
	case tree == nil:
		return nil, decider.ErrNilTree
	case o.Name == "":
		return nil, fmt.Errorf("%w: Name is empty; reports and snapshots go by it", ErrOptions)
	case o.Workers < 1:
		return nil, fmt.Errorf("%w: Workers is %d; it must be 1 or more, runtime.NumCPU() say", ErrOptions, o.Workers)
	case o.StimuliEach < 0:
		return nil, fmt.Errorf("%w: StimuliEach is %d; it must be 0 or more", ErrOptions, o.StimuliEach)
	}
	c := &Crowd[A]{options: o, world: w, tree: tree, lookRow: -1}
	for range o.Workers {
		crew, err := tree.Crew(key, w)
		if err != nil {
			return nil, err
		}
		c.crews = append(c.crews, crew)
	}
	if err := w.Own(key, (*owner[A])(c)); err != nil {
		return nil, err
	}
	c.view = tree.View(key, w)
	c.rows.init(c.crews[0], o.StimuliEach)
	c.team.init(c, o.Workers)
	return c, nil
}

// Name returns the crowd's name.
func (c *Crowd[A]) Name() string { return c.options.Name }

// Tree returns the tree its agents run.
func (c *Crowd[A]) Tree() *decider.Tree[A] { return c.tree }

// Len returns how many agents it has.
func (c *Crowd[A]) Len() int { return c.living }

// Observe has an observer be told, after each Tick, what the agents did in it, in the order of their IDs; nil for
// nobody. ObserveLevel chooses the agents: it is called by all workers at once and must only read. Agents observed at
// level 3 or more are never left out. Everybody is ticked once after Observe, so that the sleeping ones are asked about,
// too; call it again when ObserveLevel changes its mind about one of them. What Remove, the world's Close and a View end
// is told at once.
func (c *Crowd[A]) Observe(o decider.Observer) error {
	if err := c.fit(); err != nil {
		return err
	}
	c.watcher = o
	c.observeBoth()
	return nil
}

// observeBoth has the game's observer told, and the one of tools.
func (c *Crowd[A]) observeBoth() {
	o := decider.Both(key, c.watcher, c.spy)
	for _, crew := range c.crews {
		crew.Observe(o)
	}
	c.view.Observe(o)
	c.each(func(row int) { c.awake.set(row) })
}

// fit reports why the crowd cannot be changed or ticked now.
func (c *Crowd[A]) fit() error {
	switch {
	case c.ticking.Load():
		return fmt.Errorf("%w: crowd %q", world.ErrTicking, c.options.Name)
	case c.closed:
		return fmt.Errorf("%w: crowd %q", world.ErrClosed, c.options.Name)
	}
	return nil
}
