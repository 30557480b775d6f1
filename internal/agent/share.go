package agent

import (
	"fmt"

	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
)

// ShareBlackboard is Memory.ShareBlackboard.
func (m *Agent) ShareBlackboard(with *Agent) error {
	for _, a := range [2]*Agent{m, with} {
		switch err := a.CheckUsable(); {
		case err != nil:
			return err
		case a.Viewing():
			return fmt.Errorf("%w; its agents have one memory each: plug trees into the slots of their tree", refusal.ErrInCrowd)
		case a.Phase == tick.Ticking:
			return fmt.Errorf("%w: share agent %d's blackboard before or after its tick", refusal.ErrReentrant, a.Context.ID)
		}
	}
	board := with.Board()
	switch {
	case m == with || board != nil && m.Board() == board:
		return nil
	case m.Board() != nil:
		return fmt.Errorf("%w: agent %d; call ShareBlackboard on the memory that joins them", refusal.ErrSharing, m.Context.ID)
	case board == nil:
		board = memory.KeysOf(with.Tree)
	}
	if err := board.Misfits(m.Tree); err != nil {
		return err
	}
	m.JoinBoard(with.OpenBoard())
	return nil
}
