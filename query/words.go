package query

import (
	"maps"
	"slices"
	"strings"
)

// checks are the words for checks, with their names in why.
var checks = map[string]string{
	"flags": "DecisionFlags", "stimuli": "StimuliFlags", "role": "Role", "limit": "Limit", "cooldown": "Cooldown", "every": "Every",
	"decide": "Decide", "squad": "Squad", "gate": "Gate", "mask": "Masked", "jump": "Jump", "slot": "Slot", "override": "Override",
	"children": "Children", "target": "Target",
}

// ways are the words for why.Beginning.How.
var ways = lowered("Asked", "Root", "Delegated", "Monitor", "Jump", "Waited", "Plugged", "Forced")

// reasons are the words for behavior.Reason.
var reasons = lowered("Succeeded", "Failed", "Interrupted", "Cancelled", "Reset", "Closed", "Panicked", "TimedOut", "Removed", "Restored")

// misses are the words for why.Missed.Why.
var misses = lowered("Chosen", "Runs", "NotYet", "Done", "Group", "GroupEnded", "GroupIdle", "Leaving", "Declined", "Led", "Redecide",
	"Panic", "Loop", "Root", "NoTick", "Unknown")

// lowered maps names in lower case to themselves.
func lowered(names ...string) map[string]string {
	m := map[string]string{}
	for _, name := range names {
		m[strings.ToLower(name)] = name
	}
	return m
}

// outcomes are the words with which an outcome begins.
var outcomes = []string{"rejected", "waits", "accepted", "not", "asked", "began", "ended", "active"}

// limits are the words with which a limit begins.
var limits = []string{"last", "frames", "seconds", "of", "in", "with", "without"}

// words are all words that stand where a name could.
var words = func() map[string]bool {
	all := map[string]bool{"any": true, "by": true, "or": true, "for": true, "because": true, "instead": true}
	for _, list := range [][]string{outcomes, limits} {
		for _, word := range list {
			all[word] = true
		}
	}
	return all
}()

// isWord reports whether a name is a word of the language.
func isWord(name string) bool { return words[strings.ToLower(name)] }

// sorted are the words of a table in order.
func sorted(table map[string]string) []string { return slices.Sorted(maps.Keys(table)) }
