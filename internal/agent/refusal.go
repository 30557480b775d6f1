package agent

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
)

// Refusal returns the error for a tick at this time, which the memory refuses.
func (m *Agent) Refusal(time, dt float64) error {
	if err := m.Debug.Clash(); err != nil {
		return err
	}
	switch {
	case m.Viewing():
		return refusal.ErrInCrowd
	case m.Self == nil:
		return refusal.ErrNoTree
	case m.Self != &m.Runner:
		return refusal.ErrCopied
	case m.Phase == tick.Ticking:
		return refusal.ErrReentrant
	case m.Phase == tick.Closed:
		return refusal.ErrClosed
	case m.Phase == tick.Pooled:
		return refusal.ErrPooled
	case m.Phase == tick.Refused:
		return m.Late().Refusal
	case !(dt >= 0 && dt <= math.MaxFloat64):
		return fmt.Errorf("%w: DT is %v; it must be finite, 0 or more", refusal.ErrTime, dt)
	case time < m.Time && !math.IsInf(time, -1):
		return fmt.Errorf("%w: Time is %v after %v; it must not run backwards; Reset the memory to start over", refusal.ErrTime, time, m.Time)
	}
	return fmt.Errorf("%w: Time is %v; it must be finite", refusal.ErrTime, time)
}
