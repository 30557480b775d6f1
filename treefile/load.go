package treefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
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
	tree   *part
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
	l.tree = l.index(doc.Tree)
	for _, n := range doc.Declarations {
		if n != nil && l.parts[n.Name].nodes[n.Name] == n {
			l.contents(l.parts[n.Name], n)
		}
	}
	if len(doc.Tree.Shared) > 0 {
		l.add(spot{doc.Tree.at, "", "tree"}, ErrField, "the root cannot be another place of a decider", "write the decider itself")
		return nil
	}
	root := l.contents(l.tree, doc.Tree)
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
	l.gates, l.squads, l.slots = map[string]*world.Gate{}, map[string]*world.Squad{}, maps.Clone(l.known.slots)
	for _, g := range l.known.gates {
		l.gates[g.Name] = g
	}
	for _, s := range l.known.squads {
		l.squads[s.Name] = s
	}
	seen := map[string]bool{}
	first := func(at int, what, name string) bool {
		if seen[what+name] {
			l.twice(at, "", what, name)
			return false
		}
		seen[what+name] = true
		return true
	}
	differs := func(at int, what, name string) {
		l.add(spot{at: at}, ErrTwice, fmt.Sprintf("the game has another %s %s, with other numbers", what, short(name)), "take the numbers of the game, or choose another name; in a game that runs they cannot change")
	}
	for _, f := range doc.Gates {
		if f == nil || !first(f.at, "gate", f.Name) {
			continue
		}
		g := world.Gate{Name: f.Name, Max: f.Max, Cooldown: f.Cooldown, AgentCooldown: f.AgentCooldown}
		made := cmp.Or(l.gates[f.Name], l.known.madeGates[f.Name])
		if made == nil {
			made = &g
			l.known.madeGates[f.Name] = made
		} else if *made != g {
			differs(f.at, "gate", f.Name)
		}
		l.gates[f.Name] = made
	}
	for _, f := range doc.Squads {
		if f == nil || !first(f.at, "squad", f.Name) {
			continue
		}
		s := world.Squad{Name: f.Name, Agents: f.Agents, KeepOthers: f.KeepOthers}
		for i, role := range f.Roles {
			if role < 0 || role > 255 {
				l.add(spot{f.fields["roles"], "", fmt.Sprintf("squads.roles[%d]", i)}, ErrField, fmt.Sprintf("%d is not a role", role), "write a number from 1 to 255")
				continue
			}
			s.Roles = append(s.Roles, world.Role(role))
		}
		made := cmp.Or(l.squads[f.Name], l.known.madeSquads[f.Name])
		if made == nil {
			made = &s
			l.known.madeSquads[f.Name] = made
		} else if made.Agents != s.Agents || made.KeepOthers != s.KeepOthers || !slices.Equal(made.Roles, s.Roles) {
			differs(f.at, "squad", f.Name)
		}
		l.squads[f.Name] = made
	}
	for _, f := range doc.Slots {
		if f == nil || !first(f.at, "slot", f.Name) {
			continue
		}
		if made := l.slots[f.Name]; made == nil {
			l.slots[f.Name] = &place{thing{f.Name, nil}, f.Reserve}
		} else if made.reserve != f.Reserve {
			differs(f.at, "slot", f.Name)
		}
	}
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

