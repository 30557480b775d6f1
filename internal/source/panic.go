package source

import (
	"path"
	"slices"
	"strings"
)

const module = "github.com/decidertree/decidertree/"

// Panicked returns the position of the user's function that panicked, "nest/deciders.go:41", by the stack that
// debug.Stack returns where the panic is recovered; "" if the stack has none. It skips frames of the standard library
// and of this module, which the function may have called.
func Panicked(stack []byte, in Paths) string {
	lines := strings.Split(string(stack), "\n")
	standard, after := "", false
	for i := 1; i+1 < len(lines); i += 2 { // a line with the function, a line with its position
		for i+2 < len(lines) && !strings.HasPrefix(lines[i+1], "\t") { // "...additional frames elided..."
			i++
		}
		function, file := lines[i], strings.ReplaceAll(strings.TrimPrefix(lines[i+1], "\t"), `\`, "/")
		if at := strings.LastIndexByte(function, '('); at >= 0 {
			function = function[:at]
		}
		file, _, _ = strings.Cut(file, " +0x")
		colon := strings.LastIndexByte(file, ':')
		if colon < 0 {
			continue
		}
		file, line := file[:colon], file[colon:]
		pkg, _ := Split(function)
		if before, ok := strings.CutSuffix(file, "runtime/debug/stack.go"); ok {
			standard = before
		}
		switch {
		case function == "panic" || function == "runtime.Goexit":
			after = true
		case strings.HasPrefix(pkg, "created by "):
			return ""
		case !after || strings.HasPrefix(file, "<") || isStandard(pkg, file, standard):
		case pkg == module+"internal/tick" || pkg == module+"internal/agent": // the call of the user's function
			return ""
		case isOurs(pkg, file):
		default:
			return in.File(pkg, file) + line
		}
	}
	return ""
}

// isStandard reports whether a package is the standard library's. Below is the directory of its sources, "" in a program
// built with -trimpath, where a module of the user's with the name of a standard directory counts as standard.
func isStandard(pkg, file, below string) bool {
	if pkg == "runtime" || strings.HasPrefix(pkg, "runtime/") {
		return true
	}
	if below == "" { // built with -trimpath: the file is named by its package, as the user's are
		first, _, _ := strings.Cut(pkg, "/")
		return slices.Contains(standard, first) && path.Dir(file) == pkg
	}
	return path.Dir(file) == below+pkg
}

// standard lists the directories of the standard library whose functions user code calls.
var standard = []string{
	"bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "encoding", "errors", "fmt", "hash", "html", "image", "internal", "io",
	"iter", "log", "maps", "math", "net", "os", "path", "reflect", "regexp", "slices", "sort", "strconv", "strings", "sync", "syscall", "testing", "text",
	"time", "unicode", "unique", "weak",
}

// isOurs reports whether a function belongs to the framework, and not to a test, example or demo of it.
func isOurs(pkg, file string) bool {
	within, ours := strings.CutPrefix(pkg, module)
	if !ours || strings.HasSuffix(file, "_test.go") {
		return false
	}
	for _, game := range []string{"demo/", "docs/", "examples/", "internal/testing/"} {
		if strings.HasPrefix(within+"/", game) {
			return false
		}
	}
	return true
}
