//go:build race

package trials

// Race reports whether the race detector runs, under which code is 10 to 20 times slower.
const Race = true
