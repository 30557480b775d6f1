package source

import (
	"path"
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
		case !after || strings.HasPrefix(file, "<") || in.isStandard(pkg, file, standard):
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
// built with -trimpath; there a package is standard that has no dot in the first part of its path, as modules of others
// have, and is not the program's own.
func (in Paths) isStandard(pkg, file, below string) bool {
	if pkg == "runtime" || strings.HasPrefix(pkg, "runtime/") {
		return true
	}
	if below != "" {
		return path.Dir(file) == below+pkg
	}
	first, _, _ := strings.Cut(pkg, "/")
	_, own := in.within(pkg)
	return !own && pkg != "main" && !strings.Contains(first, ".")
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
