package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSavedRunGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "world")
	args := func(more ...string) []string { return append([]string{"-plain", "-level", "0"}, more...) }
	whole, _, code := demo(args("-seed", "3", "-agents", "30", "-seconds", "24")...)
	require.Zero(t, code)
	_, _, code = demo(args("-seed", "3", "-agents", "30", "-seconds", "16", "-save", file)...)
	require.Zero(t, code)
	rest, _, code := demo(args("-load", file, "-seconds", "8")...)
	require.Zero(t, code)
	assert.Equal(t, whole, rest)

	require.NoError(t, os.WriteFile(file, []byte("something else"), 0o600))
	_, complaint, code := demo(args("-load", file)...)
	assert.Equal(t, 1, code)
	assert.Contains(t, complaint, "no saved simulation")
	_, complaint, code = demo(args("-load", file+"?")...)
	assert.Equal(t, 1, code)
	assert.Contains(t, complaint, "no such file")
	_, complaint, code = demo(args("-seconds", "1", "-save", filepath.Join(file, "x"))...)
	assert.Equal(t, 1, code)
	assert.Contains(t, complaint, "not a directory")
}

func TestGoingBack(t *testing.T) {
	a := picture(t, 120, 40)
	a.cfg.save = filepath.Join(t.TempDir(), "world")
	run := func(frames int) string {
		for range frames {
			a.step()
		}
		a.draw()
		require.Zero(t, a.failed)
		field, _, _ := strings.Cut(a.canvas.text(), "debug output") // what was logged differs
		return field
	}
	a.press('l')
	assert.Contains(t, strings.Join(a.log.last(1), ""), "nothing is kept")
	run(100)
	a.press('w')
	assert.FileExists(t, a.cfg.save)
	first := run(120)
	a.press('l')
	assert.Equal(t, first, run(120))

	cfg := a.cfg
	cfg.load, cfg.seconds = cfg.save, 1
	b, err := newApp(cfg)
	require.NoError(t, err)
	assert.InDelta(t, 100.0/30, b.sim.World.Time(), 1e-6)
	assert.InDelta(t, 1+100.0/30, b.end, 1e-6)
	assert.NotEmpty(t, b.kept)
}
