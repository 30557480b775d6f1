package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// agentIn finds the agent that an argument means in some recordings: "7", "#7", "Ogg" or "Ogg #7". A name may be in
// other letter case, unless an agent has exactly that name.
func agentIn(text string, recs ...*history.Recording) (world.AgentID, error) {
	if n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 64); err == nil && n > 0 {
		return world.AgentID(n), nil
	} else if err == nil {
		return 0, misuse("%q is no agent's ID: a number from 1 on; decidertree show lists them", text)
	}
	found := called(recs, func(name, shown string) bool { return name == text || shown == text })
	if len(found) == 0 {
		found = called(recs, func(name, _ string) bool { return strings.EqualFold(name, text) })
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, fmt.Errorf("there is no agent %q in it; decidertree show -agents -1 lists all", text)
	}
	const most = 20
	var all []string
	for _, id := range found[:min(len(found), most)] {
		all = append(all, fmt.Sprintf("#%d", id))
	}
	if more := len(found) - most; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return 0, fmt.Errorf("%d agents have the name %q: %s; give an ID", len(found), text, strings.Join(all, ", "))
}

// called returns the agents whose name, or the text by which they are shown, fits; by ID.
func called(recs []*history.Recording, fits func(name, shown string) bool) (ids []world.AgentID) {
	for _, rec := range recs {
		names := rec.Names()
		if names.NameOf == nil {
			continue
		}
		for _, id := range rec.Agents() {
			if name := names.NameOf(id); name != "" && fits(name, names.Agent(id)) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
