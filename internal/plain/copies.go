package plain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/declaration"
)

// Unfold replaces each Copy by deciders of its own, so that nothing behind it knows of Copies (RULES R36). It does not
// write to the declaration. What is wrong with a Copy becomes a flaw of the decider, which [Validate] reports with its path.
// Such a decider keeps its Copy.
func Unfold(root *Decider) *Decider {
	if !copies(root, map[*Decider]bool{}) {
		return root
	}
	u := &unfolding{open: map[*Decider]bool{}}
	places := stands(root, map[*Decider]int{})
	u.full = places > declaration.MaxPlaces
	root = u.decider(root, &scope{made: map[*Decider]*Decider{}})
	for _, j := range u.jumps {
		j.decider.Jump = j.scope.find(j.decider.Jump)
	}
	if u.full {
		root.flaw(tooManyPlaces(places))
	}
	return root
}

// stands returns for how many places d stands, at most countless: copies of copies multiply, so they are counted before they
// are made. What contains itself counts once, since it is a fault of its own.
func stands(d *Decider, seen map[*Decider]int) int {
	if d == nil || seen[d] > 0 {
		return seen[d]
	}
	seen[d] = 1
	n := 1
	if d.Copy != nil && !d.holds() {
		n = stands(d.Copy, seen)
	} else {
		for _, child := range d.Children {
			n = min(n+stands(child, seen), countless)
		}
	}
	seen[d] = n
	return n
}

// copies reports whether there is a Copy at or below d.
func copies(d *Decider, seen map[*Decider]bool) bool {
	if d == nil || seen[d] {
		return false
	}
	seen[d] = true
	return d.Copy != nil || slices.ContainsFunc(d.Children, func(child *Decider) bool { return copies(child, seen) })
}

// unfolding makes the deciders of one tree.
type unfolding struct {
	open  map[*Decider]bool // declarations that are being followed, to find cycles
	jumps []scopedJump
	full  bool // there are too many places, so that nothing is copied
}

type scopedJump struct {
	decider *Decider
	scope   *scope
}

// scope is one copy, or the whole tree.
type scope struct {
	outer  *scope                // nil for the whole tree
	name   string                // of the copy
	prefix string                // of the names below it
	made   map[*Decider]*Decider // by declaration: a shared decider stays shared within a copy
	names  map[string]string     // by the name that a declaration inside uses; nil for the whole tree
}

// find returns the name of a Jump's target: that of a decider of the copy or, if it has none of that name, of what is around it.
func (s *scope) find(target string) string {
	for ; s != nil; s = s.outer {
		if name, ok := s.names[target]; ok {
			return name
		}
	}
	return target
}

// decider makes the decider of a declaration in a scope.
func (u *unfolding) decider(d *Decider, s *scope) *Decider {
	if d == nil || s.made[d] != nil {
		return s.made[d]
	}
	made := *d
	s.made[d] = &made
	if s.outer != nil {
		made.Name = s.prefix + d.Name
		made.Within = s.name
	}
	for around := s; around.outer != nil; around = around.outer {
		around.names[strings.TrimPrefix(made.Name, around.prefix)] = made.Name
	}
	u.contents(&made, d, s)
	return &made
}

// contents makes what stands below a declaration, or fills in what its Copy stands for.
func (u *unfolding) contents(made, d *Decider, s *scope) {
	u.open[d] = true
	defer delete(u.open, d)
	of := d.Copy
	switch {
	case of == nil:
		made.Copy = nil
		if d.Jump != "" {
			u.jumps = append(u.jumps, scopedJump{made, s})
		}
		fallthrough
	case d.holds(): // Validate reports what stands beside the Copy
		made.Children = make([]*Decider, len(d.Children))
		for i, child := range d.Children {
			made.Children[i] = u.decider(child, s)
		}
	case u.open[of]:
		made.flaw(declaration.Cycle, fmt.Sprintf("its Copy leads back to %q, which contains it", of.Name), "copy a part that does not contain it; a Jump can lead to another branch")
	case u.full:
	default:
		made.lay(of)
		u.contents(made, of, &scope{
			outer: s, name: made.Name, prefix: s.prefix + d.Name + "/",
			made: map[*Decider]*Decider{of: made}, names: map[string]string{of.Name: made.Name},
		})
	}
}

// holds reports whether a decider has contents of its own.
func (d *Decider) holds() bool {
	return d.Behavior != nil || d.DBlock != nil || len(d.Children) > 0 || d.Jump != "" || d.Slot != nil
}

// flaw notes something wrong with the decider's Copy.
func (d *Decider) flaw(code declaration.Code, detail, remedy string) {
	d.Flaws = append(d.Flaws, declaration.Fault{Code: code, Detail: detail, Remedy: remedy})
}
