package history

import (
	"strings"
	"unicode/utf8"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/world"
)

// maxName is the length of an agent's name in a recording, in bytes. Longer ones are cut.
const maxName = 64

// nameTable has the names of recorded agents. It asks the game for them only while no agent ticks.
type nameTable struct {
	ask   func(world.AgentID) string // Options.Names.NameOf; nil if agents have no names
	names map[uint64]string
	fresh []uint64 // agents of the world that were first recorded since its frame began
}

// begin notes an agent that is recorded from now on.
func (t *nameTable) begin(agent uint64, s *session) {
	if t.ask != nil && s.world != nil {
		t.fresh = append(t.fresh, agent)
	}
}

// update asks for the names of agents first recorded in the last frame.
func (t *nameTable) update() {
	for _, agent := range t.fresh {
		t.name(agent)
	}
	t.fresh = t.fresh[:0]
}

// name returns an agent's name, or the last one known if it has none any more.
func (t *nameTable) name(agent uint64) string {
	if t.ask == nil {
		return ""
	}
	name := shortened(t.ask(world.AgentID(agent)))
	if name == "" {
		return t.names[agent]
	}
	if t.names[agent] != name {
		t.names[agent] = name
	}
	return name
}

func (t *nameTable) drop(agent uint64) { delete(t.names, agent) }

// shortened makes a name valid UTF-8 of at most maxName bytes.
func shortened(name string) string {
	const dots = "…"
	if name = strings.ToValidUTF8(name, "\uFFFD"); len(name) <= maxName {
		return name
	}
	end := maxName - len(dots)
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + dots
}

// setNames makes Names answer with the names of the recorded agents, if any has one.
func (rec *Recording) setNames() {
	rec.names.NameOf = nil
	for _, r := range rec.agents {
		if r.name != "" {
			rec.names.NameOf = rec.nameOf
			return
		}
	}
}

// nameOf is the NameOf of Names.
func (rec *Recording) nameOf(agent world.AgentID) string {
	if r := rec.rows(agent); r != nil {
		return r.name
	}
	return ""
}

// agentText is the text for an agent with a name, or with "" for none: "Ogg #7", "#7".
func agentText(agent world.AgentID, name string) string {
	return debugprint.Names{NameOf: func(world.AgentID) string { return name }}.Agent(agent)
}
