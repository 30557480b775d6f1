package decidertree_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/decidertree/decidertree"

type layer struct {
	pkg  string
	uses string // what its non-test files may import of this module
}

// words are the packages of plain vocabulary, which nearly all others use.
const words = "stimuli world behavior declaration event state description "

// layers lists every package of the module with those of its own that it may import, lowest first: each may
// only name packages above it in the list, so the list cannot hold a cycle. A line that ends in /... stands
// for a directory and all below it, which may import each other.
var layers = []layer{
	{".", ""}, // documentation only
	{"internal/engine", ""},
	{"internal/refusal", ""},
	{"internal/source", ""},
	{"internal/near", ""},
	{"internal/testing/golden", ""},
	{"internal/testing/heap", ""},
	{"internal/testing/listing", ""},
	{"internal/testing/trials", ""},
	{"internal/snapshot", "internal/engine"},
	{"stimuli", "internal/engine internal/snapshot"},
	{"world", "internal/engine internal/snapshot stimuli"},
	{"internal/usercode", "internal/engine stimuli world"},
	{"behavior", "internal/engine internal/snapshot internal/usercode stimuli world"},
	{"declaration", "behavior"},
	{"event", "internal/engine stimuli world behavior declaration"},
	{"state", "internal/engine world behavior declaration event"},
	{"description", "stimuli world behavior declaration event"},
	{"internal/tape", "world"},

	// The engine, room by room.
	{"internal/plain", "internal/engine internal/usercode stimuli world behavior declaration"},
	{"internal/program", words + "internal/engine internal/snapshot internal/source internal/usercode internal/plain"},
	{"internal/memory", words + "internal/usercode internal/plain internal/program"},
	{"internal/shared", words + "internal/engine internal/tape internal/usercode internal/program internal/memory"},
	{"internal/tick", words + "internal/engine internal/refusal internal/source internal/tape internal/usercode internal/plain internal/program internal/memory internal/shared"},
	{"internal/agent", words + "internal/engine internal/refusal internal/tape internal/usercode internal/plain internal/program internal/memory internal/shared internal/tick"},
	{"internal/see", words + "internal/engine internal/program internal/memory internal/tick internal/agent"},
	{"internal/replay", words + "internal/engine internal/refusal internal/tape internal/usercode internal/plain internal/program internal/memory internal/shared internal/tick internal/agent internal/see"},
	{"internal/migrate", words + "internal/engine internal/refusal internal/snapshot internal/usercode internal/program internal/memory internal/tick internal/agent"},

	// The shells, and what games import beside them.
	{"decider", words + "internal/engine internal/refusal internal/snapshot internal/tape internal/usercode internal/plain internal/program internal/agent internal/see internal/migrate"},
	{"crowd", words + "internal/engine internal/snapshot internal/usercode internal/program internal/memory internal/tick internal/agent internal/migrate decider"},
	{"blackboard", words + "internal/engine internal/usercode decider"},
	{"debugprint", words + "decider"},
	{"decider/decidertest", words + "internal/engine internal/usercode decider"},

	// Tools.
	{"picture", words + "decider debugprint"},
	{"history", words + "internal/engine internal/snapshot internal/tape internal/tick internal/replay decider debugprint"},
	{"why", words + "internal/engine internal/near internal/replay decider debugprint history"},
	{"query", words + "internal/near debugprint history why"},
	{"treefile", words + "internal/engine internal/near internal/usercode internal/program decider debugprint"},
	{"profile", words + "internal/engine"},
	{"internal/wire", ""},
	{"internal/scenefile", "internal/wire"},
	{"internal/connections", ""},
	{"internal/meter", ""},
	{"internal/glance", words + "debugprint"},
	{"internal/stops", words + "internal/wire debugprint history"},
	{"internal/notebook", words + "internal/wire history"},
	{"internal/comparison", words + "internal/wire debugprint history why"},
	{"inspect", words + "internal/comparison internal/connections internal/engine internal/glance internal/meter internal/near internal/notebook internal/scenefile internal/stops internal/tick internal/wire decider debugprint history why query profile"},
	{"cmd/decidertree", words + "decider picture history why query profile inspect"},

	// Tests, documents and the demo.
	{"internal/testing/reference", words + "internal/engine internal/source internal/usercode decider"},
	{"internal/testing/randomtree", words + "internal/engine internal/usercode decider"},
	{"internal/testing/differential", ""},
	{"decider/decidertest/games/...", words + "internal/refusal internal/testing/randomtree decider crowd history"},
	{"internal/testing/workload", words + "decider"},
	{"internal/testing/crowds", words + "decider crowd internal/testing/workload"},
	{"docs/tutorial", words + "decider debugprint why"},
	{"demo/nest", words + "blackboard decider"},
	{"internal/picture", words + "decider debugprint picture demo/nest"},
	{"demo/...", words + "blackboard decider debugprint crowd history profile inspect"},
}

// TestDependencies keeps dependencies going one way, and what a game imports free of anything but the
// standard library. Test files may import what they like.
func TestDependencies(t *testing.T) {
	for i, l := range layers {
		for _, used := range strings.Fields(l.uses) {
			if !slices.ContainsFunc(layers[:i], func(above layer) bool { return above.pkg == used }) {
				t.Errorf("layers: %s may use %s, which does not stand above it", l.pkg, used)
			}
		}
	}
	found := map[string]bool{}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		pkg := path.Dir(file)
		at := slices.IndexFunc(layers, func(l layer) bool { return covers(l.pkg, pkg) })
		if at < 0 {
			t.Errorf("%s: package %s has no line in layers (deps_test.go)", file, pkg)
			continue
		}
		of := layers[at]
		found[of.pkg] = true
		for _, imported := range importsOf(t, file) {
			own, isOwn := strings.CutPrefix(imported, module+"/")
			switch {
			case isOwn && !of.mayUse(own):
				t.Errorf("%s imports %s, which layers (deps_test.go) does not allow", file, own)
			case !isOwn && !isStandard(imported):
				t.Errorf("%s imports %s: only the standard library, please", file, imported)
			}
		}
	}
	for _, l := range layers {
		if !found[l.pkg] {
			t.Errorf("layers: there is no package %s", l.pkg)
		}
	}
}

// TestRoomsAreSmall keeps packages small enough to be known as a whole: at most 33 files of code in a folder.
func TestRoomsAreSmall(t *testing.T) {
	const most = 33
	files := map[string]int{}
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			files[path.Dir(file)]++
		}
	}
	for dir, n := range files {
		if n > most {
			t.Errorf("%s holds %d files; it has become a mixture: make a room for some of them", dir, n)
		}
	}
}

// mayUse reports whether the layer's packages may import a package of this module.
func (l layer) mayUse(pkg string) bool {
	return slices.Contains(strings.Fields(l.uses), pkg) || strings.HasSuffix(l.pkg, "/...") && covers(l.pkg, pkg)
}

// covers reports whether a line of layers is about a package.
func covers(line, pkg string) bool {
	dir, all := strings.CutSuffix(line, "/...")
	return pkg == dir || all && strings.HasPrefix(pkg, dir+"/")
}

// isStandard reports whether an import path is of the standard library: its first element has no dot.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}

// goFiles returns the Go files of this module, as slash-separated paths: those below a go.mod of their own, in
// testdata and in hidden directories are not.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if entry.IsDir() {
			_, noModule := os.Stat(filepath.Join(name, "go.mod"))
			if strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || noModule == nil {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".go") {
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func importsOf(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, imported)
	}
	return paths
}
