package agent

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
)

// SetProfile is Memory.Profile.
func (m *Agent) SetProfile(p event.Profiler) error {
	switch err := m.checkBetween("Crowd.Profile"); {
	case err != nil:
		return err
	case p == nil:
		m.Profile(nil)
	default:
		m.Profile(p.Attach(engine.Key{}, "", m.Outermost().Tree))
	}
	return nil
}
