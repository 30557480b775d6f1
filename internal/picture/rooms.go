package main

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// kind is what a room is for, which its colour shows.
type kind string

const (
	tool       kind = "tool"
	shell      kind = "shell"
	engine     kind = "engine"
	vocabulary kind = "words"
)

// room is a package of this module, or with a name that ends in /... a directory of packages, in the drawing.
type room struct {
	pkg     string
	caption string
	kind    kind
	x       int // of its middle
}

// floor is a part of the drawing: rows of rooms below each other.
type floor struct {
	title []string
	rows  [][]room
}

// plan is where each room stands. A room may import only what stands in a row below it.
var plan = []floor{
	{[]string{"tools"}, [][]room{
		{{"cmd/decidertree", "recordings, offline", tool, 275}, {"demo/...", "the game", tool, 703}, {"internal/testing/...", "oracle", tool, 838}},
		{{"inspect", "a page in the browser", tool, 440}},
		{{"internal/scenefile", "scenes in files", engine, 250}, {"internal/notebook", "notes", engine, 440}, {"treefile", "trees as files", tool, 640}, {"internal/meter", "shares", engine, 820}},
		{{"internal/comparison", "two runs", engine, 230}, {"query", "searches", tool, 440}, {"internal/stops", "breakpoints", engine, 640}, {"internal/glance", "", engine, 790}},
		{{"why", "explanations", tool, 440}, {"internal/wire", "the page's JSON", engine, 612}},
		{{"picture", "drawings", tool, 250}, {"history", "recordings", tool, 440}, {"profile", "counts, times", tool, 640}, {"internal/connections", "", engine, 820}},
	}},
	{[]string{"what games", "import"}, [][]room{
		{{"debugprint", "text", shell, 340}, {"blackboard", "values", shell, 535}, {"crowd", "many agents", shell, 700}, {"decider/decidertest", "", shell, 850}},
		{{"decider", "trees, memories, ticks", shell, 610}},
	}},
	{[]string{"engine rooms"}, [][]room{
		{{"internal/replay", "recorded ticks again", engine, 270}, {"internal/near", "similar names", engine, 800}},
		{{"internal/see", "states", engine, 350}, {"internal/migrate", "snapshots, changed trees", engine, 610}},
		{{"internal/agent", "alone, in a crowd, viewed", engine, 460}},
		{{"internal/tick", "the walk, requests, panics", engine, 460}},
		{{"internal/shared", "gates, squads", engine, 460}, {"internal/refusal", "errors", engine, 790}},
		{{"internal/memory", "an agent's bytes", engine, 460}, {"internal/tape", "takes, answers", engine, 790}},
		{{"internal/program", "immutable tables", engine, 460}},
		{{"internal/plain", "lowered declaration, faults", engine, 570}, {"internal/source", "positions", engine, 810}},
	}},
	{[]string{"vocabulary"}, [][]room{
		{{"state", "of one agent", vocabulary, 250}, {"description", "a tree as data", vocabulary, 460}},
		{{"event", "what ticks tell", vocabulary, 355}},
		{{"declaration", "policies, options, faults", vocabulary, 460}},
		{{"behavior", "acting, Context", vocabulary, 460}},
		{{"internal/usercode", "functions and blocks without types", engine, 460}},
		{{"world", "clock, gates, squads", vocabulary, 460}},
		{{"stimuli", "tokens", vocabulary, 460}},
		{{"internal/engine", "key, hash, draws", engine, 355}, {"internal/snapshot", "the stream", engine, 570}},
	}},
}

// leftOut are packages that are not drawn: documentation, random games, and this one.
var leftOut = []string{".", "docs/tutorial", "decider/decidertest/games", "decider/decidertest/games/play", "internal/picture"}

const module = "github.com/decidertree/decidertree/"

// imports are the rooms that each room imports, by index among all rooms from the top.
func imports(rooms []room) ([][]int, error) {
	all := make([][]int, len(rooms))
	inUse := make([]bool, len(rooms))
	root, err := moduleRoot()
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata" || entry.Name() == "node_modules" || isModule(name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(relative))
		if slices.Contains(leftOut, pkg) {
			return nil
		}
		from := roomOf(rooms, pkg)
		if from < 0 {
			return fmt.Errorf("package %s has no room in the plan (internal/picture/rooms.go)", pkg)
		}
		inUse[from] = true
		used, err := importsOf(name)
		for _, imported := range used {
			to := roomOf(rooms, imported)
			if to >= 0 && to != from && !slices.Contains(all[from], to) {
				all[from] = append(all[from], to)
			}
		}
		return err
	})
	if i := slices.Index(inUse, false); err == nil && i >= 0 {
		err = fmt.Errorf("the plan (internal/picture/rooms.go) has a room for %s, which does not exist", rooms[i].pkg)
	}
	return all, err
}

// isModule reports whether a directory holds a go.mod.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// moduleRoot is the directory of the module that the working directory lies in.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if isModule(dir) {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", fmt.Errorf("no go.mod above the working directory")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// roomOf is the index of a package's room; -1 for none.
func roomOf(rooms []room, pkg string) int {
	return slices.IndexFunc(rooms, func(r room) bool {
		dir, all := strings.CutSuffix(r.pkg, "/...")
		return pkg == dir || all && strings.HasPrefix(pkg, dir+"/")
	})
}

// importsOf are the packages of this module that a file imports.
func importsOf(file string) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var own []string
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if pkg, isOwn := strings.CutPrefix(imported, module); isOwn {
			own = append(own, pkg)
		}
	}
	return own, nil
}

// reduced leaves out each import that follows from others. Imports go to rooms of higher index, so there are no cycles.
func reduced(all [][]int) [][]int {
	reached := make([]map[int]bool, len(all))
	for from := len(all) - 1; from >= 0; from-- {
		reached[from] = map[int]bool{}
		for _, to := range all[from] {
			for further := range reached[to] {
				reached[from][further] = true
			}
		}
		all[from] = slices.DeleteFunc(all[from], func(to int) bool { return reached[from][to] })
		slices.SortFunc(all[from], cmp.Compare)
		for _, to := range all[from] {
			reached[from][to] = true
		}
	}
	return all
}
