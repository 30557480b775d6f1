package agent

import (
	"fmt"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
)

// SetProfile is Memory.Profile.
func (m *Agent) SetProfile(p event.Profiler) error {
	if err := m.CheckUsable(); err != nil {
		return err
	}
	switch {
	case m.Phase == tick.Ticking:
		return refusal.ErrReentrant
	case m.Viewing():
		return fmt.Errorf("%w; use Crowd.Profile", refusal.ErrInCrowd)
	case p == nil:
		m.Profile(nil)
	default:
		m.Profile(p.Attach(engine.Key{}, "", m.Outermost().Tree))
	}
	return nil
}
