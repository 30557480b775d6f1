package agent

import (
	"unsafe"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Blackboard returns the blackboard for code outside the tree, or nil if NewMemory did not make the memory or it is in its pool.
func (m *Agent) Blackboard() usercode.Blackboard {
	if m == nil || m.Tree == nil || m.Phase == tick.Pooled || m.Self != &m.Runner && !m.Viewing() {
		return nil
	}
	return outside{&m.Runner}
}

// EditValue calls edit with the bytes of a value of the agent's own tree, by its number; nil for a value with pointers.
func (m *Agent) EditValue(value int, edit func([]byte) error) error {
	if err := m.CheckUsable(); err != nil {
		return err
	}
	own := m.Outermost()
	v := &own.Tree.Board.Values[value]
	if v.Boxed {
		return edit(nil)
	}
	return edit(unsafe.Slice((*byte)(own.LiveAt(v)), own.Tree.Board.Keys[v.Key].Block.Size))
}

// outside is the blackboard for code that runs in no decider, which sees the values of scope Agent and Tree only. It has
// the size of a pointer, so that making one does not allocate.
type outside struct{ *tick.Runner }

// maxOutside limits the errors of code outside the tree that are kept for the next tick.
const maxOutside = 8

// Value returns the value of a key of scope Agent or Tree.
func (o outside) Value(id uint32) (unsafe.Pointer, error) {
	own := o.Outermost()
	row := own.Tree.Board.Find(id)
	switch {
	case row == nil:
		return nil, own.Undeclared("")
	case row.Scope == usercode.DeciderScope:
		return nil, &event.KeyError{Detail: "its scope is Decider, and code outside the tree runs in no decider",
			Remedy: "give it the scope Tree or Agent, or read it with Memory.ValueAt"}
	}
	return own.LiveAt(&own.Tree.Board.Values[row.Value]), nil
}

// Keep returns the value: only Contexts made by hand keep values.
func (o outside) Keep(_ uint32, value unsafe.Pointer) unsafe.Pointer { return value }

// Fail records an error: during a tick as one of the running code, otherwise for the next tick to return.
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
