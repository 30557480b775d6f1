package treefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// This file makes files of declarations: things become their names.

// saving is the saving of one declaration.
type saving struct {
	*report
	known *known
	doc   document
	parts map[*declared]bool // declarations of the file
	in    map[*declared]bool // deciders of the tree or declaration that is being written, so far
	names map[string]bool    // of these

	declared map[string]bool // gates, squads and slots of the file, by what they are and their names
}

// save returns the file's text.
func (s *saving) save(root *declared) []byte {
	s.doc.Version = Version
	s.parts, s.declared = map[*declared]bool{}, map[string]bool{}
	if root == nil {
		s.add(spot{}, ErrUnsaid, "there is no declaration", "pass the root")
		return nil
	}
	s.doc.Tree = s.part(root)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(&s.doc); err != nil && len(s.errors) == 0 {
		s.add(spot{}, fmt.Errorf("%w: %w", ErrUnsaid, err), err.Error(), "")
	}
	return b.Bytes()
}

// part writes a tree or a declaration, whose deciders have names of their own.
func (s *saving) part(root *declared) *node {
	in, names := s.in, s.names
	defer func() { s.in, s.names = in, names }()
	s.in, s.names = map[*declared]bool{}, map[string]bool{}
	return s.decider(root, "")
}

func (s *saving) unsaid(path, field, detail, remedy string) {
	s.add(spot{at: len(s.errors), path: path, field: field}, ErrUnsaid, detail, remedy)
}

// decider writes a decider, or the name of one that was written.
func (s *saving) decider(d *declared, above string) *node {
	if d == nil {
		s.unsaid(above, "children", "a child is nil", "remove it")
		return nil
	}
	if s.in[d] {
		return &node{Shared: d.name}
	}
	path := join(above, d.name)
	if s.names[d.name] {
		s.unsaid(path, "name", "another decider is called "+short(d.name), "rename one")
	}
	s.in[d], s.names[d.name] = true, true
	n := &node{
		Name: d.name, Role: uint8(d.role), Cooldown: d.cooldown, Every: d.every, Weight: d.weight, Margin: d.margin,
		SucceedAt: d.succeedAt, FailAt: d.failAt, Jump: d.jump,
		DecisionFlags: s.check(s.known.names.Decision, uint64(d.decisionFlags.All), uint64(d.decisionFlags.Any), uint64(d.decisionFlags.None), uint64(d.decisionFlags.NotAll)),
		StimuliFlags:  s.check(s.known.names.Stimuli, uint64(d.stimuliFlags.All), uint64(d.stimuliFlags.Any), uint64(d.stimuliFlags.None), uint64(d.stimuliFlags.NotAll)),
		BehaviorFlags: flags(s.known.names.Behavior, uint64(d.behaviorFlags)),
		Decide:        s.function(path, "decide", decides, d.decide),
		SquadKey:      s.function(path, "squadKey", keyFuncs, d.squadKey),
		GateKey:       s.function(path, "gateKey", keyFuncs, d.gateKey),
		CanPlay:       s.function(path, "canPlay", canPlays, d.canPlay),
		Gate:          s.gate(path, d.gate), Squad: s.squad(path, d.squad), Slot: s.slot(path, d.slot),
	}
	for _, number := range []struct {
		field string
		it    float64
	}{{"cooldown", d.cooldown}, {"every", d.every}, {"weight", d.weight}, {"margin", d.margin}, {"modifiers.timeout", d.modifiers.Timeout}} {
		if math.IsNaN(number.it) || math.IsInf(number.it, 0) {
			s.unsaid(path, number.field, fmt.Sprintf("JSON has no number %v", number.it), "write a finite number")
		}
	}
	for o := decider.Options(1); o != 0; o <<= 1 {
		if d.options&o != 0 {
			n.Options = append(n.Options, word{text: o.String()})
		}
	}
	if d.options&^declaration.AllOptions != 0 {
		s.unsaid(path, "options", "there are unknown options", "remove them")
	}
	if d.policy != 0 {
		n.Policy = d.policy.String()
	}
	if m := d.modifiers; m != (decider.Modifiers{}) {
		n.Modifiers = &modifiers{Repeat: repeat(m.Repeat), Timeout: m.Timeout, Limit: m.Limit}
		if m.Until != 0 {
			n.Modifiers.Until = m.Until.String()
		}
		if m.Outcome != 0 {
			n.Modifiers.Outcome = m.Outcome.String()
		}
	}
	if d.behavior != nil {
		n.Behavior = s.use(path, d.behavior)
	}
	if d.dblock != nil {
		n.DBlock = s.thing(path, "dblock", "DBlocks", d.dblock.it, s.known.dblocks)
	}
	for i, key := range d.keys {
		n.Keys = append(n.Keys, word{text: s.key(path, fmt.Sprintf("keys[%d]", i), key)})
	}
	if d.copy != nil {
		n.Copy = s.copied(d.copy)
	}
	for _, child := range d.children {
		n.Children = append(n.Children, s.decider(child, path))
	}
	return n
}

