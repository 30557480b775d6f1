package treefile

import (
	"cmp"
	"fmt"
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

// This file makes a declared decider of a node.

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
			l.unknown(spot{w.at, n.path, fmt.Sprintf("keys[%d]", i)}, "key", w.text, namesIn(l.known.keys), "add it to the Registry's Keys")
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
		l.unknown(n.spot("shared"), "decider", n.Shared, namesIn(in.deciders), "")
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
		l.unknown(n.spot(field), nouns[field], name, namesIn(among), otherwise)
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
	if d := cmp.Or(l.known.declarations[n.Copy], in.deciders[n.Copy]); d != nil {
		return d
	}
	l.unknown(n.spot("copy"), "declaration", n.Copy, append(namesIn(l.parts), namesIn(l.known.declarations)...), "declare it in declarations, or add it to the Registry")
	return nil
}

// runner returns n's behavior.
func (l *loading) runner(n *node) *runner {
	u := n.Behavior
	if u == nil {
		return nil
	}
	at := n.spot("behavior")
	is, several := u.stock()
	if several || is != notStock && u.Given != nil {
		l.add(at, ErrField, "a behavior is one of wait, succeed, fail, and a name", "remove the others")
	}
	if is != notStock {
		r := &runner{thing: thing{name: u.Name}, stock: is}
		if u.Wait != nil {
			r.seconds = *u.Wait
		}
		return r
	}
	if u.Name == "" {
		l.add(at, ErrField, "the behavior has no name", `write "name"`)
		return nil
	}
	b := l.known.behaviors[u.Name]
	if b == nil {
		l.unknown(at, "behavior", u.Name, namesIn(l.known.behaviors), "add it to the Registry's Behaviors")
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

// stock returns which stock behavior it is, and whether it is several.
func (u *use) stock() (is stock, several bool) {
	for s, said := range []bool{stockWait: u.Wait != nil, stockSucceed: u.Succeed, stockFail: u.Fail} {
		if said {
			is, several = stock(s), several || is != notStock
		}
	}
	return is, several
}

// options returns n's options.
func (l *loading) options(n *node) (all decider.Options) {
	names := optionNames()
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

// optionNames are the names of the options, by bit.
func optionNames() (names []string) {
	for o := decider.Options(1); o&declaration.AllOptions != 0; o <<= 1 {
		names = append(names, o.String())
	}
	return names
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
