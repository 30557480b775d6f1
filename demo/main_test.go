package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// demo runs the program and returns what it prints and its exit code.
func demo(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = run(args, &out, &err)
	return out.String(), err.String(), code
}

func TestGoldenRun(t *testing.T) {
	out, _, code := demo("-seed", "1", "-seconds", "20", "-agents", "6")
	require.Zero(t, code)
	golden.Equal(t, "seed1.golden", out)
}

func TestSameSeedSameBytes(t *testing.T) {
	args := []string{"-plain", "-seed", "5", "-seconds", "60", "-agents", "20", "-level", "2"}
	first, _, code := demo(args...)
	require.Zero(t, code)
	second, _, _ := demo(args...)
	require.True(t, first == second)
	other, _, _ := demo(append(args, "-seed", "6")...)
	assert.NotEqual(t, first, other)
}

func TestEveryLevel(t *testing.T) {
	lines := 0
	for level, most := range []string{"day 1", "EAT_GRAZE begins GRAZE", "  ROOT begins", "  tick of ", "  visiting ", " says no: "} {
		out, _, code := demo("-agents", "4", "-seconds", "2", "-level", string('0'+rune(level)))
		require.Zero(t, code)
		assert.Contains(t, out, most, "level %d", level)
		now := strings.Count(out, "\n")
		assert.Greater(t, now, lines, "level %d says more", level)
		lines = now
	}
}

func TestOneAgent(t *testing.T) {
	out, _, code := demo("-agents", "4", "-seconds", "10", "-agent", "1025")
	require.Zero(t, code)
	assert.Contains(t, out, "#1025 ")
	assert.NotContains(t, out, "#1024 ")
	out, _, code = demo("-agents", "4", "-seconds", "1", "-agent", "99")
	require.Zero(t, code)
	assert.Contains(t, out, "#99 is not in the field")
}

func TestBadFlags(t *testing.T) {
	for _, c := range []struct {
		args string
		says string
	}{
		{"-seconds -1", "-seconds must be 0 or more"},
		{"-seconds NaN", "-seconds must be 0 or more"},
		{"-seconds soon", "invalid value"},
		{"-agents 0", "-agents must be from 1"},
		{"-agents 1000000", "-agents must be from 1"},
		{"-level 6", "-level must be from 0 to 5"},
		{"-level -1", "-level must be from 0 to 5"},
		{"-fps 0", "-fps must be from 1"},
		{"-workers -1", "-workers must be from 0"},
		{"-seed -4", "invalid value"},
		{"-agent x", "invalid value"},
		{"-wings", "not defined"},
		{"fly", `"fly"`},
	} {
		out, complaint, code := demo(strings.Fields(c.args)...)
		assert.Equal(t, 2, code, c.args)
		assert.Empty(t, out, c.args)
		assert.Contains(t, complaint, c.says, c.args)
	}
	_, help, code := demo("-h")
	assert.Zero(t, code)
	for _, name := range []string{"-seed", "-seconds", "-agents", "-workers", "-level", "-agent", "-fps", "-plain"} {
		assert.Contains(t, help, name)
	}
}

// broken is a pipe whose reader has gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestNobodyReads(t *testing.T) {
	var complaint bytes.Buffer
	assert.Equal(t, 1, run([]string{"-plain", "-seconds", "20"}, broken{}, &complaint))
	assert.NotEmpty(t, complaint.String())
}