func (s *saving) check(names []string, all, any, none, notAll uint64) *check {
	if all|any|none|notAll == 0 {
		return nil
	}
	return &check{flags(names, all), flags(names, any), flags(names, none), flags(names, notAll)}
}

// function returns the name of a function.
func (s *saving) function(path, field string, kind function, f any) string {
	if f == nil {
		return ""
	}
	return s.thing(path, field, kind.String(), f, s.known.functions[kind])
}

// thing returns the name that a map of the Registry has for something.
func (s *saving) thing(path, field, list string, it any, among map[string]any) string {
	name, ok := nameOf(it, among)
	if !ok {
		s.unsaid(path, field, "the Registry has no name for it", "add it to the Registry's "+list)
	}
	return name
}

// use writes a behavior.
func (s *saving) use(path string, b *runner) *use {
	u := &use{}
	if b.stock != notStock {
		if b.name != b.stock.defaultName() {
			u.Name = b.name
		}
		switch b.stock {
		case stockWait:
			u.Wait = &b.seconds
		case stockSucceed:
			u.Succeed = true
		case stockFail:
			u.Fail = true
		}
		return u
	}
	u.Name = b.name
	known := s.known.behaviors[b.name]
	switch {
	case known == nil:
		s.unsaid(path, "behavior", fmt.Sprintf("the Registry has no behavior %s", short(b.name)), "add it to the Registry's Behaviors")
	case b.given != nil && known.given != nil && b.given.Type == known.given.Type:
		if b.given.JSON == nil {
			s.unsaid(path, "behavior.given", fmt.Sprintf("a %s is not plain data", b.given.Type), "use numbers, bools, strings, and arrays, slices and structs of these")
			return u
		}
		u.Given = &raw{write: b.given.JSON}
	case !same(b.it, known.it):
		s.unsaid(path, "behavior", fmt.Sprintf("the Registry has another behavior %s", short(b.name)), "rename one")
	}
	return u
}

// gate declares a gate in the file, unless the Registry has it.
func (s *saving) gate(path string, g *world.Gate) string {
	if g == nil {
		return ""
	}
	known, has := s.known.gates[g.Name]
	if s.undeclared(path, "gate", g.Name, has, known == g) {
		s.doc.Gates = append(s.doc.Gates, &gate{Name: g.Name, Max: g.Max, Cooldown: g.Cooldown, AgentCooldown: g.AgentCooldown})
	}
	return g.Name
}

// squad declares a squad in the file, unless the Registry has it.
func (s *saving) squad(path string, q *world.Squad) string {
	if q == nil {
		return ""
	}
	known, has := s.known.squads[q.Name]
	if s.undeclared(path, "squad", q.Name, has, known == q) {
		said := &squad{Name: q.Name, Agents: q.Agents, KeepOthers: q.KeepOthers}
		for _, role := range q.Roles {
			said.Roles = append(said.Roles, int(role))
		}
		s.doc.Squads = append(s.doc.Squads, said)
	}
	return q.Name
}

// slot declares a slot in the file, unless the Registry has it.
func (s *saving) slot(path string, p *place) string {
	if p == nil {
		return ""
	}
	known, has := s.known.slots[p.name]
	if s.undeclared(path, "slot", p.name, has, has && known.it == p.it) {
		s.doc.Slots = append(s.doc.Slots, &slot{Name: p.name, Reserve: p.reserve})
	}
	return p.name
}

// undeclared reports whether the file has yet to declare a gate, squad or slot. known says that the Registry has one of the
// name, and same that it is the same one.
func (s *saving) undeclared(path, what, name string, known, same bool) bool {
	switch {
	case known && !same:
		s.unsaid(path, what, fmt.Sprintf("the Registry has another %s %s", what, short(name)), "use the same variable")
	case !known && !s.declared[what+name]:
		s.declared[what+name] = true
		return true
	}
	return false
}

// key returns a blackboard key's name.
func (s *saving) key(path, field string, key decider.Key) string {
	if key == nil {
		s.unsaid(path, field, "the key is nil", "remove it")
		return ""
	}
	name := key.Declared(engine.Key{}).Name
	if known := s.known.keys[name]; known != key {
		s.unsaid(path, field, fmt.Sprintf("the Registry does not have the key %s", short(name)), "add it to the Registry's Keys")
	}
	return name
}

// copied declares what a decider copies, unless the Registry or the tree has it.
func (s *saving) copied(d *declared) string {
	if known := s.known.declarations[d.name]; known != nil && known.origin == d.origin || s.parts[d] {
		return d.name
	}
	if slices.ContainsFunc(s.doc.Declarations, func(n *node) bool { return n != nil && n.Name == d.name }) {
		s.unsaid(d.name, "copy", "two declarations that are copied are called "+short(d.name), "rename one")
	}
	s.parts[d] = true
	at := len(s.doc.Declarations)
	s.doc.Declarations = append(s.doc.Declarations, nil) // before those that it copies in turn
	s.doc.Declarations[at] = s.part(d)
	return d.name
}
