package why

import (
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// withAgents adds the names of a recording's agents to names of flags that name no agents.
func withAgents(names []debugprint.Names, rec *history.Recording) debugprint.Names {
	if len(names) == 0 {
		return rec.Names()
	}
	n := names[0]
	if n.NameOf == nil {
		n.NameOf = rec.Names().NameOf
	}
	return n
}

// nameOf is an agent's name; "" for none.
func nameOf(names debugprint.Names, agent world.AgentID) string {
	if names.NameOf == nil {
		return ""
	}
	return names.NameOf(agent)
}

// agentText is the text for an agent with a name, or with "" for none: "Ogg #7", "#7".
func agentText(agent world.AgentID, name string) string {
	return debugprint.Names{NameOf: func(world.AgentID) string { return name }}.Agent(agent)
}

// nameAgents adds the names of the agents in a check.
func (s *narrative) nameAgents(c *Check) {
	for _, ids := range [][]world.AgentID{c.Holders, c.Waiting} {
		for _, id := range ids {
			if name := nameOf(s.names, id); name != "" {
				if c.AgentNames == nil {
					c.AgentNames = map[world.AgentID]string{}
				}
				c.AgentNames[id] = name
			}
		}
	}
}
