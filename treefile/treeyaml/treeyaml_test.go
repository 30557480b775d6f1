package treeyaml_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/treefile"
	"github.com/decidertree/decidertree/treefile/treeyaml"
)

type sheep struct{}

type Context = behavior.Context[*sheep]

func hungry(*Context) float64 { return 1 }

var (
	eat = behavior.Behavior[*sheep]{Name: "EAT"}
	run = behavior.Behavior[*sheep]{Name: "RUN"}
)

func minds() *treefile.Registry[*sheep] {
	return &treefile.Registry[*sheep]{
		Decides:   map[string]func(*Context) float64{"hungry": hungry},
		Behaviors: []behavior.Runner[*sheep]{&eat, &run},
		Names:     debugprint.Names{Decision: debugprint.BitNames{"Wolf", "Night", "10"}},
	}
}

const meadow = `version: 1
tree:
  name: SHEEP
  children:
    - name: FLEE
      decisionFlags:
        all: [Wolf, "10"]
      behavior: RUN
    - name: GRAZE
      cooldown: 10
      decide: hungry
      behavior: EAT
    - name: REST
      behavior:
        wait: 2.5
`

func TestRoundTrip(t *testing.T) {
	root, err := treeyaml.Declaration(minds(), "sheep.yaml", []byte(meadow))
	require.NoError(t, err)
	text, err := treeyaml.Save(minds(), root)
	require.NoError(t, err)
	assert.Equal(t, meadow, string(text))
	tree, err := treeyaml.Load(minds(), "sheep.yaml", text)
	require.NoError(t, err)
	assert.Equal(t, "SHEEP", tree.Describe().Name)
}

func ExampleLoad() {
	_, err := treeyaml.Load(minds(), "sheep.yaml", []byte(`
version: 1
tree:
  name: SHEEP
  children:
    # the wolf comes first
    - name: FLEE
      decisionFlags: {all: [Wulf]}
      behavior: RUN
    - name: GRAZE
      behaviour: EAT
`))
	fmt.Println(err)
	// Output:
	// sheep.yaml:8: SHEEP > FLEE: decisionFlags.all[0]: there is no flag "Wulf"; write "Wolf", or add it to the Registry's Names
	// sheep.yaml:11: SHEEP > GRAZE: there is no field "behaviour"; write "behavior"
}

func TestErrors(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 12 {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	for _, c := range []struct {
		what, text string
		err        error
		says       string
	}{
		{"nothing", "", treefile.ErrSyntax, "f:1: the file is empty"},
		{"indentation", "version: 1\ntree:\n  name: A\n behavior: B", treefile.ErrSyntax, "f:3: "},
		{"a tab", "version: 1\n\ttree: 3", treefile.ErrSyntax, "f:2: "},
		{"two documents", "version: 1\n---\nversion: 1", treefile.ErrSyntax, "there is a second document"},
		{"a merge", "a: &a {x: 1}\nb:\n  <<: *a", treefile.ErrSyntax, "f:3: "},
		{"a list as a name", "version: 1\n? [a, b]\n: c", treefile.ErrSyntax, "f:2: "},
		{"itself", "a: &a [*a]", treefile.ErrSyntax, ""},
		{"infinity", "version: .inf", treefile.ErrSyntax, `".inf" is not a finite number`},
		{"a bomb", bomb, treefile.ErrLimit, "stands for more than"},
		{"deep", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), treefile.ErrLimit, "nested"},
		{"large", strings.Repeat(" ", treefile.MaxFile+1), treefile.ErrLimit, "33554433 bytes"},
	} {
		_, err := treeyaml.JSON("f", []byte(c.text))
		if assert.ErrorIs(t, err, c.err, c.what) {
			assert.Contains(t, err.Error(), c.says, c.what)
		}
	}
}

// The lines of the JSON are those of the YAML.
func TestLines(t *testing.T) {
	data, err := treeyaml.JSON("f", []byte(meadow))
	require.NoError(t, err)
	lines := strings.Split(string(data), "\n")
	assert.Contains(t, lines[9], `10`)
	assert.Contains(t, lines[14], `2.5`)
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(meadow))
	f.Add([]byte("a: &a [1, 0x10, .5, ~, yes, 2026-01-02]\nb: *a"))
	f.Fuzz(func(t *testing.T, text []byte) {
		data, err := treeyaml.JSON("f", text)
		if err == nil {
			require.True(t, json.Valid(data), "%s", data)
		}
	})
}

// The published schema is valid, accepts a file with every field, and refuses what Load refuses. So does that of a Registry,
// which also knows the names.
func TestSchemas(t *testing.T) {
	all, wrong := instance(t, "../testdata/all.json"), instance(t, "../testdata/errors.json")
	every, game := compiled(t, "../v1.schema.json"), compiled(t, "../testdata/minds.schema.json")
	assert.NoError(t, every.Validate(all))
	assert.NoError(t, game.Validate(all))
	assert.Error(t, every.Validate(wrong))
	assert.Error(t, game.Validate(wrong))
	named := func(change func(leaf map[string]any)) map[string]any {
		leaf := map[string]any{"name": "A", "behavior": "EAT"}
		change(leaf)
		return map[string]any{"version": 1.0, "tree": map[string]any{"name": "R", "children": []any{leaf}}}
	}
	for what, change := range map[string]func(map[string]any){
		"a function": func(leaf map[string]any) { leaf["decide"] = "starving" },
		"a flag":     func(leaf map[string]any) { leaf["decisionFlags"] = map[string]any{"all": []any{"Wulf"}} },
		"a behavior": func(leaf map[string]any) { leaf["behavior"] = "SING" },
		"a DBlock":   func(leaf map[string]any) { leaf["dblock"] = "listen" },
		"a key":      func(leaf map[string]any) { leaf["keys"] = []any{"ANGER"} },
	} {
		file := named(change)
		assert.NoError(t, every.Validate(file), what)
		assert.Error(t, game.Validate(file), what)
	}
	for what, change := range map[string]func(map[string]any){
		"a field":  func(leaf map[string]any) { leaf["behaviour"] = "EAT" },
		"a policy": func(leaf map[string]any) { leaf["policy"] = "Both" },
		"a type":   func(leaf map[string]any) { leaf["weight"] = "much" },
		"shared":   func(leaf map[string]any) { leaf["shared"] = "R" },
	} {
		assert.Error(t, every.Validate(named(change)), what)
	}
}

func instance(t *testing.T, file string) any {
	text, err := os.Open(file)
	require.NoError(t, err)
	defer text.Close()
	v, err := jsonschema.UnmarshalJSON(text)
	require.NoError(t, err)
	return v
}

func compiled(t *testing.T, file string) *jsonschema.Schema {
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource(file, instance(t, file)))
	s, err := c.Compile(file)
	require.NoError(t, err)
	return s
}
