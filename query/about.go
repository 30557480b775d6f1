package query

import (
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/near"
	"github.com/decidertree/decidertree/world"
)

// This file finds what the names of a query mean.

// Check compares the names of a query, except that of its agent, with those that there are. The error is an
// [*UnknownError]. Find calls it.
func (q Query) Check(names Vocabulary) error {
	for _, c := range []struct {
		kind  string
		asked []string
		all   []string
	}{
		{"decider", []string{q.Decider, q.Other}, names.Deciders}, {"crowd", []string{q.Crowd}, names.Crowds},
		{"tree", []string{q.Tree}, names.Trees}, {"flag", slices.Concat(q.With, q.Without), names.Flags},
	} {
		for _, name := range c.asked {
			if name != "" && !slices.Contains(c.all, name) {
				return &UnknownError{c.kind, name, near.Names(name, slices.Values(c.all))}
			}
		}
	}
	return nil
}

// VocabularyOf returns the names that a recording has.
func VocabularyOf(rec *history.Recording) (v Vocabulary) {
	seen := map[string]bool{}
	add := func(list *[]string, kind, name string) {
		if name != "" && !seen[kind+"\x00"+name] {
			seen[kind+"\x00"+name] = true
			*list = append(*list, name)
		}
	}
	for _, t := range rec.Trees() {
		add(&v.Trees, "tree", t.Name)
		for _, place := range t.Order {
			add(&v.Deciders, "decider", t.Deciders[t.Places[place].Decider].Name)
		}
	}
	names := rec.Names()
	for _, list := range []debugprint.BitNames{names.Decision, names.Stimuli} {
		for _, name := range list {
			add(&v.Flags, "flag", name)
		}
	}
	for _, id := range rec.Agents() {
		add(&v.Crowds, "crowd", rec.Crowd(id))
		if names.NameOf != nil && names.NameOf(id) != "" {
			add(&v.Agents, "agent", names.NameOf(id))
		} else {
			add(&v.Agents, "agent", "#"+strconv.FormatUint(uint64(id), 10))
		}
	}
	return v
}

// about reports whether an agent is one of those that the query is about.
func (q *Query) about(rec *history.Recording, agent world.AgentID, names debugprint.Names) bool {
	own := rec.Tree(agent)
	switch {
	case own == nil, q.Crowd != "" && rec.Crowd(agent) != q.Crowd, q.Tree != "" && own.Name != q.Tree:
		return false
	case !q.About(agent, names):
		return false
	}
	for i := range own.Deciders { // a plugged tree may have the decider
		if d := &own.Deciders[i]; q.Decider == "" || d.Name == q.Decider || d.Slot >= 0 {
			return true
		}
	}
	return false
}

// About reports whether an agent is one that the query names, or it names none.
func (q Query) About(agent world.AgentID, names debugprint.Names) bool {
	if q.Agent == "" {
		return true
	}
	if id, err := strconv.ParseUint(strings.TrimPrefix(q.Agent, "#"), 10, 64); err == nil && uint64(agent) == id {
		return true
	}
	return names.NameOf != nil && (names.NameOf(agent) == q.Agent || names.Agent(agent) == q.Agent)
}

// flagged reports whether a tick has the flags of the query. A name may be one of a decision flag, of a stimulus, or of both.
func (q *Query) flagged(t *history.Tick, names debugprint.Names) bool {
	set := func(name string) bool {
		for bit := range bitsOf(names.Decision, name) {
			if uint64(t.DecisionFlags)&(1<<bit) != 0 {
				return true
			}
		}
		for bit := range bitsOf(names.Stimuli, name) {
			if uint64(t.Stimuli)&(1<<bit) != 0 {
				return true
			}
		}
		return false
	}
	for _, name := range q.With {
		if !set(name) {
			return false
		}
	}
	return !slices.ContainsFunc(q.Without, set)
}

// bitsOf are the bits of a name.
func bitsOf(names debugprint.BitNames, name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for bit, n := range names[:min(len(names), bits.UintSize)] {
			if n == name && !yield(bit) {
				return
			}
		}
	}
}
