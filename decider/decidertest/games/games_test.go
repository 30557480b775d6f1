package games_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/decidertree/decidertree/decider/decidertest/games"
	"github.com/decidertree/decidertree/internal/testing/trials"
)

func TestMain(m *testing.M) {
	games.Child()
	os.Exit(m.Run())
}

// Random games of the whole API hold what must always hold, and come to the same with several workers, in restored worlds
// and in other processes. DECIDERTREE_GAME is a game to play instead: a seed, or what a failure has printed.
func TestGames(t *testing.T) {
	var all games.Stats
	try := func(g *games.Game) {
		s, err := games.Play(g)
		if errors.Is(err, games.ErrRefused) {
			return
		}
		if err != nil {
			t.Fatalf("game %d: %v\n\nSmaller:\n%s", g.Seed, err, games.Report(games.Shrink(g, 30*time.Second)))
		}
		all.Add(s)
	}
	if text := os.Getenv("DECIDERTREE_GAME"); text != "" {
		g, err := games.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		try(g)
		return
	}
	for seed := range uint64(trials.Count(20, 600)) {
		try(games.Random(seed))
	}
	t.Logf("%+v", all)
}
