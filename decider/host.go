package decider

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
)

// host is the runner as a Context sees it, a type of its own so that these methods are not Memory's.
type host[A any] runner[A]

var _ engine.Host = (*host[struct{}])(nil)

func (h *host[A]) Duration() float64 {
	r := (*runner[A])(h)
	if (r.call == inDecide || r.call == inWorth) && !r.isActive(r.running) {
		return 0
	}
	return r.now() - *r.start(r.running)
}

func (h *host[A]) Reason() uint8 { return uint8(h.reason) }

func (h *host[A]) DeciderName() string { return h.tree.infos[h.running].label.Name }

// DelegateDecide asks the children of the group whose Decide is running. The Context is afterwards as it was.
func (h *host[A]) DelegateDecide() float64 {
	r := (*runner[A])(h)
	r.did(tape.Asked)
	p, in, failed := r.running, r.call, r.failedIn
	if n := &r.tree.nodes[p]; !n.isGroup() || !n.policy.decidesFirst() {
		return 0
	}
	value := 0.0
	switch in {
	case inDecide:
		value = r.delegate(p).value
	case inWorth:
		value = r.worthOfChild(p)
	}
	r.running, r.call, r.failedIn = p, in, failed
	r.context.BehaviorFlags = r.tree.nodes[p].behaviorFlags
	return value
}

func (h *host[A]) Fail(err error) {
	r := (*runner[A])(h)
	if r.call == inDecide || r.call == inWorth {
		r.failedIn = r.running
	}
	r.didFail(err)
	r.report(r.running, r.call, err)
}

func (h *host[A]) Draw() uint64 {
	r := (*runner[A])(h)
	r.did(tape.Drew)
	return r.draw(h.running)
}

// Squad is what the decider whose code runs stands in.
func (h *host[A]) Squad() (instance uint64, role uint8) {
	r := (*runner[A])(h)
	if m := r.squadAt(r.running); m != nil && m.state == member {
		return m.instance, uint8(m.role)
	}
	return 0, 0
}

func (h *host[A]) Tree() any { return h.tree }

// draw returns the next random bits of this tick, for place p.
func (r *runner[A]) draw(p place) uint64 {
	if tick := r.tickCount; r.drawnIn != tick {
		r.drawnIn, r.draws = tick, 0
	}
	r.stirred = true
	n := r.draws
	r.draws++
	return engine.Draw(r.seed(), uint64(r.context.ID), r.frameNumber(), uint32(p), n)
}

// Plug and ResetBelow wait for the end of the tick.
func (h *host[A]) Plug(slot, tree any) error {
	r := (*runner[A])(h)
	s, _ := slot.(*Slot[A])
	t, _ := tree.(*Tree[A])
	o, err := r.plan(s, t)
	if err == nil {
		r.request(o)
	}
	return err
}

func (h *host[A]) ResetBelow(name string) error {
	r := (*runner[A])(h)
	o, err := r.planReset(name)
	if err == nil {
		r.request(o)
	}
	return err
}
