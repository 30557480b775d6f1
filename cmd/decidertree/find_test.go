package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/query"
)

// TestFind: what find lists, why explains: a line of it has the sentence of why for its frame.
func TestFind(t *testing.T) {
	file := record(t, 5, true)
	search := func(args ...string) (out, notes string, code int) {
		var to, errs bytes.Buffer
		code = run(append([]string{"find", file}, args...), nil, &to, &errs, nil)
		return to.String(), errs.String(), code
	}
	out, notes, code := search("EAT began")
	require.Zero(t, code, notes)
	golden.Equal(t, "find.golden", out)
	out, _, code = search("EAT began", "-json")
	require.Zero(t, code)
	var found query.Found
	require.NoError(t, json.Unmarshal([]byte(out), &found))
	require.NotEmpty(t, found.Hits)
	h := found.Hits[0]
	told, _, code := do("why", file, strconv.FormatUint(uint64(h.Agent), 10), strconv.FormatUint(h.From, 10), "EAT")
	require.Zero(t, code)
	assert.Contains(t, told, h.Words)
	out, _, code = search("FLEE rejected", "-most", "1")
	require.Zero(t, code)
	assert.Contains(t, out, "more; -most -1 lists all")
	for line, says := range map[string]string{
		"FLEE rejectd":                  "did you mean rejected?\n  FLEE rejectd\n       ^\n",
		"FLE active":                    `does not have a decider "FLE"; did you mean FLEE`,
		"FLEE active frames 900 to 999": "there are frames 0 to 150",
		"FLEE active of Ugh":            `does not have an agent "Ugh"`,
	} {
		out, notes, code := search(line)
		assert.NotZero(t, code, line)
		assert.Empty(t, out, line)
		assert.Contains(t, notes, says, line)
	}
	_, notes, code = search("FLEE active", "-most", "0")
	assert.Equal(t, misused, code)
	assert.Contains(t, notes, "-1 for all")
	stopped, notes, code := do("find", file, "any rejected") // ctrl-C was pressed
	assert.Equal(t, failed, code)
	assert.Contains(t, notes, "given up after ")
	assert.True(t, strings.HasPrefix(stopped, "any rejected: "), stopped)
}
