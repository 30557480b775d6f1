package debugprint

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// The text of a squad names the member that left it too soon.
func TestMemberThatLeft(t *testing.T) {
	names := Names{NameOf: func(world.AgentID) string { return "Ogg" }}
	interrupted := world.SquadLeft{Agent: 7, Role: 2, Reason: uint8(behavior.Interrupted)}
	for want, s := range map[string]world.SquadGlance{
		"":            {},
		"; dissolved": {Dissolved: true},
		"; dissolved: Ogg #7 left its role 2 (Interrupted)": {Dissolved: true, Left: interrupted},
		"; Ogg #7 left its role 2 (Interrupted)":            {Left: interrupted},
		"; dissolved: Ogg #7 did not take its role 3":       {Dissolved: true, Left: world.SquadLeft{Agent: 7, Role: 3}},
	} {
		assert.Equal(t, want, string(appendDissolved(nil, &state.Squad{SquadGlance: s}, "; ", names)))
	}
	assert.Equal(t, ", dissolved: #7 left its role 2 (Interrupted)",
		string(appendDissolved(nil, &state.Squad{SquadGlance: world.SquadGlance{Dissolved: true, Left: interrupted}}, ", ", Names{})))
}
