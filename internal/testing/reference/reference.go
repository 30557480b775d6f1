package reference

import (
	"errors"
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Reference runs one agent by walking the declaration of its tree, as plainly as the rules in docs/SEMANTICS.md read. It
// defines what is correct: the engine must agree with it in every event, status, error and call of user code. It allocates
// freely and is slow; use it in tests only.
//
// Its functions are named after the rules, and numbers in comments such as R5 refer to them.
type Reference[A any] struct {
	own   *treeState[A] // the agent's own tree
	root  *place[A]     // the root of own
	world *world.World
	id    world.AgentID

	shared *ReferenceWorld // used in place of world; nil for none
	crowd  bool            // the agent lives in a crowd of shared

	compiled map[*decider.Decider[A]]*decider.Tree[A] // by declaration, for the trees it knows
	declared map[*decider.Tree[A]]*decider.Decider[A]

	// State that lasts from tick to tick, beside that of trees and places.
	status   behavior.Status
	observer event.Observer
	override map[string]event.Override // by decider, overrides from outside (R2)
	agent    A                         // as last ticked, for Reset and Close
	in       decider.Input
	frame    uint64 // ticks so far
	ticked   bool
	closed   bool

	// State that lasts for one tick.
	level     event.Level
	busy      bool // in a tick, a Reset or the like
	ticking   bool
	deferred  []func() // Reset, Close and the like called from inside, in order (R21)
	masked    map[*place[A]]bool
	renewed   map[*place[A]]bool // Shuffle groups that began a new bag in this tick
	landed    []landing[A]       // Jumps whose target failed in this tick
	entered   []*place[A]        // every entry in turn, for the loop guard
	looped    bool               // the loop guard has ended the tick (R8)
	draws     uint32
	errs      []error
	targeting bool      // a Jump's target is being asked
	unwind    *place[A] // the Jump that is on its way up to the common group
	descent   *place[A] // the Jump that is on its way down to its target

	// Actions in this tick that the world may be told of later.
	soughtGate, soughtSquad map[*place[A]]bool      // places whose gate or squad was asked for
	barred                  map[*place[A]]bool      // places whose gate said no
	filed                   map[gateAndKey]bool     // gates that the agent has claimed in this tick (R33)
	wanted                  map[*place[A]]bool      // places that want their squad since this tick (R33)
	spent                   map[gateAndKey]bool     // grants that were used or are no longer wanted
	quit                    map[*squadInstance]bool // squads that the agent has left
	through                 map[*squadInstance]bool // squads whose barrier the agent has passed

	board *board // of an agent with several memories; else nil

	context behavior.Context[A]
	code    code[A] // the user code that runs
}

// NewReference returns a reference interpreter for one agent of the tree. The tree must be one that
// [decider.InitializeTreeData] accepts; the reference does not check it again. The world may be nil.
//
// Agents of a tree with gates or squads need a [ReferenceWorld]: see [NewReferenceIn].
func NewReference[A any](root *decider.Decider[A], w *world.World, id world.AgentID) (*Reference[A], error) {
	r, err := newReference(root, id)
	if err != nil {
		return nil, err
	}
	r.world = w
	if w != nil {
		if err := w.Join(engine.Key{}, id, nil); err != nil {
			return nil, err
		}
	}
	r.bind(w)
	return r, nil
}

// NewReferenceIn is NewReference for an agent of a ReferenceWorld. An agent of a crowd claims places in gates instead of
// taking them at once, and its actions in a tick take effect when the crowd has ticked, see [ReferenceWorld.CrowdTicked]. Its Context has no World and cannot send; user code calls [ReferenceWorld.Send].
func NewReferenceIn[A any](root *decider.Decider[A], w *ReferenceWorld, id world.AgentID, crowd bool) (*Reference[A], error) {
	r, err := newReference(root, id)
	if err != nil {
		return nil, err
	}
	if err := w.join(id); err != nil {
		return nil, err
	}
	r.shared, r.crowd = w, crowd
	r.bind(nil)
	return r, nil
}

func newReference[A any](root *decider.Decider[A], id world.AgentID) (*Reference[A], error) {
	own, err := newTreeState(root, nil)
	if err != nil {
		return nil, err
	}
	r := &Reference[A]{
		own: own, root: own.root, id: id,
		compiled: map[*decider.Decider[A]]*decider.Tree[A]{},
		declared: map[*decider.Tree[A]]*decider.Decider[A]{},
	}
	r.beginSharing()
	r.context.ID = id
	return r, nil
}

// bind ties the Context to the reference.
func (r *Reference[A]) bind(w *world.World) {
	c := r.context.Plain(engine.Key{})
	c.Host, c.World = host[A]{r}, w
}

// Observe sets the observer of all events from now on; nil for none.
func (r *Reference[A]) Observe(o event.Observer) { r.observer = o }

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
	r.tellAbout(r.root, event.Event{Kind: event.TickStarted, DecisionFlags: in.DecisionFlags, Stimuli: in.Stimuli.Flags()})
	if !r.dissolve() {
		r.walk()
	}
	r.tellAbout(r.root, event.Event{Kind: event.TickFinished, Status: r.status, PathLength: len(r.path())})
	return r.finish(true)
}

