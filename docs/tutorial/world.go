package main

import (
	"log"

	"github.com/decidertree/decidertree/decider"
)

// frame makes one frame of the world. It returns what the mole's mind is told.
func frame(m *Mole, now, dt float64) decider.Input {
	m.Fullness -= 0.02 * dt
	m.Shadow = now >= 2 && now < 5

	m.Stimuli.Update(dt) // removes those whose time is over
	if now == 9 {
		if err := m.Stimuli.Add(knocked.New(Knock{Door: 1}, 5)); err != nil {
			log.Print(err)
		}
	}

	var flags decider.DecisionFlags
	if m.Fullness < 0.5 {
		flags |= Hungry
	}
	return decider.Input{Time: now, DT: dt, DecisionFlags: flags, Stimuli: &m.Stimuli}
}
