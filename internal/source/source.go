// Package source says where functions of the user's program are, without the parts of a path that depend on the
// machine that built the program.
package source

import (
	"path"
	"runtime/debug"
	"strings"
	"sync"
)

// Paths are the import paths by which the paths of files are shortened.
type Paths struct {
	Main   string // of package main
	Module string // of the main module; "" if unknown
}

// Program returns the paths of the running program.
var Program = sync.OnceValue(func() Paths {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Paths{}
	}
	return Paths{Main: info.Path, Module: info.Main.Path}
})

// Split splits a function's name, as the runtime gives it, into the package's import path and the rest.
func Split(name string) (pkg, rest string) {
	from := strings.IndexByte(name, '[') // type arguments, which contain paths themselves
	if from < 0 {
		from = len(name)
	}
	slash := strings.LastIndexByte(name[:from], '/') + 1
	dot := strings.IndexByte(name[slash:], '.')
	if dot < 0 {
		return name, ""
	}
	pkg, rest = name[:slash+dot], name[slash+dot+1:]
	return strings.ReplaceAll(pkg, "%2e", "."), rest // the linker escapes dots in the last path element
}

// File returns the path of a source file of a package, relative to the root of the program's module; for another module
// it begins with the import path.
func (in Paths) File(pkg, file string) string {
	file = strings.ReplaceAll(file, `\`, "/")
	if pkg == "main" {
		pkg = in.Main
		if !strings.Contains(pkg, "/") && pkg != in.Module { // "command-line-arguments"
			return path.Base(file)
		}
	}
	if dir := path.Dir(file); path.Base(dir) != path.Base(pkg) {
		pkg = strings.TrimSuffix(pkg, "_test") // an external test package lies beside the package
	}
	if rest, ok := in.within(pkg); ok {
		pkg = rest
	}
	return path.Join(pkg, path.Base(file))
}

// within returns the path of a package within the main module, "" for its root; false if the package is not the module's.
func (in Paths) within(pkg string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(pkg, in.Module)
	if !ok || in.Module == "" || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}
