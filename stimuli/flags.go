package stimuli

// StimuliFlags is a set of kinds, one bit each: up to 64 kinds in a game. Declare kinds as 1 << iota constants, so that a
// tree that names them is data. The zero value holds no kind.
type StimuliFlags uint64

// Check is a test of the kinds in a set, as data. It passes if all kinds of All are present, at least one of Any
// (unless Any is zero), none of None, and not all of NotAll (unless NotAll is zero). The zero Check always passes.
type Check struct{ All, Any, None, NotAll StimuliFlags }

// Passes reports whether flags pass the check.
func (c Check) Passes(flags StimuliFlags) bool {
	return flags&c.All == c.All && (c.Any == 0 || flags&c.Any != 0) && flags&c.None == 0 && (c.NotAll == 0 || flags&c.NotAll != c.NotAll)
}

// IsZero reports whether the check is zero, so that everything passes.
func (c Check) IsZero() bool { return c == Check{} }
