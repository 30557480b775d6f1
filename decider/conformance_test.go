package decider_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/golden"
)

const (
	semantics = "../docs/SEMANTICS.md"
	traceDir  = "testdata/traces/"
)

// rules are those of docs/SEMANTICS.md that have traces, as the names of their trace files begin.
var rules = []string{
	"r01", "r02", "r03", "r04", "r05", "r06", "r07", "r08", "r09", "r10", "r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23",
	"r24", "r25", "r26", "r27", "r28", "r29", "r30", "r33", "r34", "r35", "r36",
	"places", "period", "slots",
}

// TestConformance runs every trace in testdata/traces through the engine, observed and unobserved, and through the
// reference interpreter. Traces of crowds also run with one and with two workers, and at a level at which agents sleep.
// With -update it writes the engine's events into the files, for review: reason from the rule whether they are right.
func TestConformance(t *testing.T) {
	files, err := filepath.Glob(traceDir + "*.trace")
	require.NoError(t, err)
	have := map[string]bool{}
	for _, file := range files {
		rule, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".trace"), "-")
		have[rule] = true
		t.Run(strings.TrimSuffix(filepath.Base(file), ".trace"), func(t *testing.T) { conform(t, file) })
	}
	for _, rule := range rules {
		assert.True(t, have[rule], "%s has no trace", rule)
	}
}

// conform runs the traces of a file.
func conform(t *testing.T, file string) {
	traces, lines, err := tracesOf(file)
	require.NoError(t, err)
	require.NotEmpty(t, traces, file)
	changed := false
	for _, trace := range slices.Backward(traces) { // so that lines before it stay where they are
		t.Run(trace.title, func(t *testing.T) {
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
				assert.Equal(t, unobserved.ticked, glimpsed.reported, "%s:%d, %d workers", trace.file, trace.line, workers)
				assert.Equal(t, trace.run(t, traceMode{reference: true, level: 2, ticked: unobserved.ticked}).lines, glimpsed.lines, "%s:%d, %d workers, level 2", trace.file, trace.line, workers)
				trace.compare(t, "engine with two workers", trace.run(t, traceMode{level: 5, workers: workers, ticked: unobserved.ticked}).lines)
			}
		})
	}
	if changed {
		require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600))
	}
}

// shownTrace is a marker in docs/SEMANTICS.md, FILE#TITLE, and the fence below it, once there is one.
var shownTrace = regexp.MustCompile("(?m)^<!-- trace: (.+\\.trace)#(.+) -->\n(?:```trace\n(?s:.*?)^```\n)?")

// TestSemantics holds the traces shown in docs/SEMANTICS.md to the files they are taken from. With -update it writes
// them into the document, below their markers.
func TestSemantics(t *testing.T) {
	before, err := os.ReadFile(semantics)
	require.NoError(t, err)
	shown := 0
	after := shownTrace.ReplaceAllStringFunc(string(before), func(old string) string {
		shown++
		marker := shownTrace.FindStringSubmatch(old)
		traces, _, err := tracesOf(traceDir + marker[1])
		require.NoError(t, err)
		i := slices.IndexFunc(traces, func(t *trace) bool { return t.title == marker[2] })
		require.GreaterOrEqual(t, i, 0, "%s: %s has no trace %q", semantics, marker[1], marker[2])
		head, _, _ := strings.Cut(old, "\n")
		fresh := fmt.Sprintf("%s\n```trace\n%s\n```\n", head, strings.TrimSpace(strings.Join(traces[i].text, "\n")))
		if !*golden.Update {
			assert.Equal(t, fresh, old, "%s shows another trace than %s; if the file is right: go test ./decider -run TestSemantics -update", semantics, marker[1])
		}
		return fresh
	})
	assert.Equal(t, strings.Count(after, "\n```trace\n"), shown, "%s: traces without a marker", semantics)
	if *golden.Update && after != string(before) {
		require.NoError(t, os.WriteFile(semantics, []byte(after), 0o600))
	}
}

// outcome is what running a trace came to: a list of lines for each step, and what user code did, by agent.
type outcome struct {
	lines    [][]string
	calls    [][]string
	ticked   []string // by step, how many a crowd has ticked, where nobody watches; given to the runs that are watched
	reported []string // the same as this run has found it
}

// compare shows where a run differs from the trace.
func (tr *trace) compare(t *testing.T, who string, got [][]string) {
	t.Helper()
	for i, s := range tr.steps {
		if !slices.Equal(s.want, got[i]) {
			assert.Equal(t, strings.Join(s.want, "\n"), strings.Join(got[i], "\n"), "%s:%d, %s: %s", tr.file, s.line+1, who, s.input)
		}
	}
}

// write puts a run's lines into the file in place of those that differ.
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
