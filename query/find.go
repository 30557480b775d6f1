package query

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/near"
	"github.com/decidertree/decidertree/world"
)

// Options are for [Query.Find] and [Query.Finder].
type Options struct {
	End     uint64           // the frame from which a time counts back; 0 for the last one recorded
	Limit   int              // hits that are returned: the earliest; 0 for 1,000
	Bins    int              // parts of the time of which agents are counted, at most; 0 for 60
	Workers int              // goroutines of Find; 0 for one for each processor
	Names   debugprint.Names // of flags and agents; without any those of the recording
	// Each is called for each hit, also for those beyond the limit, by one goroutine at a time.
	Each func(Hit)
	// Progress is called after each agent, by one goroutine at a time.
	Progress func(Progress)
}

// Progress tells how far a search is.
type Progress struct {
	Done, Agents int // agents that were searched, and all
	Hits         int // so far
}

// Found is the result of a search.
type Found struct {
	Query    string  `json:"query"`
	From     uint64  `json:"from"` // the frames that were searched
	To       uint64  `json:"to"`
	Begin    float64 `json:"begin"` // seconds; 0 for agents without a world
	End      float64 `json:"end"`
	Searched int     `json:"searched"` // agents
	Agents   int     `json:"agents"`   // agents with a hit
	Hits     []Hit   `json:"hits"`     // by frame, then by agent
	All      int     `json:"all"`      // hits, including those beyond the limit
	Bins     []Bin   `json:"bins"`     // in order, without gaps
	// Problems counts agents of which a tick could not be executed again, and Problem is the first such error's text.
	Problems int    `json:"problems"`
	Problem  string `json:"problem,omitempty"`
}

// Bin counts the agents that a query found in a part of the time.
type Bin struct {
	From   uint64 `json:"from"`
	To     uint64 `json:"to"`
	Agents int    `json:"agents"`
}

// Find searches a recording. When ctx ends, it returns what it has found so far and ctx's error. Other errors are
// [*UnknownError] and [*RangeError].
func (q Query) Find(ctx context.Context, rec *history.Recording, o Options) (Found, error) {
	names := VocabularyOf(rec)
	if err := q.Check(names); err != nil {
		return Found{}, err
	}
	f, err := q.Finder(rec, o)
	if err != nil {
		return Found{}, err
	}
	agents := slices.DeleteFunc(rec.Agents(), func(id world.AgentID) bool { return !q.About(id, f.o.Names) })
	if len(agents) == 0 && q.Agent != "" {
		return Found{}, &UnknownError{"agent", q.Agent, near.Names(q.Agent, slices.Values(names.Agents))}
	}
	f.Expect(len(agents))
	jobs := make(chan world.AgentID)
	var all sync.WaitGroup
	for range min(cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), max(len(agents), 1)) {
		all.Go(func() {
			for id := range jobs {
				f.Search(ctx, rec, id)
			}
		})
	}
	for _, id := range agents {
		if ctx.Err() != nil {
			break
		}
		jobs <- id
	}
	close(jobs)
	all.Wait()
	return f.Found(), ctx.Err()
}

// Finder searches agents one by one, for example of recordings that are copied in parts. Its methods may be called by
// several goroutines.
type Finder struct {
	q      Query
	o      Options
	window window

	mu     sync.Mutex
	found  Found
	expect int
}

// Finder starts a search of the time that the query means at the end of a recording, or at Options.End. It does not check
// the query's names: see [Query.Check].
func (q Query) Finder(rec *history.Recording, o Options) (*Finder, error) {
	o.Limit, o.Bins = cmp.Or(o.Limit, 1000), cmp.Or(o.Bins, 60)
	if o.Names.Decision == nil && o.Names.Stimuli == nil && o.Names.NameOf == nil {
		o.Names = rec.Names()
	}
	w, err := q.When.window(rec, o.End)
	if err != nil {
		return nil, err
	}
	f := &Finder{q: q, o: o, window: w}
	f.found = Found{Query: q.String(), From: w.from, To: w.to, Begin: w.begin, End: w.end, Hits: []Hit{}, Bins: w.bins(o.Bins)}
	return f, nil
}

// Expect tells how many agents are going to be searched, for Progress.
func (f *Finder) Expect(agents int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.expect = agents
}

// Frames returns the first and the last frame that are searched.
func (f *Finder) Frames() (from, to uint64) { return f.window.from, f.window.to }

// Search searches one agent of a recording.
func (f *Finder) Search(ctx context.Context, rec *history.Recording, agent world.AgentID) {
	var hits []Hit
	var err error
	if f.q.about(rec, agent, f.o.Names) {
		s := newScan(f.q, rec, agent, f.window, f.o.Names)
		err = s.run(ctx)
		hits = s.hits
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if ctx.Err() != nil && err != nil {
		return // the agent was searched in part
	}
	f.found.Searched++
	if err != nil && !errors.Is(err, history.ErrNotRecorded) {
		if f.found.Problems++; f.found.Problem == "" {
			f.found.Problem = err.Error()
		}
	}
	f.take(hits)
	if f.o.Progress != nil {
		f.o.Progress(Progress{f.found.Searched, max(f.expect, f.found.Searched), f.found.All})
	}
}

// take adds an agent's hits. Those beyond twice the limit are dropped at once, so that they take no memory.
func (f *Finder) take(hits []Hit) {
	if len(hits) == 0 {
		return
	}
	if f.o.Each != nil {
		for _, h := range hits {
			f.o.Each(h)
		}
	}
	f.found.Agents++
	f.found.All += len(hits)
	f.found.Hits = append(f.found.Hits, hits...)
	if len(f.found.Hits) > 2*f.o.Limit {
		f.found.Hits = earliest(f.found.Hits, f.o.Limit)
	}
	for i := range f.found.Bins {
		b := &f.found.Bins[i]
		if slices.ContainsFunc(hits, func(h Hit) bool { return h.From <= b.To && h.To >= b.From }) {
			b.Agents++
		}
	}
}

// Found returns what was found so far.
func (f *Finder) Found() Found {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.found.Hits = earliest(f.found.Hits, f.o.Limit)
	found := f.found
	found.Hits, found.Bins = slices.Clone(found.Hits), slices.Clone(found.Bins)
	return found
}

// earliest sorts hits and keeps the first.
func earliest(hits []Hit, limit int) []Hit {
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Path, b.Path))
	})
	return hits[:min(len(hits), limit)]
}
