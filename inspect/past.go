package inspect

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/scenefile"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// sight is what a request about all agents is told from.
type sight struct {
	roster    *roster
	recording *history.Recording // of a past frame, or of one that is not of the running game; nil for the game as it is now
	live      bool               // it is the running game's
	frame     uint64             // of the past; 0 for none
}

// sightOf is what a request is about: with a frame that frame, else the running game as it is now, or a recording's last frame.
func (srv *server) sightOf(r *http.Request) (to sight, err error) {
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return to, err
	}
	frame, err := number(r, "frame", 0)
	if err != nil {
		return to, err
	}
	if live && frame == 0 {
		srv.listed()
		return sight{roster: &srv.roster, live: true}, nil
	}
	return srv.sightAt(r.Context(), s.recording, live, frame)
}

// sightAt is the sight of a past frame.
func (srv *server) sightAt(ctx context.Context, rec *history.Recording, live bool, frame uint64) (to sight, err error) {
	to = sight{recording: rec, live: live, frame: frame}
	var now *roster
	if live {
		now = &srv.roster
		if to.recording, err = srv.archiveAt(ctx, frame); err != nil {
			return to, err
		}
	} else if _, last, ok := rec.Frames(); !ok {
		to.frame = math.MaxUint64 // agents without a world count frames of their own: their last one
	} else if frame == 0 {
		to.frame = last
	}
	to.roster, err = srv.pasts.of(ctx, to.recording, to.frame, srv.registry, now)
	return to, err
}

// namesOf are the names for what it tells.
func (srv *server) namesOf(s sight) debugprint.Names {
	if s.recording == nil {
		return srv.o.Names
	}
	return srv.namesIn(s.recording, s.live)
}

// movesBefore are the flows of the last second before a past frame.
func (srv *server) movesBefore(ctx context.Context, s sight) (moves flows, err error) {
	first, _, _ := s.recording.Frames()
	now, _, ok := s.recording.Time(s.frame)
	if !ok || s.frame <= first {
		return moves, nil
	}
	back := sort.Search(int(s.frame-first), func(i int) bool {
		at, _, _ := s.recording.Time(s.frame - 1 - uint64(i))
		return at <= now-flowSeconds
	})
	var present *roster
	if s.live {
		present = &srv.roster
	}
	then, err := srv.pasts.of(ctx, s.recording, max(first, s.frame-min(s.frame, uint64(back)+1)), srv.registry, present)
	if err != nil {
		return moves, err
	}
	moves.add(srv.registry, then.recorded(), s.roster.recorded(), &batch{time: now})
	return moves, nil
}

// recorded are the rows of a past roster of which it is known what they did.
func (r *roster) recorded() []row {
	if r.unrecorded == 0 {
		return r.rows
	}
	return slices.DeleteFunc(slices.Clone(r.rows), func(row row) bool { return !row.kept })
}

// filedScene is the scene of a recording that was read last.
type filedScene struct {
	mu        sync.Mutex
	recording *history.Recording
	picture   *picture
}

// pictureAt is the scene of a past frame, or the last one before it: of the running game, or of a recording; nil for none, and for
// one that cannot be read.
func (srv *server) pictureAt(s sight) *picture {
	if s.live {
		return srv.scenes.at(s.frame)
	}
	from, ok := s.recording.Scene(s.frame)
	if !ok {
		return nil
	}
	f := &srv.filed
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.recording == s.recording && f.picture.scene.Frame == from.Frame {
		return f.picture
	}
	scene, agents, xy, err := scenefile.Read(from.Frame, from.Data)
	if err != nil {
		return nil
	}
	scene.What = whatOf(&roster{registry: srv.registry}, agents, nil) // what they did is not known yet
	p := &picture{scene: scene, where: &placed{bounds: [4]float64{scene.MinX, scene.MinY, scene.MaxX, scene.MaxY}, agents: agents, xy: xy}}
	f.recording, f.picture = s.recording, p
	return p
}

// heldPasts is the number of past rosters that are kept: pages ask for the list, the crowd and the map of one frame.
const heldPasts = 4

// pasts makes rosters of past frames, one at a time, and keeps the last few.
type pasts struct {
	mu   sync.Mutex // held while one is made: another request for the same frame finds it then
	held []pastRoster
}

// pastRoster is the roster of a recording in a frame. It is immutable.
type pastRoster struct {
	recording *history.Recording
	frame     uint64
	roster    *roster
}

