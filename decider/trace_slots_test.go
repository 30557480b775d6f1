package decider_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

type traceSlot = decider.Slot[*actor]

// forest is what a trace declares: the agents' trees, those that may be plugged into their slots, the slots, and what
// agents share.
type forest struct {
	root     *traceDecider
	always   map[string]string                // scripts by "DECIDER.function"
	declared map[string]*traceDecider         // all trees by the names of their roots
	compiled map[string]*decider.Tree[*actor] // the same
	parts    map[string]*traceDecider         // declarations that are only copied
	slots    map[string]*traceSlot
	gates    map[string]*world.Gate
	squads   map[string]*world.Squad
	systems  map[string]*traceSystem
	ids      map[string]world.AgentID // of the agents, by name
	first    *actor                   // of a trace with one agent: it
}

// plant makes and compiles what a trace declares.
func (t *trace) plant() (*forest, error) {
	f := &forest{
		always:   map[string]string{},
		declared: map[string]*traceDecider{}, compiled: map[string]*decider.Tree[*actor]{}, slots: map[string]*traceSlot{},
		gates: map[string]*world.Gate{}, squads: map[string]*world.Squad{}, systems: map[string]*traceSystem{},
		ids: map[string]world.AgentID{}, parts: map[string]*traceDecider{},
	}
	for _, lines := range t.parts {
		p := planter{f, map[string]*traceDecider{}}
		part, err := p.plant(lines)
		if err != nil {
			return nil, err
		}
		f.parts[part.Name] = part
	}
	for i, lines := range append([][]string{t.tree}, t.toys...) {
		p := planter{f, map[string]*traceDecider{}}
		root, err := p.plant(lines)
		if err != nil {
			return nil, err
		}
		f.script(root, root.Name, "")
		tree, err := decider.InitializeTreeData(root)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			f.root = root
		}
		f.declared[root.Name], f.compiled[root.Name] = root, tree
	}
	return f, nil
}

// script gives the functions of copies the scripts of what they copy. Below a Copy, names have a prefix.
func (f *forest) script(d *traceDecider, name, prefix string) {
	for _, function := range []string{"decide", "activate", "tick", "deactivate", "leave", "gatekey", "squadkey", "canplay"} {
		as := name + "." + function
		if _, own := f.always[as]; own && name != d.Name && function == "decide" {
			as = name + ".copied"
		}
		if script, scripted := f.always[d.Name+"."+function]; scripted {
			f.always[as] = script
		}
	}
	if d.Copy != nil {
		f.script(d.Copy, name, prefix+d.Name+"/")
	}
	for _, child := range d.Children {
		f.script(child, prefix+child.Name, prefix)
	}
}

// slot makes the slot of a decider from NAME/RESERVE.
func (p *planter) slot(value string) (*traceSlot, error) {
	name, reserve, _ := strings.Cut(value, "/")
	if p.slots[name] != nil {
		return nil, fmt.Errorf("a second slot %s", name)
	}
	bytes, err := strconv.Atoi(reserve)
	p.slots[name] = &traceSlot{Name: name, Reserve: bytes}
	return p.slots[name], err
}

// slot is the slot of a name; one that stands nowhere if the trace has none.
func (f *forest) slot(name string) *traceSlot {
	if s := f.slots[name]; s != nil {
		return s
	}
	return &traceSlot{Name: name}
}

// tree is the tree of a name; nil for "nil".
func (f *forest) tree(name string) *decider.Tree[*actor] {
	tree, ok := f.compiled[name]
	if !ok && name != "nil" {
		panic("a trace plugs in " + name)
	}
	return tree
}

// do does one input that is no tick, by its words.
func (a *actor) do(words []string) error {
	switch words[0] {
	case "reset":
		return a.self.Reset()
	case "close":
		return a.self.Close()
	case "remove":
		return a.self.remove()
	case "plug":
		return a.self.Plug(a.forest.slot(words[1]), a.forest.tree(words[2]))
	case "unplug":
		return a.self.Unplug(a.forest.slot(words[1]))
	case "override":
		return a.self.Override(words[1], map[string]event.Override{"forced": event.Forced, "forbidden": event.Forbidden}[words[2]])
	}
	return a.self.ResetBelow(words[1])
}

// from does the same by way of a Context, as an agent's own code does.
func (f *forest) from(c *actorContext, words []string) error {
	switch words[0] {
	case "plug":
		return f.slot(words[1]).Plug(c, f.tree(words[2]))
	case "unplug":
		return f.slot(words[1]).Unplug(c)
	}
	return decider.ResetBelow(c, words[1])
}
