package debugprint

import (
	"strconv"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// appendDissolved appends that a squad is dissolved, and who has left it, after a separator and names for agents.
func appendDissolved(b []byte, s *state.Squad, separator string, names Names) []byte {
	if s.Dissolved {
		b = append(append(b, separator...), "dissolved"...)
		separator = ": "
	}
	if s.Left.Agent != 0 {
		b = names.AppendLeft(append(b, separator...), s.Left)
	}
	return b
}

// AppendLeft appends the text for the member that was the first to leave a squad too soon: `Ogg #7 left its role 2
// (Interrupted)`, or `Ogg #7 did not take its role 2`.
func (n Names) AppendLeft(b []byte, l world.SquadLeft) []byte {
	b = n.AppendAgent(b, l.Agent)
	if l.Reason == 0 {
		return strconv.AppendUint(append(b, " did not take its role "...), uint64(l.Role), 10)
	}
	b = strconv.AppendUint(append(b, " left its role "...), uint64(l.Role), 10)
	b = append(append(b, " ("...), behavior.Reason(l.Reason).String()...)
	return append(b, ')')
}
