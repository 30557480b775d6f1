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

// Check compares the names of a query with a recording. The error is an [*UnknownError]. Find calls it.
func (q Query) Check(rec *history.Recording) error {
	names := VocabularyOf(rec)
	known := func(kind, name string, all []string) error {
		if name == "" || slices.Contains(all, name) {
			return nil
		}
		return &UnknownError{kind, name, near.Names(name, slices.Values(all))}
	}
	if err := known("decider", q.Decider, names.Deciders); err != nil {
		return err
	}
	if err := known("decider", q.Other, names.Deciders); err != nil {
		return err
	}
	if err := known("crowd", q.Crowd, names.Crowds); err != nil {
		return err
	}
	if err := known("tree", q.Tree, names.Trees); err != nil {
		return err
	}
	for _, flag := range slices.Concat(q.With, q.Without) {
		if err := known("flag", flag, names.Flags); err != nil {
			return err
		}
	}
	if q.Agent != "" && !slices.ContainsFunc(rec.Agents(), func(id world.AgentID) bool { return q.means(id, rec.Names()) }) {
		return &UnknownError{"agent", q.Agent, near.Names(q.Agent, slices.Values(names.Agents))}
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
	case q.Agent != "" && !q.means(agent, names):
		return false
	}
	for i := range own.Deciders { // a plugged tree may have the decider
		if d := &own.Deciders[i]; q.Decider == "" || d.Name == q.Decider || d.Slot >= 0 {
			return true
		}
	}
	return false
}

// means reports whether the query's agent is this one.
func (q *Query) means(agent world.AgentID, names debugprint.Names) bool {
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
