package decidertest

import (
	"errors"
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Reference runs one agent through a tree by walking the declaration itself, as plainly as the rules in
// docs/SEMANTICS.md read. It is the definition of correct: the engine must agree with it in every event,
// status, error and user call. It allocates freely and is slow; use it in tests only.
//
// The names of its functions and the numbers in comments (R5) are those of the rules.
type Reference[A any] struct {
	own   *planted[A] // the agent's own tree
	root  *place[A]   // of that
	world *world.World
	id    world.AgentID

	compiled map[*decider.Decider[A]]*decider.Tree[A] // by declaration, of the trees it knows
	declared map[*decider.Tree[A]]*decider.Decider[A]

	// What lasts from tick to tick, beside what the trees and places hold.
	status   behavior.Status
	observer decider.Observer
	agent    A // as last ticked, for Reset and Close
	in       decider.Input
	frame    uint64 // ticks so far
	ticked   bool
	closed   bool

	// What lasts for one tick.
	level     decider.Level
	busy      bool
	deferred  []func() // Reset, Close and the like called from inside, in order (R21)
	masked    map[*place[A]]bool
	landed    []landing[A] // jump targets that ended in this tick
	entered   []*place[A]  // every entry in turn, for the loop guard
	looped    bool         // the loop guard has ended the tick (R8)
	draws     uint32
	errs      []error
	targeting bool      // a Jump's target is being asked
	unwind    *place[A] // the Jump that is on its way up to the common group
	descent   *place[A] // the Jump that is on its way down to its target

	context behavior.Context[A]
	code    code[A] // the user code that runs
}

// NewReference makes a reference interpreter for one agent of the tree. The tree must be one that
// [decider.InitializeTreeData] accepts; the reference does not check it again. A nil world will do.
func NewReference[A any](root *decider.Decider[A], w *world.World, id world.AgentID) (*Reference[A], error) {
	own, err := plant(root, nil)
	if err != nil {
		return nil, err
	}
	r := &Reference[A]{
		own: own, root: own.root, world: w, id: id,
		compiled: map[*decider.Decider[A]]*decider.Tree[A]{},
		declared: map[*decider.Tree[A]]*decider.Decider[A]{},
	}
	if w != nil {
		if err := w.Join(engine.Key{}, id); err != nil {
			return nil, err
		}
	}
	r.context.ID = id
	r.context.Bind(engine.Key{}, host[A]{r}, w)
	return r, nil
}

// Observe lets an observer see what happens from now on; nil for none.
func (r *Reference[A]) Observe(o decider.Observer) { r.observer = o }

// Tick runs one tick, as [decider.TickBehaviorTree] does.
func (r *Reference[A]) Tick(agent A, in decider.Input) error {
	switch {
	case r.busy:
		return decider.ErrReentrant // R21
	case r.closed:
		return decider.ErrClosed
	}
	if err := r.checkInput(in); err != nil {
		return err
	}
	r.startTick(agent, in)
	r.tellAbout(r.root, decider.Event{Kind: decider.TickStarted, DecisionFlags: in.DecisionFlags, Stimuli: in.Stimuli.Flags()})
	r.walk()
	r.tellAbout(r.root, decider.Event{Kind: decider.TickFinished, Status: r.status, PathLength: len(r.path())})
	return r.finish()
}

// finish does what was asked for from inside, in order (R21), and returns the errors.
func (r *Reference[A]) finish() error {
	for len(r.deferred) > 0 {
		next := r.deferred[0]
		r.deferred = r.deferred[1:]
		next()
	}
	r.busy = false
	return errors.Join(r.errs...)
}

// checkInput is R22: a bad time is an error and changes nothing.
func (r *Reference[A]) checkInput(in decider.Input) error {
	switch {
	case !(in.DT >= 0) || math.IsInf(in.DT, 0):
		return fmt.Errorf("%w: DT is %v", decider.ErrTime, in.DT)
	case math.IsNaN(in.Time) || math.IsInf(in.Time, 0):
		return fmt.Errorf("%w: Time is %v", decider.ErrTime, in.Time)
	case r.ticked && in.Time < r.in.Time:
		return fmt.Errorf("%w: Time goes back from %v to %v", decider.ErrTime, r.in.Time, in.Time)
	}
	return nil
}

func (r *Reference[A]) startTick(agent A, in decider.Input) {
	r.busy, r.ticked = true, true
	r.agent, r.in = agent, in
	r.frame++
	if r.world != nil {
		r.world.Listen(engine.Key{}, r.id, in.Stimuli)
	}
	r.context.Agent, r.context.Time, r.context.DT = agent, in.Time, in.DT
	r.context.DecisionFlags, r.context.Stimuli = in.DecisionFlags, in.Stimuli
	r.askLevel()
	r.masked = map[*place[A]]bool{}
	for _, t := range r.trees() {
		clear(t.passed)
	}
	r.landed, r.entered, r.errs = nil, nil, nil
	r.draws = 0
	r.targeting, r.looped = false, false
}

// walk is the tick from the root down (R1), ended early by a panic of user code (R20) or the loop guard (R8).
func (r *Reference[A]) walk() {
	panicked := r.guarded(func() {
		if r.root.active {
			r.status = r.visit(r.root)
		} else {
			r.status = r.enter(r.root, nil)
		}
		if done(r.status) {
			r.leave(r.root, finishing(r.status)) // R6: at the root, no path this frame
		}
	})
	switch {
	case panicked:
		r.fail(behavior.Panicked)
	case r.looped:
		r.fail(behavior.Cancelled)
	}
}

// fail ends a tick in which something went wrong.
func (r *Reference[A]) fail(reason behavior.Reason) {
	r.status = behavior.Failure
	r.takeAllDown(reason)
}

// Reset takes everything down and makes the agent as new. Called from inside a tick it takes effect at the
// tick's end.
func (r *Reference[A]) Reset() error {
	if r.closed {
		return decider.ErrClosed
	}
	r.unplugNext()
	return r.end(r.reset)
}

// Close takes everything down for good. Called from inside a tick it takes effect at the tick's end.
func (r *Reference[A]) Close() error {
	r.unplugNext()
	return r.end(r.close)
}

// unplugNext is what will have become of the slots when the agent was reset.
func (r *Reference[A]) unplugNext() {
	for _, p := range r.own.places {
		p.next = nil
	}
}

func (r *Reference[A]) end(how func()) error {
	r.deferred = append(r.deferred, how)
	if r.busy {
		return nil
	}
	r.busy, r.errs = true, nil
	r.askLevel()
	return r.finish()
}

// askLevel asks the observer how much it wants, at the start of a tick, a Reset and the like.
func (r *Reference[A]) askLevel() {
	r.level = 0
	if r.observer != nil {
		r.level = r.observer.ObserveLevel(r.id)
	}
}

func (r *Reference[A]) reset() {
	if !r.closed {
		r.startOver(behavior.Reset)
	}
}

func (r *Reference[A]) close() {
	if r.closed {
		return
	}
	r.startOver(behavior.Closed)
	r.closed = true
	if r.world != nil {
		r.world.Listen(engine.Key{}, r.id, nil)
	}
}

func (r *Reference[A]) startOver(reason behavior.Reason) {
	r.takeAllDown(reason)
	r.unplugAll(r.own)
	r.root.makeNew()
	clear(r.own.values)
	r.status, r.frame, r.ticked, r.in.Time = 0, 0, false, 0
}
