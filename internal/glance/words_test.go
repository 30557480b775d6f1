package glance

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// The page tells which member left a squad too soon.
func TestSquadWords(t *testing.T) {
	s := state.Squad{Name: "FLANK", Known: true, Part: state.PartInside, SquadGlance: world.SquadGlance{
		Instance: 4, Size: 1, Role: 1, Members: [world.Glanced]world.SquadMember{{Role: 1, Agent: 3}},
		Left: world.SquadLeft{Agent: 7, Role: 2, Reason: uint8(behavior.Interrupted)},
	}}
	words, members := Squad(&s, debugprint.Names{})
	assert.Equal(t, "FLANK 4 [#3 as 1], inside as 1, #7 left its role 2 (Interrupted)", words)
	assert.Equal(t, []uint64{3}, members)
	s.Dissolved = true
	words, _ = Squad(&s, debugprint.Names{})
	assert.Equal(t, "FLANK 4 [#3 as 1], inside as 1, dissolved: #7 left its role 2 (Interrupted)", words)
}
