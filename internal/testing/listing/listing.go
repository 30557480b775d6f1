// Package listing inspects what the compiler makes of a package's declarations, for tests.
package listing

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

var instruction = regexp.MustCompile(`^\t0x[0-9a-f]+ \d+ \([^)]*\)\t([A-Z]+)`)

// Of compiles the package in a directory and returns the compiler's listing. It skips the test if there is no go command.
func Of(t *testing.T, dir string) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	build := exec.Command("go", "build", "-gcflags=-S", dir)
	if runtime.GOARCH == "386" { // whose functions all begin with a check of the stack
		build.Env = append(os.Environ(), "GOARCH=amd64")
	}
	out, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// Init returns the instructions of a package's init function, which initializes its variables at program start, if it has
// one. pkg is the end of the package's path.
func Init(listing, pkg string) (instructions []string, found bool) {
	_, code, found := strings.Cut(listing, pkg+".init STEXT")
	if !found {
		return nil, false
	}
	for text := range strings.Lines(code[strings.Index(code, "\n")+1:]) {
		m := instruction.FindStringSubmatch(text)
		if m == nil {
			break
		}
		if m[1] != "TEXT" && m[1] != "FUNCDATA" && m[1] != "PCDATA" {
			instructions = append(instructions, m[1])
		}
	}
	return instructions, true
}
