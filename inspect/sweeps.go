package inspect

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// This file answers sweeps: the same fork in many worlds.

const (
	maxWorlds   = 200     // of a sweep from a page
	maxSwept    = 200_000 // frames of all its worlds together
	sweepLater  = 600     // frames by which worlds may be apart
	sweepWords  = time.Second / 10
	sweepGames  = 256 << 20 // bytes of saves that may be loaded at once
	sweepBudget = 10 * time.Minute
)

// sweepWorlds is POST /api/sweep. It answers with lines of JSON while it runs: a page that goes away cancels it. It takes the place of
// a fork, and half of the processors.
func (srv *server) sweepWorlds(w http.ResponseWriter, r *http.Request) {
	ask, deeds, err := sweepOf(r)
	if err != nil {
		asProblem(err).write(w)
		return
	}
	leave, err := enter(srv.forks, "another fork or sweep is running")
	if err != nil {
		asProblem(err).write(w)
		return
	}
	defer leave()
	answer, err := srv.link.ask(r.Context(), atOnce, func(g *game) (any, error) {
		record := g.record
		record.Names.NameOf, record.Agents = nil, 0
		workers := max(1, runtime.GOMAXPROCS(0)/2)
		if n := len(g.checkpoints.Saves()); n > 0 {
			workers = min(workers, max(1, sweepGames/max(1, g.checkpoints.Size()/n)))
		}
		return sweeping{g.checkpoints, g.recorder.Recording(world.AgentID(ask.Agent)), record, workers}, nil
	})
	if err != nil {
		asProblem(err).write(w)
		return
	}
	from := answer.(sweeping)
	ctx, cancel := context.WithTimeout(r.Context(), sweepBudget)
	defer cancel()
	line := lines{to: w, within: answerWithin}
	told := wire.Sweep{Of: ask.Worlds, Worlds: []wire.SweptWorld{}}
	next := time.Time{}
	o := history.SweepOptions{
		After: ask.Frame, Frames: ask.Frames, Worlds: ask.Worlds, Seed: ask.Seed, Later: ask.Later, Workers: from.workers, Record: from.record,
		Change: changing(deeds),
		Done: func(one history.SweptWorld) {
			told.Worlds = append(told.Worlds, sweptWorld(one))
			if one.Yes {
				told.Yes++
			}
			if now := time.Now(); now.After(next) {
				next = now.Add(sweepWords)
				_ = line.write(&told)             // a page that is gone ends the request
				told.Worlds = []wire.SweptWorld{} // each is told once
			}
		},
	}
	s, err := from.checkpoints.Sweep(ctx, from.original, o, history.Question{Agent: world.AgentID(ask.Agent), Decider: ask.Decider})
	if err != nil {
		if line.begun {
			told.Problem = &asProblem(err).Problem
			_ = line.write(&told)
		} else {
			asProblem(err).write(w)
		}
		return
	}
	told.Over, told.Yes, told.Original = true, s.Yes, s.Original.Yes
	told.Words = sweepSentence(s, &ask, srv.namesIn(from.original, true).Agent(world.AgentID(ask.Agent)))
	_ = line.write(&told)
}

// sweeping is what a sweep needs from the game's goroutine.
type sweeping struct {
	checkpoints *history.Checkpoints
	original    *history.Recording
	record      history.Options
	workers     int
}

// sweepOf checks a request.
func sweepOf(r *http.Request) (ask wire.SweepRequest, deeds []deed, err error) {
	if err := readJSON(r, &ask); err != nil {
		return ask, nil, err
	}
	if ask.Frames == 0 {
		ask.Frames = defaultFork
	}
	if ask.Worlds == 0 {
		ask.Worlds = 20
	}
	switch {
	case ask.Agent == 0 || ask.Decider == "":
		return ask, nil, bad("a sweep asks whether a decider of an agent becomes active: it needs both")
	case ask.Worlds < 1 || ask.Worlds > maxWorlds:
		return ask, nil, bad("a sweep has 1 to %d worlds, not %d; history.Checkpoints.Sweep makes up to %d in a program of your own", maxWorlds, ask.Worlds, history.MostWorlds)
	case ask.Frames < 1 || ask.Frames > maxFork:
		return ask, nil, bad("each world goes on for 1 to %d frames, not %d", maxFork, ask.Frames)
	case ask.Frames*ask.Worlds > maxSwept:
		return ask, nil, bad("%d worlds of %d frames are %d frames, and a sweep has at most %d: ask for fewer worlds, or a shorter time", ask.Worlds, ask.Frames, ask.Worlds*ask.Frames, maxSwept)
	case ask.Later < 0 || ask.Later*ask.Worlds > sweepLater:
		return ask, nil, bad("the change may come at most %d frames later in the last world than in the first, and not earlier", sweepLater)
	case ask.Later > 0 && len(ask.Changes) == 0:
		return ask, nil, bad("worlds in which nothing is changed do not differ by the time of the change: let them differ by chance")
	}
	deeds, err = deedsOf(ask.Changes)
	return ask, deeds, err
}

func sweptWorld(w history.SweptWorld) wire.SweptWorld {
	return wire.SweptWorld{Number: w.Number, Seed: w.Seed, After: w.After, Yes: w.Yes, Frame: w.Frame}
}

// sweepSentence is the result in a sentence.
func sweepSentence(s *history.Sweep, ask *wire.SweepRequest, who string) string {
	original := "it does not"
	if s.Original.Yes {
		original = fmt.Sprintf("it does, in frame %d", s.Original.Frame)
	}
	words := fmt.Sprintf("%s begins %s within %d frames in %d of %d worlds; in what happened %s.", who, ask.Decider, ask.Frames, s.Yes, len(s.Worlds), original)
	frames := map[uint64]bool{}
	for _, w := range s.Worlds {
		frames[w.Frame-min(w.Frame, w.After)] = true
	}
	if len(frames) == 1 && len(s.Worlds) > 1 && s.Yes > 0 && ask.Later == 0 {
		words += " All worlds answer alike, to the frame: chance has no part in it, or the game's Run does not have the method Reseed of history.Reseeder, by which its random numbers would differ."
	}
	return words
}
