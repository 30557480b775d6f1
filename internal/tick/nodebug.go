//go:build !decider_debug

package tick

// debugState does nothing in ordinary builds; see debug.go.
type debugState struct{}

func (*debugState) Enter() error { return nil }
func (*debugState) Leave()       {}
func (*debugState) Clash() error { return nil }
