package main

import (
	"bufio"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/world"
)

// picture makes an app on a screen of this size.
func picture(t *testing.T, width, height int) *app {
	t.Helper()
	a, err := newApp(config{seed: 1, seconds: -1, agents: 24, level: 1, fps: 30})
	require.NoError(t, err)
	a.canvas.resize(width, height)
	return a
}

// text is what the canvas shows, without colours.
func (c *canvas) text() string {
	var b strings.Builder
	for y := range c.height {
		row := make([]rune, 0, c.width)
		for _, cell := range c.cells[y*c.width : (y+1)*c.width] {
			row = append(row, cell.r)
		}
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return b.String()
}

func TestGoldenPictures(t *testing.T) {
	for name, size := range map[string][2]int{"80x24.golden": {80, 24}, "120x40.golden": {120, 40}} {
		a := picture(t, size[0], size[1])
		for range 300 {
			a.step()
			require.Zero(t, a.failed)
		}
		a.draw()
		golden.Equal(t, name, a.canvas.text())
	}
}

func TestEverySizeCanBeDrawn(t *testing.T) {
	a := picture(t, 1, 1)
	for _, width := range []int{1, 20, 39, 40, 79, 103, 104, 300} {
		for _, height := range []int{1, 5, 13, 14, 24, 100} {
			for _, a.help = range []bool{false, true} {
				a.canvas.resize(width, height)
				a.draw()
				frame := string(a.canvas.appendFrame(nil))
				assert.Equal(t, height, strings.Count(frame, ";1H"), "every row once")
			}
		}
	}
}

func TestOnlyWhatChangedIsSent(t *testing.T) {
	a := picture(t, 120, 40)
	a.canvas.colours = colours24bit
	a.draw()
	whole := len(a.canvas.appendFrame(nil))
	a.draw()
	assert.Less(t, len(a.canvas.appendFrame(nil)), 40, "nothing changed")
	a.step()
	require.Zero(t, a.failed)
	a.draw()
	assert.Less(t, len(a.canvas.appendFrame(nil)), whole)
	a.canvas.resize(120, 40)
	a.draw()
	assert.Greater(t, len(a.canvas.appendFrame(nil)), whole/2, "all anew")
}

func TestKeys(t *testing.T) {
	a := picture(t, 80, 24)
	press := func(keys ...key) {
		for _, k := range keys {
			require.False(t, a.press(k))
		}
	}
	all := a.sim.Beings()
	press('\t', keyRight, keyDown)
	assert.Equal(t, all[3].ID, a.selected)
	press(keyBackTab, keyLeft, keyUp, keyUp)
	assert.Equal(t, all[25].ID, a.selected, "round the end")
	press('\t', 'h')
	assert.Equal(t, nest.Predator, a.current().Species)

	press(' ')
	before := a.sim.World.Frame()
	a.advance(time.Second)
	assert.Equal(t, before, a.sim.World.Frame(), "paused")
	press('s', '.')
	assert.Equal(t, before+2, a.sim.World.Frame(), "stepped")

	press('+', '+')
	assert.InDelta(t, 4, a.speed(), 0)
	press('-', '-', '-', '-', '-', '-', '-')
	assert.InDelta(t, speeds[0], a.speed(), 0)

	toys := len(a.sim.Toys())
	press('t', 't', 'b', 's')
	assert.Len(t, a.sim.Toys(), toys+2)
	assert.NotEqual(t, a.sim.Toys()[toys].Kind, a.sim.Toys()[toys+1].Kind, "of each kind in turn")
	a.draw()
	assert.Contains(t, a.canvas.text(), "BANG")

	press('3')
	assert.EqualValues(t, 3, a.output.Level)
	assert.Equal(t, a.selected, a.output.Agent)
	press('1')
	assert.EqualValues(t, 0, a.output.Agent, "everybody again")
	assert.True(t, a.press('q'))
	assert.True(t, a.press(3))
}

func TestTheSelectedOneMayDie(t *testing.T) {
	a := picture(t, 80, 24)
	a.selectAgent(world.AgentID(999))
	a.draw()
	a.step()
	require.Zero(t, a.failed)
	assert.NotNil(t, a.current())
}

func TestReadKeys(t *testing.T) {
	in := bufio.NewReader(strings.NewReader("a\x1b[A\x1b[B\x1b[C\x1bOD\x1b[Z\x1b[1;5Cé\x1b[15~\x1b"))
	_, err := in.Peek(1)
	require.NoError(t, err)
	var got []key
	for {
		k, err := readKey(in)
		if err != nil {
			break
		}
		got = append(got, k)
	}
	assert.Equal(t, []key{'a', keyUp, keyDown, keyRight, keyLeft, keyBackTab, keyRight, 'é', 0, '\x1b'}, got)
}

func TestColours(t *testing.T) {
	env := func(vars ...string) func(string) string {
		return func(name string) string {
			for _, v := range vars {
				if value, ok := strings.CutPrefix(v, name+"="); ok {
					return value
				}
			}
			return ""
		}
	}
	assert.Equal(t, noColours, coloursOf(env("NO_COLOR=1", "COLORTERM=truecolor", "TERM=xterm-256color")))
	assert.Equal(t, colours24bit, coloursOf(env("COLORTERM=truecolor", "TERM=xterm")))
	assert.Equal(t, colours256, coloursOf(env("TERM=xterm-256color")))

	a := picture(t, 80, 24)
	a.draw()
	assert.NotRegexp(t, `\x1b\[[0-9;]*[34]8;`, string(a.canvas.appendFrame(nil)), "no colours")
	for _, c := range []struct {
		colour rgb
		index  int64
	}{{0xffffff, 255}, {0x000001, 232}, {0xff0000, 196}, {0x00ff00, 46}, {0x0b1020, 233}} {
		assert.Equal(t, c.index, nearest256(int64(c.colour>>16), int64(c.colour>>8&0xff), int64(c.colour&0xff)), "%06x", c.colour)
	}
}

// Names are by bit, so they must be in the order package nest declares them.
func TestNamesFitFlags(t *testing.T) {
	has := func(names debugprint.BitNames, flag uint64, name string) {
		for bit, n := range names {
			if flag == 1<<bit {
				assert.Equal(t, name, n)
				return
			}
		}
		t.Errorf("%s has no name", name)
	}
	has(names.Decision, uint64(nest.Dead), "Dead")
	has(names.Decision, uint64(nest.Sated), "Sated")
	has(names.Decision, uint64(nest.AtHome), "AtHome")
	has(names.Decision, uint64(nest.EnemySeen), "EnemySeen")
	has(names.Stimuli, uint64(nest.HitTaken), "HitTaken")
	has(names.Stimuli, uint64(nest.NoiseHeard), "NoiseHeard")
	has(names.Stimuli, uint64(nest.Winded), "Winded")
	has(names.Stimuli, uint64(nest.Played), "Played")
	has(names.Stimuli, uint64(nest.Mobbed), "Mobbed")
	has(names.Behavior, uint64(nest.ToTheDeath), "ToTheDeath")
	has(names.Behavior, uint64(nest.ToFood), "ToFood")
	has(names.Behavior, uint64(nest.Dance), "Dance")
	for p := range nest.Poses {
		assert.NotZero(t, looks[p].letter, "%v has no letter", p)
	}
}
