package treefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/world"
)

// This file makes declarations of a file: names become the things that they name.

// loading is the loading of one file.
type loading struct {
	*report
	known *known

	gates  map[string]*world.Gate
	squads map[string]*world.Squad
	slots  map[string]*place
	parts  map[string]*part // the file's declarations, by name
	nodes  []*node
	wheres map[string]*node // by the path that faults have; those of declarations have a path of their own
}

// part is the tree of a file, or one of its declarations. Its deciders have names of their own.
type part struct {
	deciders map[string]*declared // by name, made before their contents
	nodes    map[string]*node
}

// load makes the declaration. It returns nil if the file has no tree, and else one that has everything that is right.
func (l *loading) load(text []byte) *declared {
	v, ok := l.parse(text)
	if !ok {
		return nil
	}
	var doc document
	d := decoder{report: l.report}
	d.decode(v, reflect.ValueOf(&doc).Elem(), "")
	if v.kind != isObject {
		return nil
	}
	if doc.Version != Version && doc.fields["version"] > 0 {
		if doc.Version > Version {
			l.errors, l.offs = nil, nil // a later version has fields that this one does not know
			l.add(spot{at: doc.fields["version"], field: "version"}, ErrVersion, fmt.Sprintf("the file has version %d of the form, this release reads up to %d", doc.Version, Version), "use the release that wrote it, or a later one")
			return nil
		}
		l.add(spot{at: doc.fields["version"], field: "version"}, ErrVersion, fmt.Sprintf("there is no version %d", doc.Version), fmt.Sprintf("write %d", Version))
	} else if doc.fields["version"] == 0 {
		l.add(spot{at: doc.at}, ErrField, "the file has no version", fmt.Sprintf(`write "version": %d`, Version))
	}
	if doc.Tree == nil {
		l.add(spot{at: doc.at}, ErrField, "the file has no tree", `write the root as "tree"`)
		return nil
	}
	if n := count(append(slices.Clone(doc.Declarations), doc.Tree)); n > declaration.MaxPlaces {
		l.add(spot{at: doc.at}, ErrLimit, fmt.Sprintf("the file has %d deciders, more than %d", n, declaration.MaxPlaces), "divide it into several trees, plugged into slots")
		return nil
	}
	l.things(&doc)
	l.wheres = map[string]*node{}
	l.parts = map[string]*part{}
	for _, n := range doc.Declarations {
		if n == nil {
			continue
		}
		if l.parts[n.Name] != nil {
			l.twice(n.at, n.path, "declaration", n.Name)
			continue
		}
		l.parts[n.Name] = l.index(n)
	}
	tree := l.index(doc.Tree)
	for _, n := range doc.Declarations {
		if n != nil && l.parts[n.Name].nodes[n.Name] == n {
			l.contents(l.parts[n.Name], n)
		}
	}
	if len(doc.Tree.Shared) > 0 {
		l.add(spot{doc.Tree.at, "", "tree"}, ErrField, "the root cannot be another place of a decider", "write the decider itself")
		return nil
	}
	root := l.contents(tree, doc.Tree)
	wrong := map[string]bool{}
	for _, e := range l.errors {
		wrong[e.Path] = true
	}
	for _, n := range l.nodes {
		if n.made != nil && wrong[n.path] {
			n.made.broken = true
		}
	}
	return root
}

// count returns the number of nodes.
func count(nodes []*node) (n int) {
	for _, one := range nodes {
		if one != nil {
			n += 1 + count(one.Children)
		}
	}
	return n
}

