package decider_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file is the inputs of a trace.

// step does one of them.
func (r *traceRun) step(words []string) {
	at := fmt.Sprintf("%s:%d", r.trace.file, r.trace.steps[r.now].line+1)
	switch {
	case len(r.trace.cast) == 0 && strings.HasPrefix(words[0], "@"):
		w, err := parseTick(strings.Join(words, " "))
		require.NoError(r.t, err, at)
		r.tickOnly(r.actors[0], w)
	case len(r.trace.cast) == 0:
		r.refused(r.actors[0], r.operate(r.actors[0], words))
	case strings.HasPrefix(words[0], "@"):
		time, err := strconv.ParseFloat(words[0][1:], 64)
		require.NoError(r.t, err, at)
		r.letters(words[1:])
		r.advance(time - r.time())
		r.tickAll(words[1:])
	case words[0] == "advance":
		dt, err := strconv.ParseFloat(words[1], 64)
		require.NoError(r.t, err, at)
		r.advance(dt)
	case words[0] == "tick":
		r.tickAll(words[1:])
	case words[0] == "closeworld":
		r.closeWorld()
	case slices.Contains([]string{"launched", "cancelled", "complete", "failed"}, words[0]):
		r.serve(words)
	default:
		a := r.actors[slices.IndexFunc(r.actors, func(a *actor) bool { return a.name == words[0] })]
		if len(words) > 1 && isOperation(words[1]) {
			r.refused(a, r.operate(a, words[1:]))
			break
		}
		require.False(r.t, r.trace.crowd, "%s: agents of a crowd tick together", at)
		w, err := parseWords(words[1:])
		require.NoError(r.t, err, at)
		r.tickOne(a, w)
	}
	r.flush()
}

// operate does something to an agent between ticks.
func (r *traceRun) operate(a *actor, words []string) error {
	err := a.do(words)
	if r.shared != nil {
		r.shared.CrowdTicked() // at once, as nobody ticks
	}
	r.flush()
	return err
}

// wordsFor are those of an input that concern an agent: what comes before the first NAME: and after its own.
func (r *traceRun) wordsFor(a *actor, words []string) (own tickWords) {
	var all []string
	mine := true
	for _, word := range words {
		name, is := strings.CutSuffix(word, ":")
		if _, known := r.forest.ids[name]; is && known {
			mine = name == a.name
		} else if mine {
			all = append(all, word)
		}
	}
	own, err := parseWords(all)
	require.NoError(r.t, err, "%s:%d", r.trace.file, r.trace.steps[r.now].line+1)
	return own
}

// letters has the messages sent that an input tells of.
func (r *traceRun) letters(words []string) {
	for _, a := range r.actors {
		for _, m := range r.wordsFor(a, words).mail {
			from := world.AgentID(m[0] - '0')
			st := stimuli.Kind[int32](lettersOf(m[1:])).New(int32(from), math.Inf(1))
			if r.shared != nil {
				require.NoError(r.t, r.shared.Send(from, r.forest.ids[a.name], st))
			} else {
				require.NoError(r.t, r.world.SendFrom(engine.Key{}, from, r.forest.ids[a.name], st))
			}
		}
	}
}

// tickAll ticks everybody.
func (r *traceRun) tickAll(words []string) {
	if !r.trace.crowd {
		for _, a := range r.actors {
			r.tickOne(a, r.wordsFor(a, words))
			r.flush()
		}
		return
	}
	if frame := r.frame(); frame == r.last && frame > 0 {
		r.refused(nil, crowd.ErrNotAdvanced)
		return
	}
	r.last = r.frame()
	for _, a := range r.actors {
		w := r.wordsFor(a, words)
		a.now = w.scripts
		if w.flags != nil {
			a.in.DecisionFlags = *w.flags
		}
		if r.mode.reference {
			r.stimulate(w, a.set.Add)
			continue
		}
		s := a.self.(crowdSubject)
		if w.flags != nil {
			require.NoError(r.t, s.crowd.SetFlags(s.id, *w.flags, ^*w.flags))
		}
		r.stimulate(w, func(st stimuli.Stimulus) error { return s.crowd.Stimulate(s.id, st) })
	}
	if r.mode.reference {
		r.tickReferences()
	} else {
		r.tickCrowds()
	}
}

func (r *traceRun) stimulate(w tickWords, give func(stimuli.Stimulus) error) {
	notes, err := w.notes()
	require.NoError(r.t, err)
	for _, st := range notes {
		require.NoError(r.t, give(st))
	}
}

// tickCrowds ticks the agents that crowds do not leave out.
func (r *traceRun) tickCrowds() {
	ticked, agents := 0, 0
	for _, c := range r.crowds {
		report, err := c.Tick()
		if err != nil {
			r.refused(nil, err)
			return
		}
		ticked, agents = ticked+report.Ticked, agents+report.Agents
	}
	r.report = fmt.Sprintf("ticked %d of %d", ticked, agents)
}

// tickReferences ticks all of them.
func (r *traceRun) tickReferences() {
	for i, a := range r.actors {
		a.in.Time, a.in.Stimuli = r.time(), a.set
		a.in.DT = r.dt
		if err := a.self.tick(a, a.in); refusal(err) != "" && refusal(err) != refusal(decider.ErrClosed) {
			r.refused(a, err)
		}
		last := i == len(r.actors)-1 || r.forest.ids[r.actors[i+1].name]/world.PageSize != r.forest.ids[a.name]/world.PageSize
		if r.shared != nil && last {
			r.shared.CrowdTicked()
		}
	}
}

// tickOne ticks an agent that does not live in a crowd.
func (r *traceRun) tickOne(a *actor, w tickWords) {
	r.stimulate(w, a.set.Add)
	if w.flags != nil {
		a.in.DecisionFlags = *w.flags
	}
	dt := r.time() - a.last
	if math.IsNaN(a.last) {
		dt = 0
	}
	a.in.Time, a.in.DT, a.in.Stimuli = r.time(), dt, a.set
	if w.dt != nil {
		a.in.DT = *w.dt
	}
	a.now = w.scripts
	err := a.self.tick(a, a.in)
	r.flush()
	r.refused(a, err)
	a.last = r.time()
}

// tickOnly ticks the agent of a trace with one agent, and its world.
func (r *traceRun) tickOnly(a *actor, w tickWords) {
	dt := w.time - a.last
	if math.IsNaN(a.last) || !(dt >= 0) {
		dt = 0
	}
	a.set.Update(dt)
	if r.world != nil {
		for _, m := range w.mail {
			from := int32(m[0] - '0')
			kind := stimuli.Kind[int32](lettersOf(m[1:]))
			require.NoError(r.t, r.world.SendFrom(engine.Key{}, world.AgentID(from), r.trace.agent, kind.New(from, math.Inf(1))))
		}
		require.NoError(r.t, r.world.Advance(dt))
	}
	r.stimulate(w, a.set.Add)
	a.in = decider.Input{Time: w.time, DT: dt, Stimuli: a.set}
	if w.flags != nil {
		a.in.DecisionFlags = *w.flags
	}
	if w.dt != nil {
		a.in.DT = *w.dt
	}
	a.now = w.scripts
	err := a.self.tick(a, a.in)
	r.flush()
	r.refused(a, err)
	if refusal(err) == "" {
		a.last = w.time
	}
}
