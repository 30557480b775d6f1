package decidertree_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/decidertree/decidertree/internal/testing/golden"
)

// public are the packages whose API users build on.
var public = []string{"stimuli", "world", "behavior", "declaration", "event", "state", "description", "decider", "blackboard", "decider/decidertest", "decider/decidertest/games", "profile", "debugprint", "picture", "crowd", "history", "why", "inspect"}

// TestAPI holds the public API to the text that was last approved, so that no change to it goes unnoticed. The
// change is approved by `go test . -run TestAPI -update` and shows in the commit as a diff of api.txt.
func TestAPI(t *testing.T) {
	var b strings.Builder
	b.WriteString("# The approved public API. Made by: go test . -run TestAPI -update\n")
	for _, dir := range public {
		fmt.Fprintf(&b, "\npackage %s // %s/%s\n\n", filepath.Base(dir), module, dir)
		writeAPI(t, &b, dir)
	}
	got := b.String()
	if *golden.Update {
		if err := os.WriteFile("api.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	approved, err := os.ReadFile("api.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range diffLines(string(approved), got) {
		if i == 0 {
			t.Error("the public API is not the approved one; if it is meant: go test . -run TestAPI -update, and a line in CHANGELOG.md")
		}
		t.Log(line)
	}
}

// writeAPI renders a package's exported declarations without their comments and bodies.
func writeAPI(t *testing.T, b *strings.Builder, dir string) {
	t.Helper()
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	d, err := doc.NewFromFiles(fset, files, module+"/"+dir)
	if err != nil {
		t.Fatal(err)
	}
	values := func(values []*doc.Value) {
		for _, v := range values {
			writeDecl(t, b, v.Decl)
		}
	}
	functions := func(functions []*doc.Func) {
		for _, f := range functions {
			if !forThisModule(f.Decl) {
				f.Decl.Body = nil
				writeDecl(t, b, f.Decl)
			}
		}
	}
	values(d.Consts)
	values(d.Vars)
	functions(d.Funcs)
	for _, typ := range d.Types {
		b.WriteByte('\n')
		writeDecl(t, b, typ.Decl)
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs)
		functions(typ.Methods)
	}
}

// forThisModule reports whether a function takes what only this module's packages can name: it is exported for
// them and no part of what users build on.
func forThisModule(f *ast.FuncDecl) bool {
	return slices.ContainsFunc(f.Type.Params.List, func(param *ast.Field) bool {
		sel, ok := param.Type.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		pkg, ok := sel.X.(*ast.Ident)
		return ok && pkg.Name == "engine"
	})
}

func writeDecl(t *testing.T, b *strings.Builder, decl ast.Decl) {
	t.Helper()
	var text strings.Builder
	// A fresh FileSet: with the real positions the printer would keep the blank lines that comments left.
	config := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	if err := config.Fprint(&text, token.NewFileSet(), decl); err != nil {
		t.Fatal(err)
	}
	// go/doc's note of what it left out finds no place of its own without positions.
	fmt.Fprintln(b, strings.Replace(strings.TrimSpace(text.String()),
		"\n}// contains filtered or unexported fields", "\t// unexported fields\n}", 1))
}

// diffLines tells which lines only one of two texts has, in the order of the texts.
func diffLines(old, current string) []string {
	var diff []string
	only := func(sign, a, b string) {
		left := map[string]int{}
		for line := range strings.Lines(b) {
			left[line]++
		}
		for line := range strings.Lines(a) {
			if left[line]--; left[line] < 0 {
				diff = append(diff, sign+strings.TrimSuffix(line, "\n"))
			}
		}
	}
	only("- ", old, current)
	only("+ ", current, old)
	return diff
}
