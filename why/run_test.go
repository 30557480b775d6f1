package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// camp is a tree whose children interrupt each other.
func camp() *node {
	return &node{Name: "ROOT", Children: children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: seen}, Behavior: does("RUN")},
		{Name: "ANSWER", StimuliFlags: stimuli.Check{All: howl}, Behavior: does("HOWL_BACK")},
		{Name: "LIVE", Decide: worth, Children: children{leaf("EAT"), leaf("PLAY")}},
		{Name: "NEVER", DecisionFlags: decider.Check{All: night}, Behavior: does("NOTHING")},
		leaf("IDLE"),
	}}
}

func campDays(t *testing.T) *history.Recording {
	return recorded(t, camp(), 12, func(tick int, a *actor, set *stimuli.Set) decider.DecisionFlags {
		a.worth = worths("LIVE", 0.0, "EAT", 0.0)
		switch {
		case tick == 4:
			a.worth["LIVE"] = 1
		case tick == 7:
			_ = set.Add(stimuli.Note(howl, 0.3))
		case tick == 8:
			a.status = map[string]behavior.Status{"ANSWER": behavior.Success}
		case tick == 10, tick == 11:
			return seen
		case tick == 12:
			a.status = map[string]behavior.Status{"FLEE": behavior.Failure}
		}
		return 0
	})
}

func TestLastRan(t *testing.T) {
	rec := campDays(t)
	for _, c := range []struct {
		frame uint64
		name  string
		want  string
	}{
		{3, "IDLE", "ROOT > IDLE runs since frame 1 (0.25 s). ROOT asked it, and it said yes, as its Decide worth gave 1. The 4 before it said no."},
		{6, "IDLE", "ROOT > IDLE ran from frame 1 (0.25 s) to frame 4 (1 s). ROOT asked it, and it said yes, as its Decide worth gave 1. The 4 before it said no. " +
			"It was interrupted after 0.75 s: LIVE took over in ROOT, as its Decide worth gave 1."},
		{12, "ANSWER", "ROOT > ANSWER ran from frame 7 (1.75 s) to frame 8 (2 s). ROOT asked it, and it said yes, as Howl is set. " +
			"Nothing before it did: FLEE needs the decision flag Seen, which is not set. It took the place of LIVE. " +
			"It succeeded after 0.25 s. Its behavior HOWL_BACK returned Success from Tick."},
		{9, "PLAY", "ROOT > LIVE > PLAY ran from frame 4 (1 s) to frame 7 (1.75 s). LIVE asked it, and it said yes, as its Decide worth gave 1. " +
			"Nothing before it did: EAT said no: its Decide worth gave 0. It was interrupted after 0.75 s together with LIVE: ANSWER took over in ROOT, as Howl is set."},
	} {
		r, err := why.LastRan(rec, 7, c.frame, c.name)
		require.NoError(t, err)
		assert.Equal(t, c.want, r.String())
	}
	_, err := why.LastRan(rec, 7, 12, "NEVER")
	require.ErrorIs(t, err, why.ErrNeverRan)
	assert.EqualError(t, err, "why: it did not run: NEVER, in the frames 1 to 12 of agent 7")
	_, err = why.LastRan(rec, 7, 12, "IDEL")
	var unknown *why.UnknownError
	require.ErrorAs(t, err, &unknown)
	assert.Equal(t, []string{"IDLE"}, unknown.Near)
	_, err = why.LastRan(rec, 8, 12, "IDLE")
	require.ErrorIs(t, err, history.ErrNotRecorded)
}

func TestInterruptedBy(t *testing.T) {
	rec := campDays(t)
	by := func(frame uint64, name string) why.Interruption {
		in, err := why.InterruptedBy(rec, 7, frame, name)
		require.NoError(t, err)
		return in
	}
	in := by(5, "IDLE") // a Decide that toggled
	assert.Equal(t, "LIVE", in.By)
	assert.Equal(t, "ROOT", in.Group)
	assert.Equal(t, []why.Change{{What: "Decide", Name: "LIVE", From: "0", To: "1", Words: "the Decide of LIVE gave 1, and had given 0"}}, in.Changed)
	assert.Equal(t, "In the tick before, LIVE said no: its Decide worth gave 0.", in.Before)

	in = by(7, "PLAY") // a stimulus, above its group
	assert.Equal(t, "ANSWER", in.By)
	assert.Equal(t, []why.Change{{What: "stimulus", Name: "Howl", From: "not set", To: "set", Words: "the stimulus Howl is set, and was not set"}}, in.Changed)
	assert.Contains(t, in.String(), "ANSWER took over in ROOT, as Howl is set. What had changed: the stimulus Howl is set, and was not set.")

	in = by(11, "IDLE") // a decision flag
	assert.Equal(t, "FLEE", in.By)
	assert.Equal(t, "decision flag", in.Changed[0].What)
	assert.Equal(t, uint64(10), in.Run.To)

	assert.Empty(t, by(9, "ANSWER").By, "it succeeded")
	assert.Empty(t, by(3, "IDLE").By, "it runs")
}

// Two needs of about the same worth without a Margin take turns.
func TestOscillations(t *testing.T) {
	scored := &node{Name: "ROOT", Policy: decider.Scored, Children: children{leaf("EAT"), leaf("SLEEP"), leaf("PLAY")}}
	rec := recorded(t, scored, 40, func(tick int, a *actor, _ *stimuli.Set) decider.DecisionFlags {
		a.worth = worths("EAT", 0.5, "SLEEP", 0.4, "PLAY", 0.0)
		if tick >= 10 && tick < 15 && tick%2 == 1 {
			a.worth["SLEEP"] = 0.6
		}
		if tick > 30 {
			a.worth["PLAY"] = 1
		}
		return 0
	})
	all, err := why.Oscillations(rec, 7, 1)
	require.NoError(t, err)
	require.Len(t, all, 1)
	o := all[0]
	assert.Equal(t, "EAT", o.A)
	assert.Equal(t, "SLEEP", o.B)
	assert.Equal(t, "In ROOT, EAT and SLEEP took turns 4 times within 0.75 s (frames 11 to 14). What toggled: the Decide of SLEEP. "+
		"Try a larger Margin, so that the running child is kept longer.", o.String())

	calm, err := why.Oscillations(campDays(t), 7, 0.1)
	require.NoError(t, err)
	assert.Empty(t, calm)
	_, err = why.Oscillations(rec, world.AgentID(9), 1)
	require.ErrorIs(t, err, history.ErrNotRecorded)
}

// A flag that flickers.
func TestOscillationOfAFlag(t *testing.T) {
	rec := recorded(t, camp(), 20, func(tick int, a *actor, _ *stimuli.Set) decider.DecisionFlags {
		a.worth = worths("LIVE", 0.0)
		if tick < 6 || tick > 12 {
			return 0
		}
		a.status = map[string]behavior.Status{}
		if tick%2 == 1 {
			a.status["FLEE"] = behavior.Success
			return 0
		}
		return seen
	})
	all, err := why.Oscillations(rec, 7, 1)
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.Equal(t, "ROOT", all[0].Group)
	assert.Equal(t, "IDLE", all[0].A)
	assert.Equal(t, "FLEE", all[0].B)
	assert.Equal(t, "Seen", all[0].Toggled[0].Name)
}
