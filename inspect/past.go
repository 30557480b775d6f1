package inspect

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/wire"
)

// rosterAt is the roster of a recording in the frame that a request asks for.
func (srv *server) rosterAt(r *http.Request, rec *history.Recording) (*roster, error) {
	frame, err := number(r, "frame", 0)
	if err != nil {
		return nil, err
	}
	return srv.rosterOf(r.Context(), rec, frame)
}

// rosterOf is the roster of a recording in a frame; 0 for the last.
func (srv *server) rosterOf(ctx context.Context, rec *history.Recording, frame uint64) (*roster, error) {
	if frame == 0 {
		_, frame, _ = rec.Frames()
	}
	srv.mu.Lock()
	if past := srv.past; past != nil && past.recording == rec && past.roster.frame == frame {
		srv.mu.Unlock()
		return &past.roster, nil
	}
	srv.mu.Unlock()
	p := &pastRoster{recording: rec}
	p.roster.registry, p.roster.frame, p.roster.began = srv.registry, frame, frame
	for _, id := range rec.Agents() {
		if ctx.Err() != nil {
			return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "the request was given up")
		}
		told := rec.Tree(id)
		if told == nil {
			continue
		}
		to := row{Glance: engine.Glance{Agent: uint64(id), Leaf: -1}, tree: int32(srv.registry.addTold(told).number), crowd: -1}
		if name := rec.Crowd(id); name != "" {
			at := slices.Index(p.roster.names, name)
			if at < 0 {
				at = len(p.roster.names)
				p.roster.names = append(p.roster.names, name)
			}
			to.crowd = int32(at)
		}
		m, err := rec.At(id, frame)
		if err == nil {
			to.Flags, to.Stimuli = uint64(m.DecisionFlags), uint64(m.Stimuli)
			to.Leaf, to.Status = leafOf(m)
		} else if !errors.Is(err, history.ErrNotRecorded) && !errors.Is(err, history.ErrDiverged) {
			return nil, err
		} else if errors.Is(err, history.ErrNotRecorded) {
			continue // it did not exist in that frame
		}
		p.roster.rows = append(p.roster.rows, to)
	}
	slices.SortFunc(p.roster.rows, byAgent)
	p.roster.all = len(p.roster.rows)
	srv.mu.Lock()
	srv.past = p
	srv.mu.Unlock()
	return &p.roster, nil
}

// pastRoster is the last roster of a recording, kept since pages ask for it in parts.
type pastRoster struct {
	recording *history.Recording
	roster    roster
}

// leafOf is the deepest active decider of the agent's own tree, the first of several; -1 for none.
func leafOf(m *history.Moment) (place int32, status uint8) {
	place = -1
	depth := -1
	for i := range m.After {
		s := &m.After[i]
		if s.Active && s.Tree.Name == m.Tree.Name && s.Depth > depth {
			place, depth = int32(s.Place), s.Depth
		}
	}
	for i := range m.Events {
		if e := &m.Events[i]; e.Kind == event.TickFinished {
			status = uint8(e.Status)
		}
	}
	if status == 0 && place >= 0 {
		status = uint8(behavior.Running)
	}
	return place, status
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
