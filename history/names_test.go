package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/world"
)

// herdOf is a crowd of n agents whose recorder asks for names.
func herdOf(t *testing.T, n int, nameOf func(world.AgentID) string) (*crowds.Game, *Recorder, []world.AgentID) {
	t.Helper()
	h, err := crowds.New(crowds.Busy(), n, 4)
	require.NoError(t, err)
	r := New(Options{Names: debugprint.Names{NameOf: nameOf}})
	require.NoError(t, h.Crowd.Record(r))
	return h, r, r.Recording().Agents()
}

func TestNamesAreThoseOfTheLastRecording(t *testing.T) {
	names := map[world.AgentID]string{}
	ticking, asked := false, 0
	h, r, ids := herdOf(t, 6, func(id world.AgentID) string {
		require.False(t, ticking)
		asked++
		return names[id]
	})
	frame := func() {
		t.Helper()
		require.NoError(t, h.World.Advance(crowds.DT))
		ticking = true
		_, err := h.Crowd.Tick()
		ticking = false
		require.NoError(t, err)
	}
	for i, id := range ids[:5] {
		names[id] = fmt.Sprint("Ogg", i)
	}
	asked = 0
	frame()
	frame()
	assert.Equal(t, 6, asked, "each was asked for once")

	require.NoError(t, h.Crowd.Remove(ids[0]))
	delete(names, ids[0])
	names[ids[1]] = "Ugh"
	rec := r.Recording()
	got := func(rec *Recording) (all []string) {
		for _, id := range ids {
			all = append(all, rec.Names().NameOf(id))
		}
		return all
	}
	assert.Equal(t, []string{"Ogg0", "Ugh", "Ogg2", "Ogg3", "Ogg4", ""}, got(rec))
	assert.Equal(t, "Ogg0", r.Recording(ids[0]).Names().NameOf(ids[0]))
	assert.Empty(t, r.Recording(ids[0]).Names().NameOf(ids[2]), "it is not in this recording")
	assert.Nil(t, r.Recording(ids[5]).Names().NameOf)

	names[ids[1]] = "Bah" // what was recorded stays as it was
	assert.Equal(t, "Ugh", rec.Names().NameOf(ids[1]))
	delete(names, ids[1])
	frame()
	assert.Equal(t, []string{"Ogg0", "Ugh", "Ogg2", "Ogg3", "Ogg4", ""}, got(r.Recording()))

	loaded, err := Load(bytes.NewReader(saved(t, rec)))
	require.NoError(t, err)
	assert.Equal(t, got(rec), got(loaded))
	assert.Equal(t, fmt.Sprintf("Ugh #%d", ids[1]), loaded.Names().Agent(ids[1]))
	assert.Empty(t, loaded.Names().NameOf(1<<40))
	assert.Equal(t, saved(t, rec), saved(t, loaded))
}

func saved(t *testing.T, rec *Recording) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, rec.Save(&file))
	return file.Bytes()
}

// A track that is used again has the name of its new agent.
func TestNamesOfAgentsThatAreDropped(t *testing.T) {
	h, r, ids := herdOf(t, 2, func(id world.AgentID) string { return fmt.Sprint("Ogg", id) })
	require.NoError(t, h.Frame())
	require.NoError(t, h.Frame())
	assert.Len(t, r.called.names, 2)
	p := r.pages[uint64(ids[0])/pageAgents]
	r.drop(p, p.tracks[ids[0]%pageAgents])
	assert.Len(t, r.called.names, 1)
	assert.Empty(t, r.called.fresh)
}

func TestNamesOfAgentsWithoutAWorld(t *testing.T) {
	run := behavior.Behavior[int]{Name: "RUN", Tick: func(*behavior.Context[int]) behavior.Status { return behavior.Running }}
	tree := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "RUN", Behavior: &run})
	ticking := false
	r := New(Options{Names: debugprint.Names{NameOf: func(id world.AgentID) string {
		require.False(t, ticking)
		return fmt.Sprint("Ogg", id)
	}}})
	for id := world.AgentID(1); id <= 3; id++ {
		m := tree.NewMemory(nil, id)
		require.NoError(t, m.Record(r))
		ticking = true
		require.NoError(t, decider.TickBehaviorTree(m, 1, decider.Input{Time: 1, DT: 1}))
		ticking = false
	}
	assert.Empty(t, r.called.fresh)
	assert.Equal(t, "Ogg3 #3", r.Recording().Names().Agent(3))
}

func TestNamesAreBoundedAndEscaped(t *testing.T) {
	for name, want := range map[string]string{
		"Ogg":                           "Ogg",
		"Ögg 木":                         "Ögg 木",
		strings.Repeat("x", maxName):    strings.Repeat("x", maxName),
		strings.Repeat("x", maxName+1):  strings.Repeat("x", maxName-3) + "…",
		strings.Repeat("木", 50):         strings.Repeat("木", 20) + "…",
		"a\xffb":                        "a\uFFFDb",
		strings.Repeat("\xff", maxName): "\uFFFD",
		"line\nbreak":                   "line\nbreak",
	} {
		got := shortened(name)
		assert.Equal(t, want, got)
		assert.True(t, utf8.ValidString(got) && len(got) <= maxName, "%q", got)
	}
	assert.Equal(t, `line\n\x1b[31m #7`, agentText(7, "line\n\x1b[31m"))
	assert.Equal(t, "#7", agentText(7, ""))
}

// Names in a file are short and valid, or it is refused.
func TestLoadOfHostileNames(t *testing.T) {
	h, r, _ := herdOf(t, 2, func(world.AgentID) string { return "Ogg" })
	require.NoError(t, h.Frame())
	for name, text := range map[string]string{
		strings.Repeat("x", maxName+1): "an agent's name",
		"O\xffg":                       "the name of agent ",
	} {
		rec := r.Recording()
		rec.agents[1].name = name
		_, err := Load(bytes.NewReader(saved(t, rec)))
		require.ErrorIs(t, err, ErrFormat)
		assert.ErrorContains(t, err, text)
	}
}

func TestDifferencesAndTracesHaveNames(t *testing.T) {
	names := map[world.AgentID]string{}
	h, r, ids := herdOf(t, 2, func(id world.AgentID) string { return names[id] })
	for range 3 {
		require.NoError(t, h.Frame())
	}
	ogg, other := ids[0], ids[1]
	all := r.Recording()
	names[ogg] = "Ogg\t"
	var got []string
	for d := range Compare(all, r.Recording(ogg)) { // the first has no names
		got = append(got, d.String())
	}
	assert.Equal(t, []string{fmt.Sprintf("#%d: agent: recorded | not recorded", other)}, got)
	for d := range Compare(r.Recording(other), r.Recording(ogg)) {
		text, err := json.Marshal(d)
		require.NoError(t, err)
		if d.Agent == ogg {
			assert.Equal(t, fmt.Sprintf(`Ogg\t #%d: agent: not recorded | recorded`, ogg), d.String())
			assert.Contains(t, string(text), `"agentName":"Ogg\t"`)
		} else {
			assert.NotContains(t, string(text), "agentName")
		}
	}
	var trace bytes.Buffer
	require.NoError(t, r.Recording().WritePerfetto(&trace))
	assert.Contains(t, trace.String(), fmt.Sprintf(`"thread_name","args":{"name":"Ogg\\t #%d"}`, ogg))
	assert.Contains(t, trace.String(), fmt.Sprintf(`"thread_name","args":{"name":"#%d"}`, other))
}
