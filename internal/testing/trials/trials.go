// Package trials says how many trials the tests run that try many random or enumerated cases. By default they run a
// small share, so that go test ./... stays quick. With DECIDERTREE_TRIALS=some they run a larger share, which CI does for
// every change, and with DECIDERTREE_TRIALS=full all of them, which it does every night.
package trials

import "os"

const variable = "DECIDERTREE_TRIALS"

// Full reports whether all trials are wanted. Call it inside a test, so that go test notices a changed variable and does
// not report a cached result.
func Full() bool { return share() == 1 }

// More reports whether more than the default is wanted, for tests that the default skips. Call it where you may call Full.
func More() bool { return share() > 0 }

// Count returns the number of trials to run, between small and full. With the race detector it is a quarter of that, since
// the same trials run without it.
func Count(small, full int) int {
	n := small + int(share()*float64(full-small))
	if Race && full > small {
		n = max(1, n/4)
	}
	return n
}

// Sizes returns the sizes of worlds to try: all of them, or the first under the race detector, which makes large ones take
// minutes and finds as much in small ones.
func Sizes(all ...int) []int {
	if Race {
		return all[:1]
	}
	return all
}

// share is the part of the trials that the default leaves out and that are wanted all the same.
func share() float64 {
	switch value := os.Getenv(variable); value {
	case "":
		return 0
	case "some":
		return 0.2
	case "full":
		return 1
	default:
		panic(variable + ": want some, full or nothing, got " + value)
	}
}
