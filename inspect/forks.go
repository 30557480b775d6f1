package inspect

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/comparison"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

const (
	maxChanges  = 32        // of one fork
	defaultFork = 300       // frames
	forkAgents  = 5000      // up to which a fork records all agents; of more those that the game records, and those it changes
	forkBytes   = 128 << 20 // of a fork's recording; it makes two
)

// fork is POST /api/fork. Forks run one at a time, since each needs as much of the machine as the game.
func (srv *server) fork(r *http.Request) (any, error) {
	var ask wire.ForkRequest
	if err := readJSON(r, &ask); err != nil {
		return nil, err
	}
	if ask.Frames == 0 {
		ask.Frames = defaultFork
	}
	if ask.Frames < 1 || ask.Frames > maxFork {
		return nil, bad("a fork goes on for 1 to %d frames, not %d", maxFork, ask.Frames)
	}
	deeds, err := deedsOf(ask.Changes)
	if err != nil {
		return nil, err
	}
	leave, err := enter(srv.forks, "another fork is running")
	if err != nil {
		return nil, err
	}
	defer leave()
	answer, err := srv.link.ask(r.Context(), aFull, func(g *game) (any, error) {
		record := g.record
		record.Names.NameOf = nil // it may only be called in the game's goroutine: the original's names serve
		from := forking{checkpoints: g.checkpoints, original: g.recorder.Recording(), record: record}
		from.record.Bytes = min(record.Bytes, forkBytes)
		from.all = g.members.agents
		if from.all <= forkAgents {
			from.record.Agents = 0
		} else if g.chooser.chosen != nil {
			from.agents = from.original.Agents()
			for _, d := range deeds {
				from.agents = append(from.agents, world.AgentID(d.Agent))
			}
			from.record.Agents = 0 // these are all
		}
		return from, nil
	})
	if err != nil {
		return nil, err
	}
	from := answer.(forking)
	// It may take long: the answer's deadline moves on while it runs, and a page that goes away cancels it.
	seen := ghostView{Ghosts: comparison.New(ask.Frame, ask.Frame+uint64(ask.Frames))}
	f, err := from.checkpoints.Fork(r.Context(), from.original, history.ForkOptions{
		After: ask.Frame, Frames: ask.Frames, Record: from.record, Agents: from.agents, Seed: ask.Seed, Each: seen.look,
	}, changing(deeds))
	if err != nil {
		return nil, err
	}
	title := fmt.Sprintf("%s, another way from frame %d on", srv.o.Title, ask.Frame)
	name := srv.library.add("fork", shelved{title: title, recording: f.Changed, original: f.Unchanged, ghosts: seen.found()})
	srv.link.ring()
	to := wire.Fork{Recording: name, Original: originalOf(name), Fork: true, Title: title, From: ask.Frame, To: f.Last}
	if ask.Seed != 0 {
		to.Changes = append(to.Changes, fmt.Sprintf("the chance of seed %d", ask.Seed))
	}
	for i := range deeds {
		to.Changes = append(to.Changes, deeds[i].words(&srv.o))
	}
	if err := comparison.Into(r.Context(), &to, f.Unchanged, f.Changed); err != nil {
		return nil, err
	}
	if seen.err != nil {
		to.Notes = append(to.Notes, fmt.Sprintf("The map shows no fork: %v.", seen.err))
	}
	if to.Of < from.all && from.agents != nil {
		to.Notes = append(to.Notes, fmt.Sprintf("Of %d agents, %d were recorded in both runs; what the others did is not compared. A fork records all of up to %d agents, and of more those that the page shows and those that it changes.",
			from.all, to.Of, forkAgents))
	}
	return to, nil
}

// deedsOf checks the changes of a fork.
func deedsOf(changes []wire.Act) ([]deed, error) {
	if len(changes) > maxChanges {
		return nil, bad("a fork makes at most %d changes", maxChanges)
	}
	deeds := make([]deed, len(changes))
	for i, c := range changes {
		var err error
		if deeds[i], err = deedOf(c); err != nil {
			return nil, err
		}
		if c.Do == "release" {
			return nil, bad("release is no change of a fork: use free or flag for what the agent is held to")
		}
	}
	return deeds, nil
}

// changing makes changes to a fork.
func changing(deeds []deed) func(*history.Branch) error {
	return func(b *history.Branch) error {
		var errs []error
		for i := range deeds {
			errs = append(errs, deeds[i].again(b))
		}
		return errors.Join(errs...)
	}
}

// forking is what a fork needs from the game's goroutine.
type forking struct {
	checkpoints *history.Checkpoints
	original    *history.Recording
	record      history.Options
	agents      []world.AgentID // to record; nil for all
	all         int             // agents of the game
}

// words describes an act for people: "set the decision flag Scared of Ogg #7".
func (d *deed) words(o *Options) string {
	who := o.Names.Agent(world.AgentID(d.Agent))
	switch d.Do {
	case "flag":
		var parts []string
		if d.set != 0 {
			parts = append(parts, "set "+strings.Join(namedFlags(o.Names.Decision, d.set).Names, ", "))
		}
		if d.clear != 0 {
			parts = append(parts, "clear "+strings.Join(namedFlags(o.Names.Decision, d.clear).Names, ", "))
		}
		if len(parts) == 0 {
			return "the flags of " + who + " are the game's again"
		}
		return strings.Join(parts, " and ") + " of " + who
	case "stimulate":
		return fmt.Sprintf("send %s to %s for %g s", strings.Join(namedFlags(o.Names.Stimuli, uint64(d.stimulus.Kind())).Names, ", "), who, d.Seconds)
	case "force", "forbid", "free":
		return strings.TrimSpace(d.Do+" "+d.Decider) + " of " + who
	}
	if d.Do == "value" {
		return fmt.Sprintf("set %s of %s to %s", strings.TrimSuffix(d.Key+"."+d.Field, "."), who, d.Text)
	}
	return d.Do + " " + who
}
