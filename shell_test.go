package decidertree_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shell lists the packages that are generic over the agent's type or a value's. A game's build compiles their
// functions once for each such type; it compiles nothing else of this module. description.byName is generic over
// this module's own enumerations and compiled once, with its package.
var shell = []string{"behavior", "blackboard", "crowd", "decider", "description", "internal/usercode", "stimuli", "why", "world"}

// most limits the instantiated functions by game, so that no logic creeps into the shell: a number that has to
// rise is a cost for every edit of every game.
var most = map[string]int{"docs/tutorial": 25, "demo": 260}

// TestOnlyTheShellIsGeneric builds a small game and the demo and lists the functions of this module that were
// compiled for the game's types: the linker calls them pkg.Function[go.shape...].
func TestOnlyTheShellIsGeneric(t *testing.T) {
	if testing.Short() {
		t.Skip("builds two programs")
	}
	instantiated := regexp.MustCompile(regexp.QuoteMeta(module) + `/([\w/]+)\.(?:\(\*?)?\w+\[go\.shape`)
	for _, game := range []string{"docs/tutorial", "demo"} {
		binary := filepath.Join(t.TempDir(), "game")
		run(t, "go", "build", "-o", binary, "./"+game)
		counts := map[string]int{}
		total := 0
		for line := range strings.Lines(run(t, "go", "tool", "nm", "-type", binary)) {
			fields := strings.Fields(line)
			if len(fields) < 3 || fields[1] != "T" && fields[1] != "t" {
				continue
			}
			match := instantiated.FindStringSubmatch(strings.Join(fields[2:], " "))
			if match == nil {
				continue
			}
			counts[match[1]]++
			total++
			assert.True(t, slices.Contains(shell, match[1]), "%s compiles %s", game, strings.Join(fields[2:], " "))
		}
		t.Logf("%s compiles %d functions of the shell: %v", game, total, counts)
		assert.NotZero(t, total, "%s: no instantiation found; has the notation of go tool nm changed?", game)
		assert.LessOrEqual(t, total, most[game], "%s compiles more functions of the shell", game)
	}
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	output, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s %s: %s", name, strings.Join(args, " "), output)
	return string(output)
}
