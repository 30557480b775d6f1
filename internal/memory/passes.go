package memory

import (
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/world"
)

// FindPass returns a pass for the gate and key in the given state, from this tree or one plugged into it, or nil. With
// earlier it skips passes claimed in this tick.
func (in *Instance) FindPass(g *world.Gate, k uint64, state program.PassState, earlier bool) *program.Pass {
	for i := range in.Tree.Gates {
		if in.Tree.Gates[i].Gate != g {
			continue
		}
		if ps := in.Pass(in.Tree.Gates[i].Place); ps.State == state && ps.Key == k && !(earlier && ps.Fresh) {
			return ps
		}
	}
	for _, pl := range in.Plugs {
		if pl != nil {
			if ps := pl.FindPass(g, k, state, earlier); ps != nil {
				return ps
			}
		}
	}
	return nil
}

// InSquad reports whether a place of this tree, or of one plugged into it, wants the squad or is a member of it.
func (in *Instance) InSquad(s *world.Squad, k uint64) bool {
	for i := range in.Tree.Squads {
		if in.Tree.Squads[i].Squad != s {
			continue
		}
		if m := in.Membership(in.Tree.Squads[i].Place); m.State != program.NoMember && m.Key == k {
			return true
		}
	}
	for _, pl := range in.Plugs {
		if pl != nil && pl.InSquad(s, k) {
			return true
		}
	}
	return false
}
