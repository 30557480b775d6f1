// Package trials says how many trials the tests run that try many random or enumerated cases. By default they run a
// small share, so that go test ./... stays quick. With DECIDERTREE_TRIALS=full they run all of them, which CI does in a
// step of its own.
package trials

import "os"

const variable = "DECIDERTREE_TRIALS"

// Full reports whether all trials are wanted. Call it inside a test, so that go test notices a changed variable and does
// not report a cached result.
func Full() bool {
	switch value := os.Getenv(variable); value {
	case "":
		return false
	case "full":
		return true
	default:
		panic(variable + ": want full or nothing, got " + value)
	}
}

// Count returns the number of trials to run.
func Count(small, full int) int {
	if Full() {
		return full
	}
	return small
}
