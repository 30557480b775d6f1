package crowd

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// column holds the agents of a crowd, by row: the only column whose type depends on A.
type column interface {
	// grow makes room for another chunk.
	grow()
	// clear removes the agent of a row.
	clear(row int)
	// bind gives a Context the agent of a row. The Context is the beginning of a behavior.Context[A].
	bind(row int, to *usercode.Context)
	// recall asks the game for the agent of an ID and puts it into a row. It returns false for an agent that is gone.
	recall(row int, id world.AgentID) bool
	// recalls reports whether the game has given a function to recall agents.
	recalls() bool
	// fresh returns an empty column.
	fresh() column
}

// agents is a column of agents of type A.
type agents[A any] struct {
	chunks [][]A
	game   func(world.AgentID) (A, bool) // Options.Agent; nil for none
}

func (a *agents[A]) grow() { a.chunks = append(a.chunks, make([]A, chunkRows)) }

func (a *agents[A]) at(row int) *A { return &a.chunks[row/chunkRows][row%chunkRows] }

func (a *agents[A]) clear(row int) {
	var none A
	*a.at(row) = none
}

func (a *agents[A]) bind(row int, to *usercode.Context) {
	whole[A](to).Agent = *a.at(row)
}

func (a *agents[A]) recall(row int, id world.AgentID) (there bool) {
	*a.at(row), there = a.game(id)
	return there
}

func (a *agents[A]) recalls() bool { return a.game != nil }

func (a *agents[A]) fresh() column { return &agents[A]{game: a.game} }

// whole returns the Context that begins with a plain one.
func whole[A any](c *usercode.Context) *behavior.Context[A] {
	return (*behavior.Context[A])(unsafe.Pointer(c))
}