// contents makes a decider.
func (l *loading) contents(in *part, n *node) *declared {
	if n.Shared != "" {
		return l.shared(in, n)
	}
	d := in.deciders[n.Name]
	if in.nodes[n.Name] != n {
		d = &declared{name: n.Name}
	}
	n.made = d
	d.options = l.options(n)
	if c := n.DecisionFlags; c != nil {
		set := func(list []word, field string) decider.DecisionFlags {
			return decider.DecisionFlags(l.bits(l.known.names.Decision, n, "decisionFlags."+field, list))
		}
		d.decisionFlags = decider.Check{All: set(c.All, "all"), Any: set(c.Any, "any"), None: set(c.None, "none"), NotAll: set(c.NotAll, "notAll")}
	}
	if c := n.StimuliFlags; c != nil {
		set := func(list []word, field string) stimuli.StimuliFlags {
			return stimuli.StimuliFlags(l.bits(l.known.names.Stimuli, n, "stimuliFlags."+field, list))
		}
		d.stimuliFlags = stimuli.Check{All: set(c.All, "all"), Any: set(c.Any, "any"), None: set(c.None, "none"), NotAll: set(c.NotAll, "notAll")}
	}
	d.behaviorFlags = behavior.BehaviorFlags(l.bits(l.known.names.Behavior, n, "behaviorFlags", n.BehaviorFlags))
	d.role, d.cooldown, d.every, d.weight, d.margin = world.Role(n.Role), n.Cooldown, n.Every, n.Weight, n.Margin
	d.succeedAt, d.failAt, d.jump = n.SucceedAt, n.FailAt, n.Jump
	d.decide = l.function(n, "decide", decides, n.Decide)
	d.squadKey = l.function(n, "squadKey", keyFuncs, n.SquadKey)
	d.gateKey = l.function(n, "gateKey", keyFuncs, n.GateKey)
	d.canPlay = l.function(n, "canPlay", canPlays, n.CanPlay)
	d.squad = named(l, n, "squad", n.Squad, l.squads, "declare it in squads, or add it to the Registry")
	d.gate = named(l, n, "gate", n.Gate, l.gates, "declare it in gates, or add it to the Registry")
	d.slot = named(l, n, "slot", n.Slot, l.slots, "declare it in slots, or add it to the Registry")
	if dblock := named(l, n, "dblock", n.DBlock, l.known.dblocks, "add it to the Registry's DBlocks"); dblock != nil {
		d.dblock = &thing{n.DBlock, dblock}
	}
	for i, w := range n.Keys {
		key := l.known.keys[w.text]
		if key == nil {
			l.unknown(spot{w.at, n.path, fmt.Sprintf("keys[%d]", i)}, "key", w.text, slices.Sorted(maps.Keys(l.known.keys)), "add it to the Registry's Keys")
			continue
		}
		d.keys = append(d.keys, key)
	}
	d.policy = enum[decider.Policy](l, n, "policy", n.Policy)
	if m := n.Modifiers; m != nil {
		d.modifiers = decider.Modifiers{Repeat: int(m.Repeat), Timeout: m.Timeout, Limit: m.Limit,
			Until: enum[decider.Until](l, n, "modifiers.until", m.Until), Outcome: enum[decider.Outcome](l, n, "modifiers.outcome", m.Outcome)}
	}
	d.behavior = l.runner(n)
	d.copy = l.copied(in, n)
	for _, child := range n.Children {
		if child != nil {
			d.children = append(d.children, l.contents(in, child))
		}
	}
	return d
}

// spot is the position of a field of n.
func (n *node) spot(field string) spot {
	at := spot{n.at, n.path, field}
	top, _, _ := strings.Cut(field, ".")
	if value, ok := n.fields[top]; ok {
		at.at = value
	}
	return at
}

// shared returns the decider that n is another place of.
func (l *loading) shared(in *part, n *node) *declared {
	if len(n.fields) > 1 {
		l.add(n.spot("shared"), ErrField, "beside shared nothing may stand", "change the decider itself, or make it a copy")
	}
	d := in.deciders[n.Shared]
	if d == nil {
		l.unknown(n.spot("shared"), "decider", n.Shared, slices.Collect(maps.Keys(in.deciders)), "")
		return &declared{name: n.Shared, broken: true}
	}
	return d
}

// function returns the function of a name.
func (l *loading) function(n *node, field string, kind function, name string) any {
	return named(l, n, field, name, l.known.functions[kind], fmt.Sprintf("add it to the Registry's %v", kind))
}

// nouns are what fields name, in words.
var nouns = map[string]string{
	"decide": "function", "squadKey": "function", "gateKey": "function", "canPlay": "function",
	"squad": "squad", "gate": "gate", "slot": "slot", "dblock": "DBlock",
	"policy": "policy", "modifiers.until": "Until", "modifiers.outcome": "Outcome",
}

