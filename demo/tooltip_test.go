package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
)

// show writes what runs in capitals and values in brackets.
func show(lines []stateLine) (text string) {
	for _, l := range lines {
		t := strings.TrimSpace(l.text)
		switch {
		case l.runs:
			t = strings.ToUpper(t)
		case !l.decider:
			t = "[" + t + "]"
		}
		text += t + "\n"
	}
	return text
}

func TestTooltipOfSeveralBranches(t *testing.T) {
	for rows, want := range map[int]string{
		7: "root\n[fear: 1   toy: 0]\nmeal\ngraze\nCHEW\nWATCH\n[turns: 2]\n",
		6: "root\nmeal\ngraze\nCHEW\nWATCH\n[turns: 2]\n", // values go first
		5: "root\nmeal\ngraze\nCHEW\nWATCH\n",
		3: "[…]\nCHEW\nWATCH\n", // then what stands on top
	} {
		lines := folded([]string{"root", "    fear: 1", "    toy: 0", "  meal", "    graze", "      chew",
			"    watch", "        turns: 2"})
		assert.Equal(t, want, show(shortened(lines, rows)), "%d rows", rows)
	}
	short := shortened(folded([]string{"root", "  meal", "    graze", "      chew", "    watch"}), 3)
	assert.Equal(t, []string{"…", "  chew", "watch"}, []string{short[0].text, short[1].text, short[2].text})
	assert.Equal(t, "[(nothing active)]\n", show(shortened(folded([]string{"(nothing active)"}), 4)))
}

func TestTooltipsFitWhateverCreaturesDo(t *testing.T) {
	a := picture(t, 80, 24)
	branches, depth := 0, 0
	for range 1800 {
		a.step()
		require.Zero(t, a.failed)
		for _, b := range a.sim.Beings() {
			if a.sim.Mind(b).Status() == 0 {
				continue // just hatched or come: its turn comes with its rate
			}
			a.state = names.AppendState(a.state[:0], a.sim.Mind(b), debugprint.ActivePath)
			lines := folded(strings.Split(string(a.state), "\n"))
			depth = max(depth, len(lines))
			lines = shortened(lines, 6)
			require.LessOrEqual(t, len(lines), 6)
			runs := 0
			for _, l := range lines {
				if l.runs {
					runs++
				}
			}
			require.NotZero(t, runs, "what runs is not left out:\n%s", a.state)
			branches = max(branches, runs)
		}
	}
	assert.Equal(t, 2, branches, "grazing and looking up")
	assert.GreaterOrEqual(t, depth, 8, "a toy's tree below the mind")
}
