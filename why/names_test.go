package why_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// Soldiers with names: explanations of recorded ticks, and of the next one, say who holds a gate and who is in a squad.
func TestExplanationsNameAgents(t *testing.T) {
	tree, err := decider.InitializeTreeData(&node{Name: "SOLDIER", Children: children{
		{Name: "THROW", Decide: worth, Gate: &throw, Behavior: does("THROW")},
		{Name: "FLANK", Decide: worth, Squad: &flank, Children: children{{Name: "GO", Behavior: does("GO")}}},
		{Name: "SHOOT", Behavior: does("SHOOT")},
	}})
	require.NoError(t, err)
	w := world.New(world.Options{Seed: 3})
	c, err := crowd.New(w, tree, crowd.Options[*actor]{Name: "SOLDIERS", Workers: 1})
	require.NoError(t, err)
	called := map[world.AgentID]string{}
	names := debugprint.Names{NameOf: func(id world.AgentID) string { return called[id] }}
	r := history.New(history.Options{BytesEach: 1 << 16, Names: names})
	require.NoError(t, c.Record(r))
	soldiers, ids := make([]*actor, 4), make([]world.AgentID, 4)
	for i := range soldiers {
		soldiers[i] = &actor{worth: worths("THROW", 0.0, "FLANK", 0.0)}
		ids[i], err = c.Add(soldiers[i])
		require.NoError(t, err)
	}
	called[ids[0]], called[ids[1]] = "Ogg", "Ugh\n"
	step := func() {
		t.Helper()
		require.NoError(t, w.Advance(0.5))
		_, err := c.Tick()
		require.NoError(t, err)
	}
	explain := func(i int, name string) why.Explanation {
		t.Helper()
		e, err := why.Explain(r.Recording(), ids[i], w.Frame(), name)
		require.NoError(t, err)
		return e
	}
	step()
	soldiers[0].worth["THROW"], soldiers[1].worth["THROW"] = 1, 1
	step()
	step()
	held := fmt.Sprintf("It got no place in the gate GRENADE: 1 of 1 held by Ogg #%d.", ids[0])
	e := explain(1, "THROW")
	assert.Equal(t, held, e.Places[0].Because)
	assert.Equal(t, "Ugh\n", e.AgentName)
	text, err := json.Marshal(e)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"agentName":"Ugh\n"`)
	assert.Contains(t, string(text), fmt.Sprintf(`"agentNames":{"%d":"Ogg","%d":"Ugh\n"}`, ids[0], ids[1]))
	view, err := c.View(ids[1])
	require.NoError(t, err)
	e, err = why.Now(view, "THROW", names)
	require.NoError(t, err)
	assert.Contains(t, e.String(), held)

	soldiers[0].worth["THROW"], soldiers[1].worth["THROW"] = 0, 0
	soldiers[0].status = map[string]behavior.Status{"THROW": behavior.Success}
	soldiers[0].worth["FLANK"], soldiers[2].worth["FLANK"] = 1, 1
	for range 3 {
		step()
	}
	assert.Contains(t, explain(2, "FLANK").String(), fmt.Sprintf(", beside Ogg #%d.", ids[0]))
	assert.Contains(t, explain(0, "FLANK").String(), fmt.Sprintf(", beside #%d.", ids[2]))
	assert.Contains(t, explain(0, "GO").Places[0].Path, "SOLDIER")

	// Names of flags alone leave the agents' names to the recording.
	e, err = why.Explain(r.Recording(), ids[2], w.Frame(), "FLANK", debugprint.Names{Decision: debugprint.BitNames{"Night"}})
	require.NoError(t, err)
	assert.Contains(t, e.String(), "beside Ogg #")
	run, err := why.LastRan(r.Recording(), ids[1], w.Frame(), "SHOOT")
	require.NoError(t, err)
	assert.Equal(t, "Ugh\n", run.AgentName)
}

func TestAnAgentThatSleptIsNamed(t *testing.T) {
	e := why.Explanation{Agent: 7, AgentName: "Ugh\n", Slept: true, Asked: 5, Frame: 3, Time: 1.5}
	assert.Equal(t, "Ugh\\n #7 was not ticked in frame 5. This is its last tick before, in frame 3 (1.50 s).\n", e.String())
	e.AgentName = ""
	assert.Equal(t, "#7 was not ticked in frame 5. This is its last tick before, in frame 3 (1.50 s).\n", e.String())
}
