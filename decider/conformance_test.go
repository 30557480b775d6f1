package decider_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/golden"
)

const semantics = "../docs/SEMANTICS.md"

// rules are those of this version; each has a trace.
var rules = []string{
	"R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24",
	"R25", "R26", "R27", "R28", "R29", "R30",
	"Slots", "Period",
}

// TestConformance runs every trace of docs/SEMANTICS.md through the engine, observed and not, and through the
// reference interpreter; those of crowds with one worker and with two, too, and so that agents sleep. With -update it writes the engine's events into the document, for review: whether they
// are right is to be reasoned from the rule above them.
func TestConformance(t *testing.T) {
	traces, lines, err := tracesOf(semantics)
	require.NoError(t, err)
	have := map[string]bool{}
	changed := false
	for _, trace := range slices.Backward(traces) { // so that lines before it stay where they are
		have[strings.Split(trace.name, "/")[0]] = true
		t.Run(trace.name, func(t *testing.T) {
			unobserved := trace.run(t, traceMode{})
			inEngine := trace.run(t, traceMode{level: 5, ticked: unobserved.ticked})
			if *golden.Update {
				changed = trace.write(&lines, inEngine) || changed
				return
			}
			trace.compare(t, "engine", inEngine.lines)
			assert.Equal(t, inEngine.calls, unobserved.calls, "user calls: observed, unobserved")
			reference := trace.run(t, traceMode{reference: true, level: 5, ticked: unobserved.ticked})
			trace.compare(t, "reference interpreter", reference.lines)
			assert.Equal(t, inEngine.calls, reference.calls, "user calls: engine, reference interpreter")
			if !trace.crowd {
				return
			}
			for workers := 1; workers <= 2; workers++ { // at level 2 agents sleep
				glimpsed := trace.run(t, traceMode{level: 2, workers: workers, ticked: unobserved.ticked})
				assert.Equal(t, unobserved.ticked, glimpsed.reported, "%s:%d, %d workers", semantics, trace.line, workers)
				assert.Equal(t, trace.run(t, traceMode{reference: true, level: 2, ticked: unobserved.ticked}).lines, glimpsed.lines, "%s:%d, %d workers, level 2", semantics, trace.line, workers)
				trace.compare(t, "engine with two workers", trace.run(t, traceMode{level: 5, workers: workers, ticked: unobserved.ticked}).lines)
			}
		})
	}
	for _, rule := range rules {
		assert.True(t, have[rule], "%s has no trace", rule)
	}
	if changed {
		require.NoError(t, os.WriteFile(semantics, []byte(strings.Join(lines, "\n")), 0o600))
	}
}

// outcome is what running a trace came to: a list of lines for each step, and what user code did, by agent.
type outcome struct {
	lines    [][]string
	calls    [][]string
	ticked   []string // by step, how many a crowd has ticked, where nobody watches; given to the runs that are watched
	reported []string // the same as this run has found it
}

// compare shows where a run differs from what the document says.
func (tr *trace) compare(t *testing.T, who string, got [][]string) {
	t.Helper()
	for i, s := range tr.steps {
		if !slices.Equal(s.want, got[i]) {
			assert.Equal(t, strings.Join(s.want, "\n"), strings.Join(got[i], "\n"), "%s:%d, %s: %s", semantics, s.line+1, who, s.input)
		}
	}
}

// write puts a run's lines into the document in place of those that differ.
func (tr *trace) write(lines *[]string, got outcome) (changed bool) {
	for i, s := range slices.Backward(tr.steps) {
		if slices.Equal(s.want, got.lines[i]) {
			continue
		}
		var fresh []string
		for _, line := range got.lines[i] {
			fresh = append(fresh, "    "+line)
		}
		*lines = slices.Replace(*lines, s.line+1, s.last+1, fresh...)
		changed = true
	}
	return changed
}
