//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fake is a terminal that is a file: it has no size and no settings, but shows what is drawn.
func fake(t *testing.T) *terminal {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "screen"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return &terminal{keys: make(chan key, 16), signals: make(chan happening, 4), tty: f, out: f}
}

func (t *terminal) shown(tb testing.TB) string {
	tb.Helper()
	b, err := os.ReadFile(t.out.Name())
	require.NoError(tb, err)
	return string(b)
}

// showOn runs the picture.
func showOn(t *testing.T, cfg config, on *terminal) error {
	t.Helper()
	a, err := newApp(cfg)
	require.NoError(t, err)
	return live(a, on)
}

func TestLiveEndsWithItsTime(t *testing.T) {
	screen := fake(t)
	require.NoError(t, showOn(t, config{seed: 1, seconds: 0.2, agents: 3, level: 1, fps: 120}, screen))
	assert.Contains(t, screen.shown(t), "decidertree")
}

func TestLiveEndsWithAKey(t *testing.T) {
	screen := fake(t)
	for _, k := range []key{'+', '\t', '4', '?', ' ', 'q'} {
		screen.keys <- k
	}
	require.NoError(t, showOn(t, config{seed: 1, seconds: -1, agents: 3, level: 1, fps: 120}, screen))
}

func TestLiveEndsWithASignalAlsoWithoutKeys(t *testing.T) {
	screen := fake(t)
	close(screen.keys)
	screen.signals <- resized
	screen.signals <- quitting
	require.NoError(t, showOn(t, config{seed: 1, seconds: -1, agents: 3, level: 1, fps: 120}, screen))
	assert.Contains(t, screen.shown(t), "\x1b[2J")
}

func TestAFileIsNoTerminal(t *testing.T) {
	_, err := openTerminal(fake(t).out)
	assert.Error(t, err)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	_, err = openTerminal(null)
	assert.Error(t, err, "a character device, but no terminal")
}
