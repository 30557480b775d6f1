package treefile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/treefile"
)

// roundTrip saves a declaration, loads the file, and compares the trees: all that a description has, functions by name and
// position included. It returns the file.
func roundTrip[A any](t *testing.T, names debugprint.Names, root *decider.Decider[A]) []byte {
	before, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	r := treefile.Collect(names, root)
	file, err := r.Save(root)
	require.NoError(t, err)
	after, err := r.Load("tree.json", file)
	require.NoError(t, err, "%s", file)
	require.Equal(t, before.Describe(), after.Describe(), "%s", file)
	loaded, err := r.Declaration("tree.json", file)
	require.NoError(t, err)
	again, err := r.Save(loaded)
	require.NoError(t, err)
	require.Equal(t, string(file), string(again))
	return file
}

func TestRoundTripOfTheDemo(t *testing.T) {
	file := roundTrip(t, debugprint.Names{
		Decision: debugprint.BitNames{"Dead", "Young", "Hungry", "Starving", "Sated", "Tired", "Hurt", "Night", "AtHome", "EnemySeen"},
		Stimuli: debugprint.BitNames{"HitTaken", "HelpWanted", "GrowlHeard", "NoiseHeard", "InvitedToPlay", "Winded",
			"Enraged", "Cried", "Laid", "Played", "Mobbing", "Mobbed"},
		Behavior: debugprint.BitNames{"ToTheDeath", "Nocturnal", "ToFood", "Flip", "Roll", "Dance"},
	}, &nest.Root)
	assert.Contains(t, string(file), `"name": "FLEE"`)
	assert.NotContains(t, string(file), "0x", "all flags have names")
}

// Random trees have everything that a declaration can have, copies and parameters too.
func TestRoundTripOfRandomTrees(t *testing.T) {
	fields := strings.Fields(`"shared" "copy" "declarations" "given" "wait"  "keys" "dblock" "jump" "forever"`)
	said := map[string]bool{}
	for seed := range uint64(200) {
		forest := randomtree.RandomTreeSet(randomtree.RandomSource(seed), 0)
		if _, err := decider.InitializeTreeData(forest.Root); err != nil {
			continue
		}
		file := string(roundTrip(t, debugprint.Names{}, forest.Root))
		for _, field := range fields {
			said[field] = said[field] || strings.Contains(file, field)
		}
	}
	for field, is := range said {
		assert.True(t, is, "no tree had %s", field)
	}
}
