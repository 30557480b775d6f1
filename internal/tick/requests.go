package tick

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
)

// This file ends or exchanges parts of an agent from outside a walk: Reset, Close, ResetBelow, Plug and Unplug. Calls
// by the agent's own code are queued for the end of its tick (RULES R21).

// Op is one such request.
type Op struct {
	Kind  OpKind
	Name  string       // of the decider to be reset below
	Index int          // of the slot that gets plugged
	In    *memory.Plug // the plugged tree that has the slot; nil for the agent's own tree
	Plug  *memory.Plug // to be put into the slot; nil to empty it
}

// OpKind is the kind of an Op.
type OpKind uint8

const (
	OpReset OpKind = iota
	OpClose
	OpRemove // from its crowd
	OpResetBelow
	OpExchange
	OpClear // take down what a panic that was let through has left active
)

// Request queues a request for the end of the tick.
func (r *Runner) Request(o Op) {
	r.didRequest(&o)
	late := r.Late()
	late.ops = append(late.ops, o)
	r.Wants |= memory.WantOps
	if r.Outermost().Header().Open {
		r.Wants |= memory.WantShared
	}
	switch {
	case o.Kind == OpReset, o.Kind == OpClose, o.Kind == OpRemove:
		clear(r.Outermost().Plans)
	case o.Kind == OpExchange && o.In == nil:
		r.Outermost().Plans[o.Index] = o.Plug
	case o.Kind == OpExchange:
		o.In.Plans[o.Index] = o.Plug
	}
}

// carryOut does what was asked for, in order. What is being done asks for more at times. When the agent is gone nothing more
// is done: its memory is the next agent's.
func (r *Runner) carryOut() {
	r.Phase = Ticking
	r.Header().Leaf = program.Nowhere // the path may change
	r.ClearAway()
	late := r.Late()
	late.doing = true
	for gone := false; len(late.ops) > 0 && !gone; {
		o := late.ops[0] // it stays there until it is done: a Deactivate may end the goroutine, and then it is done again
		switch o.Kind {
		case OpReset, OpClose, OpRemove:
			r.startOver(o.Kind)
			gone = o.Kind != OpReset
		case OpClear: // it is done
		case OpResetBelow:
			for !r.TakingDown(func() { r.resetBelow(o.Name) }) {
			}
		default:
			for !r.TakingDown(func() { r.exchangePlug(o) }) { // a Deactivate that panics is not called again
			}
		}
		late.ops = late.ops[:copy(late.ops, late.ops[1:])]
	}
	r.dropOps()
}

// dropOps drops the requests that are not carried out.
func (r *Runner) dropOps() {
	if late := r.Backlog; late != nil {
		clear(late.ops[:cap(late.ops)])
		late.ops, late.doing = late.ops[:0], false
	}
	r.DropPlans()
}

// startOver carries out Reset, Close and Remove.
func (r *Runner) startOver(kind OpKind) {
	reason := behavior.Reset
	switch kind {
	case OpClose:
		reason = behavior.Closed
	case OpRemove:
		reason = behavior.Removed
	}
	r.tearDown(reason)
	r.unplugAll()
	r.DropShared(reason)
	if kind == OpClose {
		r.LeaveBoard() // its values stay for the agent's other memories
	}
	r.ClearMemory()
	r.Stirred = true
	r.Met = r.Met || r.Ticks > 0
	if !r.InCrowd { // a crowd uses the world's clock
		r.StartClock()
	}
	if kind == OpClose {
		r.Wants |= memory.WantClosed
	}
}

// PlanReset checks that a decider of that name exists, and returns the request to reset below it.
func (r *Runner) PlanReset(name string) (Op, error) {
	if !r.Knows(name) {
		return Op{}, fmt.Errorf("%w: %q", refusal.ErrNoDecider, name)
	}
	return Op{Kind: OpResetBelow, Name: name}, nil
}

// Knows reports whether a tree of the agent has a decider of that name.
func (r *Runner) Knows(name string) bool { return r.Outermost().Knows(name) }

// resetBelow resets every place of a decider.
func (r *Runner) resetBelow(name string) {
	r.Each(func() {
		for p := r.Tree.Named(name, 0); p != program.Nowhere; p = r.Tree.Named(name, p+1) {
			r.resetPlace(p)
		}
	})
}

// resetPlace resets p and all below it; in a group whose children begin together, the whole group.
func (r *Runner) resetPlace(p program.Place) {
	nodes := r.Tree.Spots
	for nodes[p].Parent != program.Nowhere && nodes[nodes[p].Parent].Policy.SideBySide() {
		p = nodes[p].Parent
	}
	if r.IsActive(p) {
		r.TearBack(p, behavior.Reset)
	}
	r.makeNew(p)
}

// TearBack takes the active place p down and leaves its group without an active child. A group that runs its children
// in order continues with p.
func (r *Runner) TearBack(p program.Place, reason behavior.Reason) {
	group := r.Tree.Spots[p].Parent
	r.tear(p, reason)
	if group == program.Nowhere {
		return
	}
	f, n := r.Frame(group), &r.Tree.Spots[group]
	f.State &^= program.HasPending
	switch i := p - n.First; n.Policy {
	case declaration.Sequential, declaration.SequentialLooping, declaration.Sequence, declaration.Selector:
		f.Cursor = i
	case declaration.OneOff:
		r.Spent(group).Unset(int(i))
	}
}

// makeNew clears the state that p and everything below it keep while they are not active.
func (r *Runner) makeNew(p program.Place) {
	r.forgetBelow(p)
	r.ClearKeysBelow(p)
}

// forgetBelow is makeNew without blackboard values.
func (r *Runner) forgetBelow(p program.Place) {
	n := &r.Tree.Spots[p]
	for _, offset := range []uint32{r.Tree.PartsOf(p).Every, n.Cooldown} {
		if offset != 0 {
			*r.Due(offset) = memory.Never
		}
	}
	if r.Tree.PartsOf(p).Count != 0 {
		*r.Count(r.Tree.PartsOf(p).Count) = 0
	}
	if r.Tree.PartsOf(p).Bag != 0 {
		r.Bag(p).Fill(int(n.Last - n.First))
	}
	if r.Tree.PartsOf(p).Monitor >= 0 {
		r.MonitorBits().Unset(r.Tree.PartsOf(p).Monitor)
		r.MonitorBits().Unset(r.Tree.PartsOf(p).Monitor + 1)
	}
	if pl := r.PluggedAt(p); pl != nil {
		r.Into(pl)
		r.makeNew(0)
		r.Out()
	}
	for q := n.First; q < n.Last; q++ {
		r.forgetBelow(q)
	}
}
