package main

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/history"
)

func TestRecordingOfARun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "field.rec")
	_, complaint, code := demo("-plain", "-agents", "6", "-seconds", "4", "-record", file)
	require.Zero(t, code, complaint)
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	rec, err := history.Load(f)
	require.NoError(t, err)
	assert.Len(t, rec.Agents(), 7)
	_, last, ok := rec.Frames()
	assert.True(t, ok)
	assert.Equal(t, uint64(120), last)
	assert.Equal(t, names.Decision, rec.Names().Decision)
	assert.Equal(t, names.Agent(rec.Agents()[2]), rec.Names().Agent(rec.Agents()[2]))
	_, complaint, code = demo("-plain", "-seconds", "1", "-record", filepath.Join(file, "x"))
	assert.Equal(t, 1, code)
	assert.Contains(t, complaint, "not a directory")
}

// The demo can be forked: run again without a change it is the same, mobs, toys, paths and all.
func TestTheDemoIsDeterministic(t *testing.T) {
	s, err := sim.New(sim.Options{Seed: 34, Agents: 24, Workers: 2})
	require.NoError(t, err)
	recorder := history.New(recordOptions(24))
	require.NoError(t, s.Record(recorder))
	saves := history.NewCheckpoints(s.World, hooks(func() *sim.Sim { return s }), history.CheckpointOptions{Every: 60, Share: 1})
	for frame := range 400 {
		if frame == 200 {
			bang := func(s *sim.Sim) { s.Bang(s.Beings()[0].Body.Pos) }
			bang(s)
			saves.Note(func(b *history.Branch) error { bang(b.Run().(branch).Sim); return nil })
		}
		require.NoError(t, s.Step())
		require.NoError(t, saves.Keep())
	}
	for _, after := range []uint64{70, 190, 390} {
		f, err := saves.Fork(context.Background(), recorder.Recording(), history.ForkOptions{After: after, Frames: 100, Record: recordOptions(24)}, nil)
		require.NoError(t, err)
		assert.LessOrEqual(t, f.Save, after)
	}
}

func TestInspectorOfAPlainRun(t *testing.T) {
	out, notes, code := demo("-plain", "-agents", "6", "-seconds", "0.5", "-level", "0", "-inspect-addr", "127.0.0.1:0")
	require.Zero(t, code, notes)
	assert.Contains(t, out, "0.500 s: day 1")
	assert.Regexp(t, regexp.MustCompile(`^inspector: http://127\.0\.0\.1:\d+/\?token=\S+\n$`), notes)
	_, notes, code = demo("-plain", "-seconds", "1", "-inspect-addr", "256.0.0.1:0")
	assert.Equal(t, 1, code)
	assert.Contains(t, notes, "-no-inspect leaves it out")
	_, notes, code = demo("-inspect-addr", "127.0.0.1:0", "-no-inspect")
	assert.Equal(t, 2, code)
	assert.Contains(t, notes, "one too many")
}

func TestInspectorOfThePicture(t *testing.T) {
	a := picture(t, 120, 40)
	var err error
	a.cfg.inspect = loopback
	a.cfg.record = filepath.Join(t.TempDir(), "field.rec")
	a.seeing, err = lookAt(a.cfg, func() *sim.Sim { return a.sim })
	require.NoError(t, err)
	jar, err := cookiejar.New(nil) // the address leads to a session
	require.NoError(t, err)
	answer, err := (&http.Client{Jar: jar}).Get(a.seeing.url())
	require.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, http.StatusOK, answer.StatusCode)
	for _, size := range [][2]int{{120, 40}, {80, 24}} {
		for _, a.help = range []bool{true, false} {
			a.canvas.resize(size[0], size[1])
			a.draw()
			assert.Contains(t, a.canvas.text(), " "+a.seeing.url(), "always in sight")
		}
	}
	a.canvas.resize(smallest, lowest)
	a.draw()
	assert.Contains(t, strings.ReplaceAll(a.canvas.text(), "\n ", ""), a.seeing.url(), "in several rows")
	a.canvas.resize(80, 24)

	before := a.sim.World.Frame()
	require.False(t, a.frames())
	assert.Equal(t, before+1, a.sim.World.Frame())
	a.press(' ')
	assert.True(t, a.isPaused())
	require.False(t, a.advance(frameTime))
	assert.Equal(t, before+1, a.sim.World.Frame(), "paused")
	a.press(' ')
	assert.False(t, a.isPaused())
	a.press('w')
	a.press('b')
	a.press('l') // another world
	require.False(t, a.frames())
	assert.Equal(t, before+2, a.sim.World.Frame())
	a.press('r')
	assert.FileExists(t, a.cfg.record)
	assert.Contains(t, strings.Join(a.log.last(1), ""), "decidertree view")
	require.NoError(t, a.seeing.end())
}
