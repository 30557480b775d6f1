package see

import (
	"fmt"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/state"
)

// ValueAt is Memory.ValueAt.
func ValueAt(m *agent.Agent, cursor int) (v state.Value, next int) {
	switch {
	case m == nil || m.Tree == nil || cursor < 0 || m.At != nil:
		return state.Value{}, -1
	case !m.Plugged():
		if cursor >= len(m.Tree.Board.Values) {
			return state.Value{}, -1
		}
		return valueOf(&m.Runner, &m.Tree.Board.Values[cursor]), cursor + 1
	}
	left := cursor
	if !valueAfter(&m.Runner, &left, &v) {
		return state.Value{}, -1
	}
	return v, cursor + 1
}

// valueAfter walks through the values of the tree and of trees plugged into it, skips the first *left of them, and fills
// in the next. It reports whether there is one.
func valueAfter(r *tick.Runner, left *int, found *state.Value) bool {
	for _, p := range r.Tree.Order {
		values := r.Tree.ValuesOf(p)
		for i := range values {
			if !r.Holds(&values[i]) {
				continue
			}
			if *left == 0 {
				*found = valueOf(r, &values[i])
				return true
			}
			*left--
		}
		if pl := r.PluggedAt(p); pl != nil {
			r.Into(pl)
			ok := valueAfter(r, left, found)
			r.Out()
			if ok {
				return true
			}
		}
	}
	return false
}

// valueOf returns a value with its key, its decider and its text.
func valueOf(r *tick.Runner, v *program.Value) state.Value {
	k, f := &r.Tree.Board.Keys[v.Key], &r.Tree.Facts[v.Place]
	shown := state.Value{
		Key: k.Name, Scope: declaration.KeyScope(k.Scope), Decider: f.Label,
		Place: int(v.Place), Tree: r.Tree.Facts[0].Label, Depth: r.Depth + int(f.Depth),
		Active: r.IsActive(v.Place),
	}
	return shown.With(engine.Key{}, k.Append, r.LiveAt(v))
}

// valueTexts returns all values as text, for Inspect.
func valueTexts(r *tick.Runner, base int) map[string]string {
	texts := map[string]string{}
	for i := range r.Tree.Board.Values {
		if !r.Holds(&r.Tree.Board.Values[i]) {
			continue
		}
		v := valueOf(r, &r.Tree.Board.Values[i])
		texts[fmt.Sprintf("%s@%d", v.Key, base+v.Place)] = string(v.AppendText(nil))
	}
	return texts
}
