package world

import (
	"errors"
	"fmt"
	"math"
)

// Token names a request of one [System] in one world and is never used twice there: the upper 32 bits count how
// often its slot was used before, the lower 32 bits are the slot plus 1. 0 is no token.
type Token uint64

// unsettled stands for a token that settle will give when all agents have ticked. The tokens below it do the same: see
// desk.number. No slot has so high a number.
const unsettled = ^Token(0)

// adrift is the token of a restored behavior whose request the world does not know.
const adrift = Token(1) << 32

func tokenOf(slot int, generation uint32) Token { return Token(generation)<<32 | Token(slot+1) }

func (t Token) slot() int          { return int(uint32(t)) - 1 }
func (t Token) generation() uint32 { return uint32(t >> 32) }
func (t Token) isUnsettled() bool  { return uint32(t) > math.MaxInt32 }

var (
	// ErrToken is wrapped by the error for a token that Launched has not yielded in this world.
	ErrToken = errors.New("world: no such token")
	// ErrCompleted is wrapped by the error for a request that was completed before.
	ErrCompleted = errors.New("world: request was completed before")
	// ErrNoSystem is wrapped by the errors of a nil *System.
	ErrNoSystem = errors.New("world: there is no system")
)

// TokenError names a request that cannot be completed. It wraps [ErrToken] or [ErrCompleted].
type TokenError struct {
	System string
	Token  Token
	Err    error // ErrToken or ErrCompleted
}

func (e *TokenError) Error() string {
	if errors.Is(e.Err, ErrCompleted) {
		return fmt.Sprintf("world: request 0x%x of system %q was completed before; complete each once, by Complete or by Fail", uint64(e.Token), e.System)
	}
	return fmt.Sprintf("world: system %q was handed no request 0x%x in this world; complete what its Launched yields", e.System, uint64(e.Token))
}

func (e *TokenError) Unwrap() error { return e.Err }