// named returns what a field names, and reports a name that nothing has.
func named[T any](l *loading, n *node, field, name string, among map[string]T, otherwise string) (it T) {
	if name == "" {
		if at, ok := n.fields[field]; ok && !slices.Contains(l.offs, at) {
			l.add(n.spot(field), ErrField, "the name is empty", "write a name, or remove the field")
		}
		return it
	}
	it, ok := among[name]
	if !ok {
		l.unknown(n.spot(field), nouns[field], name, slices.Sorted(maps.Keys(among)), otherwise)
	}
	return it
}

// copied returns the decider that n is a copy of: a declaration of the file or of the Registry, or a decider of the same tree.
func (l *loading) copied(in *part, n *node) *declared {
	if n.Copy == "" {
		return nil
	}
	if p := l.parts[n.Copy]; p != nil {
		return p.deciders[n.Copy]
	}
	if d := l.known.declaration(n.Copy); d != nil {
		return d
	}
	if d := in.deciders[n.Copy]; d != nil {
		return d
	}
	var names []string
	for name := range l.parts {
		names = append(names, name)
	}
	for _, d := range l.known.declarations {
		names = append(names, d.name)
	}
	l.unknown(n.spot("copy"), "declaration", n.Copy, names, "declare it in declarations, or add it to the Registry")
	return nil
}

// runner returns n's behavior.
func (l *loading) runner(n *node) *runner {
	u := n.Behavior
	if u == nil {
		return nil
	}
	at := n.spot("behavior")
	said := 0
	r := &runner{}
	for s, is := range map[stock]bool{stockWait: u.Wait != nil, stockSucceed: u.Succeed, stockFail: u.Fail} {
		if is {
			said++
			r.stock, r.name = s, u.Name
		}
	}
	switch {
	case said > 1 || said == 1 && u.Given != nil:
		l.add(at, ErrField, "a behavior is one of wait, succeed, fail, and a name", "remove the others")
		return r
	case said == 1:
		if u.Wait != nil {
			r.seconds = *u.Wait
		}
		return r
	}
	b := l.known.behavior(u.Name)
	if u.Name == "" {
		l.add(at, ErrField, "the behavior has no name", `write "name"`)
		return nil
	}
	if b == nil {
		l.unknown(at, "behavior", u.Name, l.known.behaviorNames(), "add it to the Registry's Behaviors")
		return nil
	}
	if u.Given == nil {
		return b
	}
	g, ok := b.it.(interface {
		With(engine.Key, func(reflect.Value)) any
	})
	if !ok {
		l.add(at, ErrField, fmt.Sprintf("the behavior %s takes no parameter", short(u.Name)), "remove given, or put a *behavior.Given into the Registry's Behaviors")
		return b
	}
	with := *b
	with.it = g.With(engine.Key{}, func(into reflect.Value) {
		d := decoder{l.report, n.path}
		d.decode(u.Given.read, into, "behavior.given")
	})
	return &with
}

// options returns n's options.
func (l *loading) options(n *node) (all decider.Options) {
	var names []string
	for o := decider.Options(1); o&declaration.AllOptions != 0; o <<= 1 {
		names = append(names, o.String())
	}
	for i, w := range n.Options {
		bit := slices.Index(names, w.text)
		if bit < 0 {
			l.unknown(spot{w.at, n.path, fmt.Sprintf("options[%d]", i)}, "option", w.text, names, "")
			continue
		}
		all |= 1 << bit
	}
	return all
}

// enum returns the constant of a name, the first for none.
func enum[T interface {
	~uint8
	fmt.Stringer
}](l *loading, n *node, field, name string) T {
	if name == "" {
		return 0
	}
	names := enumNames[T]()
	at := slices.Index(names, name)
	if at < 0 {
		l.unknown(n.spot(field), nouns[field], name, names, "")
		return 0
	}
	return T(at)
}

// enumNames returns the names of an enumeration that stringer has made.
func enumNames[T interface {
	~uint8
	fmt.Stringer
}]() (names []string) {
	for i := range 256 {
		name := T(i).String()
		if strings.Contains(name, "(") {
			break
		}
		names = append(names, name)
	}
	return names
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