// things finds or makes the gates, squads and slots that the file declares.
func (l *loading) things(doc *document) {
	l.gates, l.squads, l.slots = maps.Clone(l.known.gates), maps.Clone(l.known.squads), maps.Clone(l.known.slots)
	seen := map[string]bool{}
	for _, f := range doc.Gates {
		if f != nil && l.first(seen, f.at, "gate", f.Name) {
			g := &world.Gate{Name: f.Name, Max: f.Max, Cooldown: f.Cooldown, AgentCooldown: f.AgentCooldown}
			once(l, f.at, "gate", f.Name, g, l.gates, l.known.madeGates, func(other *world.Gate) bool { return *other == *g })
		}
	}
	for _, f := range doc.Squads {
		if f != nil && l.first(seen, f.at, "squad", f.Name) {
			s := &world.Squad{Name: f.Name, Agents: f.Agents, Roles: l.roles(f), KeepOthers: f.KeepOthers}
			once(l, f.at, "squad", f.Name, s, l.squads, l.known.madeSquads, func(other *world.Squad) bool {
				return other.Agents == s.Agents && other.KeepOthers == s.KeepOthers && slices.Equal(other.Roles, s.Roles)
			})
		}
	}
	for _, f := range doc.Slots {
		if f != nil && l.first(seen, f.at, "slot", f.Name) {
			s := &place{thing{f.Name, nil}, f.Reserve}
			once(l, f.at, "slot", f.Name, s, l.slots, l.known.madeSlots, func(other *place) bool { return other.reserve == s.reserve })
		}
	}
}

// first reports whether the file has not declared a thing before.
func (l *loading) first(seen map[string]bool, at int, what, name string) bool {
	if seen[what+name] {
		l.twice(at, "", what, name)
		return false
	}
	seen[what+name] = true
	return true
}

// once makes a thing of a file known: one of the Registry, or one that was made for a file, if there is one of the name. That
// must be the same.
func once[T any](l *loading, at int, what, name string, it *T, known, made map[string]*T, same func(*T) bool) {
	had := cmp.Or(known[name], made[name])
	switch {
	case had == nil:
		made[name], had = it, it
	case !same(had):
		l.add(spot{at: at}, ErrTwice, fmt.Sprintf("the game has another %s %s, with other numbers", what, short(name)), "take the numbers of the game, or choose another name; in a game that runs they cannot change")
	}
	known[name] = had
}

// roles returns a squad's roles.
func (l *loading) roles(f *squad) (roles []world.Role) {
	for i, role := range f.Roles {
		if role < 0 || role > math.MaxUint8 {
			l.add(spot{f.fields["roles"], "", fmt.Sprintf("squads.roles[%d]", i)}, ErrField, fmt.Sprintf("%d is not a role", role), "write a number from 1 to 255")
			continue
		}
		roles = append(roles, world.Role(role))
	}
	return roles
}

func (l *loading) twice(at int, path, what, name string) {
	l.add(spot{at: at, path: path}, ErrTwice, fmt.Sprintf("there are two %ss called %s", what, short(name)), "rename one")
}

// index makes a part's deciders without contents, so that they can be named before they stand in the file.
func (l *loading) index(root *node) *part {
	p := &part{map[string]*declared{}, map[string]*node{}}
	var walk func(n *node)
	walk = func(n *node) {
		switch {
		case n == nil:
			return
		case n.Shared != "":
		case p.deciders[n.Name] == nil:
			p.deciders[n.Name], p.nodes[n.Name] = &declared{name: n.Name}, n
		} // two of one name are the fault NameTwice
		l.nodes, l.wheres[n.path] = append(l.nodes, n), cmp.Or(l.wheres[n.path], n)
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(root)
	return p
}

// faults reports what decider.InitializeTreeData has found.
func (l *loading) faults(err error) {
	var all declaration.Faults
	if !errors.As(err, &all) {
		l.add(spot{}, fmt.Errorf("%w: %w", ErrTree, err), err.Error(), "")
		return
	}
	for _, f := range all {
		n := l.where(f.Path)
		at := spot{path: f.Path}
		if n != nil {
			at.at = n.at
		}
		l.add(at, fmt.Errorf("%w: %w", ErrTree, f), f.Code.String()+": "+f.Detail, f.Remedy)
	}
}

// where returns the node of a path, or of the longest part of it that the file has: what a copy has below it stands elsewhere.
func (l *loading) where(path string) *node {
	for path != "" {
		if n := l.wheres[path]; n != nil {
			return n
		}
		path = path[:max(strings.LastIndex(path, " > "), 0)]
	}
	return nil
}
