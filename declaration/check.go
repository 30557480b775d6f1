package declaration

import "github.com/decidertree/decidertree/behavior"

// DecisionFlags are the game's switches over deciders, passed to every tick (Spore S06).
type DecisionFlags = behavior.DecisionFlags

// Check is a test of DecisionFlags, as data. It passes if all flags of All are set, at least one of Any (unless Any
// is zero), none of None, and not all of NotAll (unless NotAll is zero). The zero Check always passes.
type Check struct{ All, Any, None, NotAll DecisionFlags }

// Passes reports whether flags pass the check.
func (c Check) Passes(flags DecisionFlags) bool {
	return flags&c.All == c.All && (c.Any == 0 || flags&c.Any != 0) && flags&c.None == 0 && (c.NotAll == 0 || flags&c.NotAll != c.NotAll)
}

// IsZero reports whether the check is zero, so that everything passes.
func (c Check) IsZero() bool { return c == Check{} }
