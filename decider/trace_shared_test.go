package decider_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// This file is the words of a trace's tree for what agents share: gates, squads and systems.

// traceSystem carries out deferred behaviors. A request is the names of its agent and decider.
type traceSystem = world.System[string, string]

// sharedWord takes a word about what agents share; known tells whether it is one.
func (f *forest) sharedWord(d *traceDecider, b *traceBehavior, name, value string) (known bool, err error) {
	number := func(to *int) {
		*to, err = strconv.Atoi(value)
	}
	switch name {
	case "gate":
		d.Gate, err = f.gate(value)
	case "gatekey":
		f.always[d.Name+".gatekey"] = value
		d.GateKey = func(c *actorContext) uint64 { return uint64(c.Agent.play(c, "gatekey", nil).value) }
	case "squad":
		d.Squad, err = f.squad(value)
	case "squadkey":
		f.always[d.Name+".squadkey"] = value
		d.SquadKey = func(c *actorContext) uint64 { return uint64(c.Agent.play(c, "squadkey", nil).value) }
	case "canplay":
		f.always[d.Name+".canplay"] = value
		d.CanPlay = func(c *actorContext) (roles world.RoleSet) {
			for n := int(c.Agent.play(c, "canplay", nil).value); n > 0; n /= 10 {
				roles |= world.Roles(world.Role(n % 10))
			}
			return roles
		}
	case "role":
		var role int
		number(&role)
		d.Role = world.Role(role)
	case "deferred":
		if f.systems[value] == nil {
			f.systems[value] = &traceSystem{Name: value}
		}
		b.kind, b.system = name, f.systems[value]
	case "launch", "done":
		f.always[d.Name+"."+name] = value
		b.done = b.done || name == "done"
	default:
		return false, nil
	}
	return true, err
}

// gate makes a gate of NAME/MAX/COOLDOWN/AGENTCOOLDOWN; NAME alone is one made before.
func (f *forest) gate(value string) (*world.Gate, error) {
	words := strings.Split(value, "/")
	if len(words) == 1 && f.gates[value] != nil {
		return f.gates[value], nil
	}
	g := &world.Gate{Name: words[0]}
	f.gates[g.Name] = g
	for i, word := range words[1:] {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		switch i {
		case 0:
			g.Max = int(n)
		case 1:
			g.Cooldown = n
		case 2:
			g.AgentCooldown = n
		}
	}
	return g, nil
}

// squad makes a squad of NAME/AGENTS/ROLE,ROLE/keep, where the last two may be left out; NAME alone is one made before.
func (f *forest) squad(value string) (*world.Squad, error) {
	words := strings.Split(value, "/")
	if len(words) == 1 && f.squads[value] != nil {
		return f.squads[value], nil
	}
	s := &world.Squad{Name: words[0]}
	f.squads[s.Name] = s
	for i, word := range words[1:] {
		switch {
		case word == "keep":
			s.KeepOthers = true
		case i == 0:
			n, err := strconv.Atoi(word)
			if err != nil {
				return nil, err
			}
			s.Agents = n
		default:
			for role := range strings.SplitSeq(word, ",") {
				n, err := strconv.ParseUint(role, 10, 8)
				if err != nil {
					return nil, err
				}
				s.Roles = append(s.Roles, world.Role(n))
			}
		}
	}
	return s, nil
}

// deferred makes a behavior that a system carries out.
func (f *forest) deferred(name string, b traceBehavior) behavior.Runner[*actor] {
	d := &behavior.Deferred[*actor, counter, string, string]{
		Name: name, System: b.system,
		Launch: func(c *actorContext, b *counter) string {
			c.Agent.act(c, "launch", &b.n)
			return fmt.Sprintf("%s %s", c.Agent.name, c.DeciderName())
		},
		Deactivate: func(c *actorContext, b *counter) { c.Agent.act(c, "deactivate", &b.n) },
	}
	if b.done {
		d.Done = func(c *actorContext, b *counter, result string) behavior.Status {
			c.Agent.result = result
			return c.Agent.act(c, "done", &b.n)
		}
	}
	return d
}
