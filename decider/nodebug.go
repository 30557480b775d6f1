//go:build !decider_debug

package decider

// debugState does nothing in ordinary builds; see debug.go.
type debugState struct{}

func (*debugState) enter() error { return nil }
func (*debugState) leave()       {}
