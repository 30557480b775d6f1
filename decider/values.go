package decider

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// KeyError tells that a blackboard value was asked for where it is not to be had. It wraps [ErrKey]. In a tick
// it is the user code's error, as by Context.Fail.
type KeyError struct {
	Key     string // its name
	Decider string // whose code asked for it; "" where that was outside of the tree
	Detail  string // why there is none
	Remedy  string // what to do
}

func (e *KeyError) Error() string {
	at := ""
	if e.Decider != "" {
		at = " in " + e.Decider
	}
	return fmt.Sprintf("%v: %q%s: %s; %s", ErrKey, e.Key, at, e.Detail, e.Remedy)
}

func (e *KeyError) Unwrap() error { return ErrKey }

// Value finds a blackboard value for the decider whose code runs. Its errors lack the key's name, which the
// key adds.
func (h *host[A]) Value(id uint32) (unsafe.Pointer, error) {
	r := (*runner[A])(h)
	b := &r.tree.board
	row := b.find(id)
	switch {
	case row == nil || row.scope == engine.AgentScope:
		if p := r.agentValue(row, id); p != nil {
			return p, nil
		}
		return nil, r.undeclared(r.tree.infos[r.running].label.Name)
	case row.scope == engine.TreeScope:
		return r.valueAt(&b.values[row.value]), nil
	}
	if v := b.nearest(row.key, r.running); v >= 0 {
		return r.valueAt(&b.values[v]), nil
	}
	return nil, r.outOfScope(row.key)
}

// agentValue finds a value of scope Agent, which is the same whatever tree of the agent asks: it lies with the
// agent's own tree; nil where that has none. row is what the tree the walk is in knows of the key, if anything.
func (r *runner[A]) agentValue(row *keyRow, id uint32) unsafe.Pointer {
	own := r.outermost()
	if own != &r.instance {
		row = own.tree.board.find(id)
	}
	if row == nil || row.scope != engine.AgentScope {
		return nil
	}
	return own.valueAt(&own.tree.board.values[row.value])
}

// undeclared is the error for a key that the tree does not have.
func (in *instance[A]) undeclared(decider string) error {
	return &KeyError{Decider: decider, Detail: fmt.Sprintf("no decider of the tree %v declares it", in.tree.infos[0].label),
		Remedy: "list it in Keys, best those of the root"}
}

// outOfScope is the error for a key of scope Decider that is declared elsewhere.
func (r *runner[A]) outOfScope(key int32) error {
	e := &KeyError{Decider: r.tree.infos[r.running].label.Name, Remedy: "list it in Keys of this decider or of one above it"}
	for v := range r.tree.board.values {
		if r.tree.board.values[v].key == key {
			e.Detail = fmt.Sprintf("its scope is Decider, and %s, which declares it, is not above", r.tree.path(r.tree.board.values[v].place))
			break
		}
	}
	return e
}

// valueAt is where a value lies.
func (in *instance[A]) valueAt(v *value) unsafe.Pointer {
	if v.boxed {
		return in.valueBoxes[v.at]
	}
	return unsafe.Add(in.base, v.at)
}

// makeValueBoxes allocates the values that have pointers.
func (in *instance[A]) makeValueBoxes() {
	b := &in.tree.board
	in.valueBoxes = make([]unsafe.Pointer, 0, b.boxes)
	for i := range b.values {
		if v := &b.values[i]; v.boxed { // in the order of their boxes
			in.valueBoxes = append(in.valueBoxes, b.keys[v.key].Block.New())
		}
	}
}

// clearKeys makes the values that have pointers as new; the others are cleared with the agent's bytes.
func (r *runner[A]) clearKeys() {
	b := &r.tree.board
	for i := range b.values {
		if v := &b.values[i]; v.boxed {
			b.keys[v.key].Block.Clear(r.valueBoxes[v.at])
		}
	}
}

// clearKeysBelow makes the values as new that belong to p and the deciders below it: those of scope Decider.
func (r *runner[A]) clearKeysBelow(p place) {
	b := &r.tree.board
	for i := range b.values {
		v := &b.values[i]
		block := &b.keys[v.key].Block
		if b.keys[v.key].Scope == engine.DeciderScope && block.Size > 0 && (v.place == p || r.tree.toward(p, v.place) != nowhere) {
			block.Clear(r.valueAt(v))
		}
	}
}

// copyValueBoxes keeps the values that have pointers as they are now, and returns what puts them back.
func (in *instance[A]) copyValueBoxes() (restore func()) {
	b := &in.tree.board
	if b.boxes == 0 {
		return func() {}
	}
	copies := make([]unsafe.Pointer, b.boxes)
	each := func(f func(block *engine.Block, at uint32)) {
		for i := range b.values {
			if v := &b.values[i]; v.boxed {
				f(&b.keys[v.key].Block, v.at)
			}
		}
	}
	each(func(block *engine.Block, at uint32) {
		copies[at] = block.New()
		block.Copy(copies[at], in.valueBoxes[at])
	})
	return func() {
		each(func(block *engine.Block, at uint32) { block.Copy(in.valueBoxes[at], copies[at]) })
	}
}

// Engine is for the packages of this module: the memory as code outside of its tree sees it; nil for one that
// NewMemory did not make.
func (m *Memory[A]) Engine(engine.Key) engine.Host {
	if m == nil || m.tree == nil || m.self != &m.runner {
		return nil
	}
	return outside[A]{(*host[A])(&m.runner)}
}

// outside is the host that a Memory is for code that is in no decider: where no decider runs, only the values of
// scope Agent and Tree can be meant. A pointer in size, so that making one does not allocate.
type outside[A any] struct{ *host[A] }

// maxOutside is how many errors of code outside are kept for the next tick.
const maxOutside = 8

func (o outside[A]) Value(id uint32) (unsafe.Pointer, error) {
	own := (*runner[A])(o.host).outermost()
	row := own.tree.board.find(id)
	switch {
	case row == nil:
		return nil, own.undeclared("")
	case row.scope == engine.DeciderScope:
		return nil, &KeyError{Detail: "its scope is Decider, and outside of the tree no decider runs that could see it",
			Remedy: "give it the scope Tree or Agent, or look at it with Memory.ValueAt"}
	}
	return own.valueAt(&own.tree.board.values[row.value]), nil
}

// Fail keeps an error for the next tick to return; in a tick it is the running code's.
func (o outside[A]) Fail(err error) {
	r := (*runner[A])(o.host)
	switch {
	case r.phase == ticking:
		o.host.Fail(err)
	case r.phase == idle && len(r.errs) < maxOutside:
		r.wants |= wantReport
		r.errs = append(r.errs, &TickError{Agent: r.context.ID, Time: r.toldTime(), Path: r.tree.infos[0].label.Name, Call: "code outside", Err: err})
	}
}