// of returns the roster of a recording in a frame. now has the agents of the running game, to list those that were not recorded
// then; nil for none.
func (p *pasts) of(ctx context.Context, rec *history.Recording, frame uint64, trees *registry, now *roster) (*roster, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, held := range p.held {
		if held.recording == rec && held.frame == frame {
			return held.roster, nil
		}
	}
	made, err := rosterOf(ctx, rec, frame, trees, now)
	if err != nil {
		return nil, err
	}
	if len(p.held) == heldPasts {
		p.held = slices.Delete(p.held, 0, 1)
	}
	p.held = append(p.held, pastRoster{rec, frame, made})
	return made, nil
}

// rosterOf makes the roster of a recording in a frame.
func rosterOf(ctx context.Context, rec *history.Recording, frame uint64, trees *registry, now *roster) (*roster, error) {
	first, last, ok := rec.Frames()
	if ok && (frame < first || frame > last) {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "frame %d is not recorded: there are frames %d to %d", frame, first, last)
	}
	if !ok && now != nil {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "nothing is recorded of frame %d: recording has just begun, or no agent is chosen", frame)
	}
	r := &roster{registry: trees}
	if ok {
		r.frame, r.began = frame, frame
	}
	others := []row{} // not recorded in that frame
	crowds := map[string]int32{"": -1}
	numbers := map[*description.Tree]int32{}
	for g := range rec.Glances(frame) {
		if len(r.rows)&1023 == 0 && ctx.Err() != nil {
			return nil, errGivenUp
		}
		if g.Gone || g.Tree == nil {
			continue
		}
		to := row{Glance: engine.Glance{Agent: uint64(g.Agent), Leaf: -1}, kept: g.Recorded}
		crowd, known := crowds[g.Crowd]
		if !known {
			crowd = int32(len(r.names))
			crowds[g.Crowd] = crowd
			r.names = append(r.names, g.Crowd)
		}
		number, known := numbers[g.Tree]
		if !known {
			number = int32(trees.addTold(g.Tree).number)
			numbers[g.Tree] = number
		}
		to.crowd, to.tree = crowd, number
		if !g.Recorded {
			others = append(others, to)
			continue
		}
		to.Flags, to.Stimuli = uint64(g.DecisionFlags), uint64(g.Stimuli)
		to.Leaf, to.Status = int32(g.Leaf), uint8(g.Status)
		r.rows = append(r.rows, to)
	}
	r.all = len(r.rows)
	if living, ok := rec.Living(frame); ok && living > r.all {
		r.addUnrecorded(others, rec, now, living-r.all)
		r.all = living
	}
	return r, nil
}

// addUnrecorded adds agents that were not recorded in the frame: of those known now, as many as there were, those with the
// lowest IDs, since they are the oldest of a crowd. What they did is not known.
func (r *roster) addUnrecorded(others []row, rec *history.Recording, now *roster, missing int) {
	if now != nil {
		crowds := map[int32]int32{}
		now.mu.RLock()
		for i := range now.rows {
			of := &now.rows[i]
			if rec.Tree(world.AgentID(of.Agent)) != nil {
				continue // it is among the others, or was recorded in that frame
			}
			to := row{Glance: engine.Glance{Agent: of.Agent, Leaf: -1}, tree: of.tree, crowd: -1}
			if name := now.crowdOf(of); name != "" {
				crowd, known := crowds[of.crowd]
				if !known {
					if crowd = int32(slices.Index(r.names, name)); crowd < 0 {
						crowd = int32(len(r.names))
						r.names = append(r.names, name)
					}
					crowds[of.crowd] = crowd
				}
				to.crowd = crowd
			}
			others = append(others, to)
		}
		now.mu.RUnlock()
	}
	slices.SortFunc(others, byAgent)
	r.unrecorded = missing
	r.rows = append(r.rows, others[:min(len(others), missing)]...)
	slices.SortFunc(r.rows, byAgent)
}

// crowdsOf lists the crowds of a recording, and the single agents as one more.
func crowdsOf(rec *history.Recording) []wire.CrowdInfo {
	at := map[string]*wire.CrowdInfo{}
	for _, id := range rec.Agents() {
		name := rec.Crowd(id)
		c := at[name]
		if c == nil {
			c = &wire.CrowdInfo{Name: name}
			if told := rec.Tree(id); told != nil && name != "" {
				c.Tree = print64(told.Fingerprint)
			}
			at[name] = c
		}
		c.Agents++
	}
	all := []wire.CrowdInfo{}
	for _, c := range at {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b wire.CrowdInfo) int {
		if (a.Name == "") != (b.Name == "") { // the single agents last
			return -strings.Compare(a.Name, b.Name)
		}
		return cmp.Compare(a.Name, b.Name)
	})
	return all
}
