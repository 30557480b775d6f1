package crowd_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// Crowd.Stimuli returns an agent's stimuli as of the world's present, whether or not it was ticked since.
func TestStimuliOfAnAgent(t *testing.T) {
	w, herd, ids := goats(&Decider{Name: "GOAT", Behavior: &Behavior{Name: "GRAZE"}}, "Heidrun")
	require.NoError(t, w.Advance(1))
	require.NoError(t, herd.Stimulate(ids[0], stimuli.Note(Whistle, 1.5)))
	set, err := herd.Stimuli(ids[0])
	require.NoError(t, err)
	assert.Equal(t, Whistle, set.Flags())
	require.NoError(t, w.Advance(2))
	set, err = herd.Stimuli(ids[0])
	require.NoError(t, err)
	assert.Zero(t, set.Flags(), "its time is over")

	require.NoError(t, herd.Remove(ids[0]))
	_, err = herd.Stimuli(ids[0])
	require.ErrorIs(t, err, crowd.ErrNoAgent)
	deaf, err := crowd.New(w, herd.Tree(), crowd.Options[*Goat]{Name: "DEAF", Workers: 1})
	require.NoError(t, err)
	id, err := deaf.Add(&Goat{})
	require.NoError(t, err)
	_, err = deaf.Stimuli(id)
	require.ErrorIs(t, err, crowd.ErrNoStimuli)
}

// A message to an agent of a crowd without stimuli is undelivered, as one to a single agent without a set.
func TestMessagesToACrowdWithoutStimuli(t *testing.T) {
	w := world.New(world.Options{})
	deaf, err := crowd.New(w, decider.MustInitializeTreeData(&Decider{Name: "GOAT", Behavior: &Behavior{Name: "GRAZE"}}), crowd.Options[*Goat]{Name: "DEAF", Workers: 1})
	require.NoError(t, err)
	id, err := deaf.Add(&Goat{})
	require.NoError(t, err)
	require.NoError(t, w.Send(id, stimuli.Note(Whistle, 1)))
	require.NoError(t, w.SendRenew(id, stimuli.Note(Whistle, 1)))
	err = w.Advance(1)
	var lost *world.UndeliveredError
	require.ErrorAs(t, err, &lost)
	assert.Equal(t, id, lost.To)
	assert.Equal(t, 2, lost.Count)
	assert.Equal(t, world.Stats{Undelivered: 2}, w.Stats())
}

// A sleeping agent whose stimuli were read after their end wakes as if they had not been read.
func TestStimuliThatAreLookedAtStillWake(t *testing.T) {
	w, herd, ids := goats(&Decider{Name: "GOAT", Children: Children{
		{Name: "LISTEN", StimuliFlags: stimuli.Check{All: Whistle}, Behavior: &Behavior{Name: "LISTEN"}},
		{Name: "GRAZE", StimuliFlags: stimuli.Check{None: Whistle}, Behavior: &Behavior{Name: "GRAZE"}},
	}}, "Heidrun")
	require.NoError(t, herd.Stimulate(ids[0], stimuli.Note(Whistle, 3.5)))
	assert.Equal(t, "1 1 0", frames(w, herd, 3))
	require.NoError(t, w.Advance(1))
	_, err := herd.Stimuli(ids[0])
	require.NoError(t, err)
	r, err := herd.Tick()
	require.NoError(t, err)
	assert.Equal(t, 1, r.Ticked)
}

// View and why.Now take and claim no places in gates, want no squads and wake no agents.
func TestLookingTakesNothing(t *testing.T) {
	key := engine.Key{}
	manger, pair := &world.Gate{Name: "MANGER", Max: 1}, &world.Squad{Name: "PAIR", Agents: 2}
	run := func(looks bool) (told []string) {
		w, herd, ids := goats(&Decider{Name: "GOAT", Children: Children{
			{Name: "DANCE", Squad: pair, DecisionFlags: decider.Check{All: WolfNear}, Policy: decider.Sequence, Children: Children{
				{Name: "MEET", Options: decider.Barrier}, {Name: "FIRST", Role: 1, Behavior: &Behavior{Name: "BOW"}},
			}},
			{Name: "EAT", Every: 2, Gate: manger, DecisionFlags: decider.Check{All: IsHungry}, Modifiers: decider.Modifiers{Timeout: 2}, Behavior: &Behavior{Name: "EAT"}},
			{Name: "WAIT", Behavior: &Behavior{Name: "WAIT"}},
		}}, "Heidrun", "Billy", "Amalthea")
		looked := func() (text string) {
			for _, id := range ids {
				text += fmt.Sprint(w.GlanceGate(key, manger, 0, id), w.GlanceSquad(key, pair, 0, id))
			}
			return text
		}
		look := func() {
			if !looks {
				return
			}
			before := looked()
			for _, id := range ids {
				m, err := herd.View(id)
				require.NoError(t, err)
				for _, name := range []string{"DANCE", "MEET", "FIRST", "EAT", "WAIT"} {
					_, err := why.Now(m, name)
					require.NoError(t, err)
				}
				_ = debugprint.DebugPrintState(m, debugprint.WholeTree)
			}
			require.Equal(t, before, looked())
		}
		for i := range 16 {
			for k, id := range ids {
				require.NoError(t, herd.SetFlags(id, decider.DecisionFlags((i/3+k)%4), 3))
			}
			look()
			require.NoError(t, w.Advance(1))
			look()
			r, err := herd.Tick()
			require.NoError(t, err)
			look()
			told = append(told, fmt.Sprint(r.Ticked, r.Entered, slices.Collect(w.Holders(manger, 0)), looked()))
		}
		return told
	}
	want := run(false)
	assert.Equal(t, want, run(true))
	assert.Contains(t, fmt.Sprint(want), "{1 ", "somebody had to wait for a partner")
}

// why.Now explains an agent of a crowd that waits. An Every that has begun again counts as passed once the agent is
// granted a place.
func TestNowInACrowd(t *testing.T) {
	for every, claimed := range map[float64]string{
		0: "It claims a place in the gate MANGER, which the world gives out when it advances: 0 of 1 held.\n",
		4: "It is asked once in 4 s, and its Every has 4 s left.\n",
	} {
		manger := &world.Gate{Name: "MANGER", Max: 1}
		w, herd, ids := goats(&Decider{Name: "GOAT", Children: Children{
			{Name: "EAT", Every: every, Gate: manger, Behavior: &Behavior{Name: "EAT"}},
			{Name: "WAIT", Behavior: &Behavior{Name: "WAIT"}},
		}}, "Heidrun", "Billy")
		now := func(i int) string {
			m, err := herd.View(ids[i])
			require.NoError(t, err)
			e, err := why.Now(m, "EAT")
			require.NoError(t, err)
			return e.String() + debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore)
		}
		assert.Contains(t, now(0), "claims a place in the gate MANGER")
		frames(w, herd, 1)
		assert.Contains(t, now(0), claimed)
		assert.Contains(t, now(0), " gate: MANGER 0/1, waiting: 2, claimed")
		require.NoError(t, w.Advance(1))
		assert.Contains(t, now(0), "yes Gate: got a place in the gate MANGER")
		assert.Contains(t, now(0), " gate: MANGER 0/1, granted: 1, waiting: 1, may enter")
		_, err := herd.Tick()
		require.NoError(t, err)
		assert.Contains(t, now(0), fmt.Sprintf("It is inside the gate MANGER, where 1 of 1 places are held by #%d.", ids[0]))
		assert.Contains(t, now(1), fmt.Sprintf(" gate: MANGER 1/1 [#%d]", ids[0]))
	}
}
