package sim

import (
	"fmt"

	"github.com/decidertree/decidertree/world"
)

// Cause of a death.
type Cause uint8

const (
	Killed Cause = iota
	Starvation
	OldAge
	causes
)

// Stats counts events since the start.
type Stats struct {
	Born    int // hatched
	Laid    int // eggs
	Stolen  int // eggs
	Bites   int
	Stored  int         // loads of food brought home
	Dropped int         // loads of food on the way
	Kicks   int         // of balls
	Died    [causes]int // by cause
	Eaten   float64     // of bushes, in full stomachs
}

// String returns one line.
func (s Stats) String() string {
	const line = "%d eggs laid, %d stolen, %d hatched, %.1f stomachs filled, %d loads stored, %d dropped, " +
		"%d kicks, %d bites, %d killed, %d starved, %d died of old age"
	return fmt.Sprintf(line, s.Laid, s.Stolen, s.Born, s.Eaten, s.Stored, s.Dropped,
		s.Kicks, s.Bites, s.Died[Killed], s.Died[Starvation], s.Died[OldAge])
}

// The kinds of [News].
type What uint8

const (
	Hatched What = iota
	WasKilled
	Starved
	DiedOld
	Robbed
	Arrived
)

var deaths = [causes]What{Killed: WasKilled, Starvation: Starved, OldAge: DiedOld}

func (w What) String() string {
	return [...]string{"hatched", "was killed", "starved", "died of old age", "stole an egg", "arrived"}[w]
}

// News is an event in the life of a creature.
type News struct {
	Time float64 // seconds
	Who  world.AgentID
	What What
}

// newest is the number of News that are kept.
const newest = 32

func (s *Sim) tell(n News) {
	n.Time = s.World.Time()
	if len(s.News) == newest {
		copy(s.News, s.News[1:])
		s.News = s.News[:newest-1]
	}
	s.News = append(s.News, n)
}
