package agent

import (
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Blackboard is the memory as code outside of its tree sees it; nil for one that NewMemory did not make.
func (m *Agent) Blackboard() usercode.Blackboard {
	if m == nil || m.Tree == nil || m.Self != &m.Runner && !m.Viewing {
		return nil
	}
	return outside{&m.Runner}
}

// outside is an agent for code that is in no decider: where no decider runs, only the values of scope Agent and Tree
// can be meant. A pointer in size, so that making one does not allocate.
type outside struct{ *tick.Runner }

// maxOutside is how many errors of code outside are kept for the next tick.
const maxOutside = 8

func (o outside) Value(id uint32) (unsafe.Pointer, error) {
	own := o.Outermost()
	row := own.Tree.Board.Find(id)
	switch {
	case row == nil:
		return nil, own.Undeclared("")
	case row.Scope == usercode.DeciderScope:
		return nil, &event.KeyError{Detail: "its scope is Decider, and outside of the tree no decider runs that could see it",
			Remedy: "give it the scope Tree or Agent, or look at it with Memory.ValueAt"}
	}
	return own.ValueAt(&own.Tree.Board.Values[row.Value]), nil
}

// Keep is for Contexts made by hand.
func (o outside) Keep(_ uint32, value unsafe.Pointer) unsafe.Pointer { return value }

// Fail keeps an error for the next tick to return; in a tick it is the running code's.
func (o outside) Fail(err error) {
	r := o.Runner
	switch {
	case r.Phase == tick.Ticking:
		(*tick.Host)(r).Fail(err)
	case r.Phase == tick.Idle && len(r.Late().Errs) < maxOutside:
		r.Wants |= memory.WantReport
		r.Backlog.Errs = append(r.Backlog.Errs, &event.TickError{Agent: r.Context.ID, Time: r.ToldTime(), Path: r.Tree.Facts[0].Label.Name, Call: "code outside", Err: err})
	}
}
