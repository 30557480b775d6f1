package tick

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Host is the Runner as a Context sees it. It is a separate type so that Memory does not get these methods.
type Host Runner

var _ usercode.Host = (*Host)(nil)

func (h *Host) Duration() float64 {
	r := (*Runner)(h)
	if r.Call.asks() && !r.IsActive(r.Running) {
		return 0
	}
	return r.Now() - *r.Start(r.Running)
}

func (h *Host) Reason() uint8 { return uint8(h.reason) }

func (h *Host) DeciderName() string { return h.Instance.Tree.Facts[h.Running].Label.Name }

// DelegateDecide asks the children of the group whose Decide runs, and restores the Context afterwards.
func (h *Host) DelegateDecide() float64 {
	r := (*Runner)(h)
	r.did(tape.Asked)
	p, in, failed, err := r.Running, r.Call, r.FailedIn, r.Context.Err
	if n := &r.Tree.Spots[p]; !n.IsGroup() || !n.Policy.DecidesFirst() {
		return 0
	}
	value := 0.0
	switch in {
	case inDecide:
		value = r.delegate(p).Value
	case inWorth:
		value = r.worthOfChild(p)
	}
	r.Running, r.Call, r.FailedIn, r.Context.Err = p, in, failed, err // what the children have failed with is theirs
	r.Context.BehaviorFlags = uint64(r.Tree.Codes[p].Flags)
	return value
}

func (h *Host) Fail(err error) {
	r := (*Runner)(h)
	if r.Call.asks() {
		r.FailedIn = r.Running
	}
	r.didFail(err)
	r.report(r.Running, r.Call, err)
}

func (h *Host) Draw() uint64 {
	r := (*Runner)(h)
	r.did(tape.Drew)
	return r.draw(h.Running)
}

// Squad returns the squad instance and role of the decider whose code runs; zeros outside of a squad.
func (h *Host) Squad() (instance uint64, role uint8) {
	r := (*Runner)(h)
	if m := r.SquadAt(r.Running); m != nil && m.State == program.Member {
		return m.Instance, uint8(m.Role)
	}
	return 0, 0
}

func (h *Host) Tree() any { return h.Instance.Tree }

// draw returns the next random bits of this tick, for place p.
func (r *Runner) draw(p program.Place) uint64 {
	r.Stirred = true
	return engine.Draw(r.Env.Seed(), uint64(r.Context.ID), r.FrameNumber(), uint32(p), r.nextDraw())
}

// Plug checks the request and queues it for the end of the tick, as ResetBelow does.
func (h *Host) Plug(slot, tree any) error {
	r := (*Runner)(h)
	s, _ := slot.(*plain.Slot)
	t, _ := tree.(*program.Tree)
	o, err := r.Plan(s, t)
	if err == nil {
		r.Request(o)
	}
	return err
}

func (h *Host) ResetBelow(name string) error {
	r := (*Runner)(h)
	o, err := r.PlanReset(name)
	if err == nil {
		r.Request(o)
	}
	return err
}

// Value finds a blackboard value for the decider whose code runs. The key adds its name to the error.
func (h *Host) Value(id uint32) (unsafe.Pointer, error) {
	r := (*Runner)(h)
	b := &r.Tree.Board
	row := b.Find(id)
	switch {
	case row == nil || row.Scope == usercode.AgentScope:
		if p := r.AgentValue(row, id); p != nil {
			return p, nil
		}
		return nil, r.Undeclared(r.Tree.Facts[r.Running].Label.Name)
	case row.Scope == usercode.TreeScope:
		return r.ValueAt(&b.Values[row.Value]), nil
	}
	if v := b.Nearest(row.Key, r.Running); v >= 0 {
		return r.ValueAt(&b.Values[v]), nil
	}
	return nil, r.outOfScope(row.Key)
}

// outOfScope returns the error for a key of scope Decider that another part of the tree declares.
func (r *Runner) outOfScope(key int32) error {
	e := &event.KeyError{Decider: r.Tree.Facts[r.Running].Label.Name, Remedy: "list it in Keys of this decider or of one above it"}
	for v := range r.Tree.Board.Values {
		if r.Tree.Board.Values[v].Key == key {
			e.Detail = fmt.Sprintf("its scope is Decider, and %s, which declares it, is not above", r.Tree.Path(r.Tree.Board.Values[v].Place))
			break
		}
	}
	return e
}
