package decider_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// typed is a program in which one declaration follows.
const typed = `package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	creature struct{}
	prey     struct{ at int }
	route    struct{ points []int }
	context  = behavior.Context[*creature]
)

var (
	hunt  = behavior.WithDBlock[*creature, prey, route]{Name: "HUNT"}
	walk  = behavior.WithBlock[*creature, route]{Name: "WALK"}
	other = behavior.Behavior[creature]{Name: "OTHER"}
	block = behavior.WithBlock[creature, route]{Name: "BLOCK"}
	hand  = decider.Slot[*creature]{Name: "HAND"}
	claw  = decider.Slot[creature]{Name: "CLAW"}
	pet   decider.Tree[creature]
)

func seen(*context, *prey) float64    { return 1 }
func heard(*context, *route) float64  { return 1 }
func felt(*behavior.Context[creature], *prey) float64 { return 1 }
func step(*context, *prey) behavior.Status { return behavior.Running }

`

// exports finds what the compiler has to know of the packages that typed imports, and of all that those import. The go
// tool says where it lies; sources need not be found, which a test that was built with -trimpath could not do.
func exports(t *testing.T) importer.Lookup {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}",
		"github.com/decidertree/decidertree/behavior", "github.com/decidertree/decidertree/decider")
	lines, err := list.Output()
	require.NoError(t, err)
	files := map[string]string{}
	for line := range strings.Lines(string(lines)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
}

// A block, a DBlock, a behavior, a slot or a child of the wrong type does not compile, and the compiler's message names
// the types. The declarations that differ from a sound one in the type alone are sound otherwise.
func TestWrongTypesDoNotCompile(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go tool: it is needed to find what the packages export")
	}
	fset := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", exports(t))}
	check := func(declaration string) error {
		file, err := parser.ParseFile(fset, "nest.go", typed+declaration, 0)
		require.NoError(t, err)
		_, err = config.Check("nest", fset, []*ast.File{file}, nil)
		return err
	}
	for _, declaration := range []string{
		`var root = decider.Decider[*creature]{DBlock: &decider.DBlock[*creature, prey]{Decide: seen, Behavior: &hunt}}`,
		`var root = decider.Decider[*creature]{Behavior: &walk}`,
		`var root = decider.Decider[creature]{Behavior: &other}`,
		`var root = decider.Decider[*creature]{Slot: &hand}`,
		`var root = decider.Decider[creature]{Slot: &claw}`,
		`var root = decider.Decider[*creature]{Behavior: &behavior.Given[*creature, prey]{Behavior: &hunt}}`,
	} {
		require.NoError(t, check(declaration), declaration)
	}
	for declaration, says := range map[string]string{
		`var root = decider.Decider[*creature]{DBlock: &decider.DBlock[*creature, prey]{Decide: heard, Behavior: &hunt}}`:  "cannot use heard",
		`var root = decider.Decider[*creature]{DBlock: &decider.DBlock[*creature, route]{Decide: heard, Behavior: &hunt}}`: "TakingCalls",
		`var root = decider.Decider[*creature]{DBlock: &decider.DBlock[*creature, prey]{Decide: seen, Behavior: &walk}}`:   "missing method TakingCalls",
		`var root = decider.Decider[*creature]{Behavior: &hunt}`:                                                           "missing method Calls",
		`var root = decider.Decider[*creature]{Behavior: &behavior.Given[*creature, route]{Behavior: &hunt}}`:              "TakingCalls",
		`var root = decider.Decider[*creature]{Behavior: &behavior.Given[*creature, route]{Behavior: &walk}}`:              "missing method TakingCalls",
		`var root = decider.Decider[creature]{Behavior: &behavior.Given[creature, prey]{Behavior: &hunt}}`:                 "TakingCalls",
		`var root = decider.Decider[creature]{Behavior: &behavior.Given[*creature, prey]{Behavior: &hunt}}`:                "wrong type for method Calls",
		`var root = decider.Decider[*creature]{Copy: &decider.Decider[creature]{}}`:                                        "*decider.Decider[creature]",
		`var root = decider.Decider[*creature]{Behavior: &other}`:                                                          "wrong type for method Calls",
		`var root = decider.Decider[*creature]{Behavior: &block}`:                                                          "wrong type for method Calls",
		`var root = decider.Decider[*creature]{DBlock: &decider.DBlock[creature, prey]{Decide: felt}}`:                     "wrong type for method Handover",
		`var root = decider.Decider[*creature]{DBlock: &decider.DBlock[*creature, prey]{Decide: felt, Behavior: &hunt}}`:   "cannot use felt",
		`var root = decider.Decider[*creature]{Slot: &claw}`:                                                               "*decider.Slot[creature]",
		`var root = decider.Decider[*creature]{Children: decider.Children[*creature]{&decider.Decider[creature]{}}}`:       "*decider.Decider[creature]",
		`func plug(c *context) { hand.Plug(c, &pet) }`:                                                                     "*decider.Tree[creature]",
		`func plug(c *context) { claw.Plug(c, &pet) }`:                                                                     "*context",
		`var root = decider.Decider[*creature]{Behavior: walk}`:                                                            "method Calls has pointer receiver",
		`var b = behavior.WithBlock[*creature, route]{Tick: step}`:                                                         "cannot use step",
		`var k = decider.Check{All: behavior.BehaviorFlags(1)}`:                                                            "DecisionFlags",
	} {
		err := check(declaration)
		require.Error(t, err, declaration)
		assert.Contains(t, strings.ReplaceAll(err.Error(), "\n", " "), says, declaration)
	}
}
