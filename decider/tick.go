package decider

import (
	"errors"
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
)

// Input is what an agent is ticked with, besides itself.
type Input struct {
	Time, DT      float64       // seconds: now, and since the last tick. Time never goes back; DT is 0 or more
	DecisionFlags DecisionFlags // the game's switches over deciders
	Stimuli       *stimuli.Set  // the agent's; nil for none. Update it before the tick
}

// TickBehaviorTree decides and acts for one agent, once a frame: from the root down, what is more important
// than what runs may interrupt it; then the behavior that runs is ticked.
//
// Errors before the tick (a nil or foreign memory, a time that is NaN, infinite or runs backwards, ticking
// from inside a tick, a closed memory) change nothing. Errors of user code are joined [*TickError]s; a panic
// among them has taken down this agent's path, and everything else has gone on. See the sentinels of this
// package.
//
// It allocates nothing. Agents of one tree may be ticked at the same time by different goroutines, each with
// its own memory.
func TickBehaviorTree[A any](m *Memory[A], agent A, in Input) (err error) {
	if m == nil {
		return ErrNilMemory
	}
	if err := m.debug.enter(); err != nil {
		return err
	}
	if m.phase != idle || m.self != &m.runner || m.viewing || !(in.DT >= 0 && in.DT <= math.MaxFloat64) ||
		!(in.Time >= m.time && in.Time <= math.MaxFloat64) {
		m.debug.leave()
		return m.refusal(in)
	}
	m.phase = ticking
	h := m.header()
	m.time, m.dt = in.Time, in.DT
	m.tickCount++
	m.flags = in.DecisionFlags
	c := &m.context
	c.Agent, c.Time, c.DT, c.DecisionFlags = agent, in.Time, in.DT, in.DecisionFlags
	if c.Stimuli != in.Stimuli {
		m.listen(in.Stimuli)
	}
	defer func() {
		if m.phase == ticking { // only a panic gets here in the middle of a tick
			if m.letPanics {
				m.leaveBroken()
			} else {
				err = m.contain(recover())
			}
		}
	}()
	if m.seen {
		m.beginSeen()
	}
	if leaf := h.leaf; leaf == nowhere || m.level|m.aside > 0 || h.open {
		m.tickWhole(h)
	} else if q := &m.tree.quicks[leaf]; q.mergeable && q.shut(in.DecisionFlags, in.Stimuli.Flags()) || m.walkQuick(h, q) {
		n := &m.tree.nodes[leaf]
		m.running, m.call = leaf, inTick
		c.BehaviorFlags = n.behaviorFlags
		st := behavior.Running
		if n.tick != nil {
			st = m.gave(n.tick(c))
		} else if n.tickBlock != nil {
			st = m.gave(n.tickBlock(c, m.blockOf(leaf)))
		}
		if st != behavior.Running {
			m.leaveQuick(h)
			m.settle(leaf, m.checked(st))
		}
	}
	if m.wants != 0 {
		err = m.finish()
	} else {
		m.phase = idle
	}
	m.debug.leave()
	return err
}

// Tick is [TickBehaviorTree] for games that keep trees and memories in separate places: it refuses a memory
// made for another tree, with an error wrapping [ErrOtherTree].
func (t *Tree[A]) Tick(m *Memory[A], agent A, in Input) error {
	if t == nil {
		return ErrNilTree
	}
	if made := m.Tree(); made != nil && made != t {
		return fmt.Errorf("%w: this is %v, the memory's is %v", ErrOtherTree, t.infos[0].label, made.infos[0].label)
	}
	return TickBehaviorTree(m, agent, in)
}

// refusal tells why a memory cannot be ticked so.
func (m *Memory[A]) refusal(in Input) error {
	switch {
	case m.self == nil:
		return ErrNoTree
	case m.self != &m.runner:
		return errCopied
	case m.viewing:
		return ErrInCrowd
	case m.phase == ticking:
		return ErrReentrant
	case m.phase == closed:
		return ErrClosed
	case m.phase == refused:
		return m.refuse
	case !(in.DT >= 0 && in.DT <= math.MaxFloat64):
		return fmt.Errorf("%w: DT is %v; it must be finite, 0 or more", ErrTime, in.DT)
	case in.Time < m.time && !math.IsInf(in.Time, -1):
		return fmt.Errorf("%w: Time is %v after %v; it must not run backwards; Reset the memory to start over", ErrTime, in.Time, m.time)
	}
	return fmt.Errorf("%w: Time is %v; it must be finite", ErrTime, in.Time)
}

// listen takes another stimuli set, and has the world deliver to it.
func (r *runner[A]) listen(set *stimuli.Set) {
	r.context.Stimuli = set
	if r.world != nil {
		r.world.Listen(key, r.context.ID, set)
	}
}

// tickWhole is a tick that may change the path, or that is observed: everything the quick way is not.
func (r *runner[A]) tickWhole(h *header) {
	if r.heldTo != nil {
		r.obeyHolds()
	}
	if r.level >= 3 {
		r.tellStart()
	}
	if h.open {
		r.attend()
	}
	r.clearAway()
	r.leaveQuick(h)
	if h.up {
		r.settle(0, r.visit(0))
	} else {
		r.settle(0, r.enter(0))
	}
	if r.level >= 3 {
		r.tellFinish()
	}
}

// settle takes the status of p, which was visited, up the path as far as it ends groups, and ends the tick.
func (r *runner[A]) settle(p place, st behavior.Status) {
	h := r.header()
	for p != 0 && st != behavior.Running {
		p = r.tree.nodes[p].parent
		st = r.react(p, st)
	}
	switch st {
	case behavior.Running: // endedEarly has noted the leaf
	case aborted:
		r.abort()
		st = behavior.Failure
	default:
		r.leave(0, reasonOf(st))
	}
	h.state = uint8(st)
}

// beginSeen begins a tick that is observed or recorded.
func (r *runner[A]) beginSeen() {
	if r.observer != nil {
		r.askLevel()
	}
	if r.recording != nil {
		r.beginTake(0)
	}
}

// finish does what the tick still has to do, ends it and returns its errors.
func (r *runner[A]) finish() error {
	if r.wants == wantTape { // mostly there is nothing else
		r.wants, r.phase = 0, idle
		r.endTake()
		return nil
	}
	if r.wants&wantOps != 0 {
		r.carryOut()
	}
	if r.wants&wantShared != 0 {
		r.settleShared()
	}
	if r.viewing {
		r.putRow()
	}
	r.tidyAll(r.wants)
	r.phase = idle
	if r.wants&wantClosed != 0 {
		r.phase = closed
		if r.world != nil && !r.crowd {
			r.world.Leave(key, r.context.ID)
		}
	}
	r.endTake()
	return r.takeErrors()
}

// tidyAll tidies the scratch of a tree and of all that are plugged into it.
func (in *instance[A]) tidyAll(w wants) {
	in.tidy(w)
	for _, pl := range in.plugs {
		if pl != nil {
			pl.tidyAll(w)
		}
	}
}

// takeErrors returns the errors so far, joined, and forgets them and whatever else was wanted.
func (r *runner[A]) takeErrors() error {
	errs := r.errs
	r.wants, r.errs, r.failedIn = 0, nil, nowhere
	switch len(errs) {
	case 0:
		return nil
	case 1:
		return errs[0]
	}
	return errors.Join(errs...)
}
