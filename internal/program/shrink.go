package program

import "slices"

// shrink is the end of compiling: equal rows of tables are stored once, and tables take what they need.
func (c *compiler) shrink() {
	t := c.tree
	conditions, groups, modifiers, parts := numbering{}, numbering{}, numbering{}, numbering{}
	for p := range t.refs { // a row moves to an earlier index, or stays
		r := &t.refs[p]
		r.condition = conditions.of(t.conditions[p])
		t.conditions[r.condition] = t.conditions[p]
		r.group = groups.of(t.groups[p])
		t.groups[r.group] = t.groups[p]
		r.modifiers = modifiers.of(t.modifiers[p])
		t.modifiers[r.modifiers] = t.modifiers[p]
		t.partAt[p] = parts.of(t.parts[p])
		t.parts[t.partAt[p]] = t.parts[p]
	}
	t.conditions, t.groups = slices.Clone(t.conditions[:len(conditions)]), slices.Clone(t.groups[:len(groups)])
	t.modifiers, t.parts = slices.Clone(t.modifiers[:len(modifiers)]), slices.Clone(t.parts[:len(parts)])
	t.Spots, t.Asks, t.Codes, t.Facts = slices.Clone(t.Spots), slices.Clone(t.Asks), slices.Clone(t.Codes), slices.Clone(t.Facts)
	t.refs, t.partAt, t.Order, t.steps = slices.Clone(t.refs), slices.Clone(t.partAt), slices.Clone(t.Order), slices.Clone(t.steps)
}

// numbering numbers the distinct rows of a table.
type numbering map[any]Place

// of returns the number of a row; equal rows have the same one.
func (n numbering) of(row any) Place {
	at, known := n[row]
	if !known {
		at = Place(len(n))
		n[row] = at
	}
	return at
}