// carryOut carries out requests from inside the tick, in order (R21).
func (r *Reference[A]) carryOut() {
	for len(r.deferred) > 0 {
		next := r.deferred[0]
		r.deferred = r.deferred[1:]
		next()
	}
}

// finish ends a tick or a request and returns its errors.
func (r *Reference[A]) finish(ticked bool) error {
	r.carryOut()
	r.settle(ticked)
	r.busy, r.ticking = false, false
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
	r.busy, r.ticking, r.ticked = true, true, true
	r.agent, r.in = agent, in
	r.frame++
	switch {
	case r.world != nil:
		r.world.Listen(engine.Key{}, r.id, in.Stimuli)
	case r.shared != nil:
		r.shared.sets[r.id] = in.Stimuli
	}
	r.context.Agent, r.context.Time, r.context.DT = agent, in.Time, in.DT
	r.context.DecisionFlags, r.context.Stimuli = in.DecisionFlags, in.Stimuli
	r.askLevel()
	r.masked, r.renewed = map[*place[A]]bool{}, map[*place[A]]bool{}
	r.beginSharing()
	for _, t := range r.trees() {
		clear(t.passed)
	}
	r.landed, r.entered, r.errs = nil, nil, nil
	r.draws = 0
	r.targeting, r.looped = false, false
}

// beginSharing clears the shared actions of the tick before.
func (r *Reference[A]) beginSharing() {
	r.soughtGate, r.soughtSquad, r.barred = map[*place[A]]bool{}, map[*place[A]]bool{}, map[*place[A]]bool{}
	r.filed, r.wanted = map[gateAndKey]bool{}, map[*place[A]]bool{}
	r.spent, r.quit, r.through = map[gateAndKey]bool{}, map[*squadInstance]bool{}, map[*squadInstance]bool{}
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
	return r.end(func() { r.close(behavior.Closed) })
}

// Remove is Close for an agent of a crowd that is taken out of it.
func (r *Reference[A]) Remove() error {
	r.unplugNext()
	return r.end(func() { r.close(behavior.Removed) })
}

// unplugNext plans to leave all slots empty, as after a Reset.
func (r *Reference[A]) unplugNext() {
	for _, p := range r.own.places {
		p.next = nil
	}
}

// end ends the agent or resets it, at once or at the end of the tick.
func (r *Reference[A]) end(how func()) error {
	r.deferred = append(r.deferred, how)
	if r.busy {
		return nil
	}
	r.busy, r.errs = true, nil
	if r.crowd {
		r.draws = 0 // a crowd's worker does not keep the count of draws between ticks
	}
	r.askLevel()
	return r.finish(false)
}

// askLevel asks the observer for its level, at the start of a tick or a request.
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

func (r *Reference[A]) close(reason behavior.Reason) {
	if r.closed {
		return
	}
	r.startOver(reason)
	r.closed = true
	switch {
	case r.world != nil:
		r.world.Leave(engine.Key{}, r.id)
	case r.shared != nil:
		r.effect(func() { r.shared.leave(r.id) })
	}
}

func (r *Reference[A]) startOver(reason behavior.Reason) {
	r.takeAllDown(reason)
	r.unplugAll(r.own)
	r.dropShared(r.own, reason)
	r.root.makeNew()
	r.clearValues(reason)
	r.status, r.frame, r.ticked, r.in.Time = 0, 0, false, 0
}
