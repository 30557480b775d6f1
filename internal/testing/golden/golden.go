// Package golden compares the output of tests with approved texts in files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Update is the flag -update of every test that imports this package: write the approved texts, for review.
var Update = flag.Bool("update", false, "write the texts that tests compare with (golden files), for review")

// Equal fails the test unless got equals the text of testdata/name. With -update it writes the file instead.
func Equal(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *Update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test -update to write it", err)
	}
	if got == string(want) {
		return
	}
	a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Fatalf("%s:%d differs; if the change is intended, run go test -update\nwant %s\ngot  %s", path, i+1, line(a, i), line(b, i))
		}
	}
}

// line returns line i, or a mark for the end.
func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(the end)"
}
