package randomtree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

var idle = behavior.Behavior[*Subject]{Name: "IDLE"}

// Changed returns an edited copy of a tree: children are removed, moved, renamed and reordered, policies and behaviors
// replaced.
func Changed(s Source, root *decider.Decider[*Subject]) *decider.Decider[*Subject] {
	copies := map[*subjectDecider]*subjectDecider{}
	var behaviors []*subjectDecider
	var clone func(*subjectDecider) *subjectDecider
	clone = func(d *subjectDecider) *subjectDecider {
		if c, ok := copies[d]; ok {
			return c
		}
		c := *d
		copies[d] = &c
		if c.Behavior != nil && len(c.Children) == 0 {
			behaviors = append(behaviors, &c)
		}
		c.Children = nil
		for _, child := range d.Children {
			c.Children = append(c.Children, clone(child))
		}
		if d.Copy != nil {
			c.Copy = clone(d.Copy)
		}
		return &c
	}
	made := clone(root)
	var all []*subjectDecider
	for _, c := range copies {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *subjectDecider) int { return strings.Compare(a.Name, b.Name) })
	for range 1 + s.Choose(12) {
		d := all[s.Choose(len(all))]
		n := len(d.Children)
		switch k := s.Choose(9); {
		case k == 0 && n > 1:
			d.Children = slices.Delete(d.Children, 0, 1)
		case k == 1 && n > 1:
			i := s.Choose(n)
			d.Children = append(slices.Delete(slices.Clone(d.Children), i, i+1), d.Children[i])
		case k == 2 && n > 0:
			d.Policy = decider.Policy(s.Choose(int(decider.Concurrent) + 1))
			d.SucceedAt, d.FailAt, d.Margin = 0, 0, 0
			d.Options &^= decider.RejectedFails
		case k == 3 && d != made:
			d.Name += "X"
		case k == 4:
			d.Cooldown, d.Every, d.Modifiers.Limit = 0, 0, 0
		case k == 5 && len(behaviors) > 0:
			behaviors[s.Choose(len(behaviors))].Behavior = behaviors[s.Choose(len(behaviors))].Behavior
		case k == 6 && n > 0:
			d.Children = append(decider.Children[*Subject]{{Name: fmt.Sprintf("NEW%d", s.Choose(1000)), DecisionFlags: decider.Check{All: 8}, Behavior: &idle}}, d.Children...)
		case k == 7 && n > 0:
			i := s.Choose(n)
			group := &subjectDecider{Name: fmt.Sprintf("GROUP%d", s.Choose(1000)), Children: decider.Children[*Subject]{d.Children[i]}}
			d.Children = slices.Clone(d.Children)
			d.Children[i] = group
		case k == 8 && n == 0 && d.Decide != nil && d.Modifiers.Repeat == 0 && d.Modifiers.Timeout == 0:
			d.Behavior = nil // which makes it a condition leaf
		}
	}
	return made
}
