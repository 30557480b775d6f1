package debugprint_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// need is what stringer makes of flags: a name for each, T(n) for the rest.
type need decider.DecisionFlags

func (n need) String() string {
	switch n {
	case 1 << 0:
		return "Sleepy"
	case 1 << 4:
		return "Hungry"
	case 1 << 63:
		return "Last"
	}
	return "need(" + strconv.FormatUint(uint64(n), 10) + ")"
}

// sound is what stringer makes of constants that count.
type sound uint8

func (s sound) String() string {
	if s < 2 {
		return [...]string{"Howl", "Crack(le)"}[s]
	}
	return "sound(" + strconv.Itoa(int(s)) + ")"
}

// careless is a hand-written String that panics past its list.
type careless int8

func (c careless) String() string { return [...]string{"A", "B"}[c] }

// mood is a hand-written String with a gap and a number.
type mood int8

func (m mood) String() string {
	switch m {
	case 1:
		return "Calm"
	case 2:
		return ""
	case 4:
		return "0x4"
	case 64:
		return "Wild"
	case -128: // the sign bit
		return "Last"
	}
	return strconv.Itoa(int(m))
}

func TestNamesFromStringer(t *testing.T) {
	needs := debugprint.MaskNames[need]()
	assert.Len(t, needs, 64)
	assert.Equal(t, debugprint.BitNames{"Sleepy", "", "", "", "Hungry"}, needs[:5])
	assert.Equal(t, "Last", needs[63])
	assert.Equal(t, debugprint.BitNames{"Howl", "Crack(le)"}, debugprint.IotaNames[sound]())
	assert.Equal(t, debugprint.BitNames{"A", "B"}, debugprint.IotaNames[careless]())
	assert.Equal(t, debugprint.BitNames{"Calm", "", "", "", "", "", "Wild", "Last"}, debugprint.MaskNames[mood]())
}

func TestNamesOfAgents(t *testing.T) {
	n := debugprint.Names{NameOf: func(id world.AgentID) string { return map[world.AgentID]string{7: "Ogg", 8: "a\nb"}[id] }}
	assert.Equal(t, []string{"Ogg #7", `a\nb #8`, "#9"}, []string{n.Agent(7), n.Agent(8), n.Agent(9)})
	assert.Equal(t, "#7", debugprint.Names{}.Agent(7))
	assert.Equal(t, "[Ogg #7", string(n.AppendAgent([]byte("["), 7)))

	e := growling
	assert.Equal(t, " 106.02 s  Ogg #7  GUARD_NEST_GROWL begins GROWL\n", string(n.AppendEvent(nil, &e, 1, 0)))
	assert.Equal(t, growlingLine, string(n.AppendEvent(nil, &e, 1, debugprint.Spore)), "in the form of the Spore text agents have no names")
}

func TestNamesOfAgentsAllocateNothing(t *testing.T) { // its name has it skipped where the race detector allocates
	n := debugprint.Names{NameOf: func(world.AgentID) string { return "Ogg" }}
	e := growling
	var b []byte
	assert.Zero(t, testing.AllocsPerRun(100, func() { b = n.AppendEvent(b[:0], &e, 1, 0) }))
}

func TestSetsByName(t *testing.T) {
	for _, test := range []struct {
		names          debugprint.BitNames
		set            decider.DecisionFlags
		want, readable string
	}{
		{nil, 0, "0x00000000", ""},
		{nil, 0x12, "0x00000012", "0x12"},
		{nil, 1 << 63, "0x8000000000000000", "0x8000000000000000"},
		{debugprint.BitNames{"Night", "Hungry"}, 0, "0x00000000", ""},
		{debugprint.BitNames{"Night", "Hungry"}, 1, "Night (0x00000001)", "Night"},
		{debugprint.BitNames{"Night", "Hungry"}, 3, "Night|Hungry (0x00000003)", "Night, Hungry"},
		{debugprint.BitNames{"Night", "Hungry"}, 0x53, "Night|Hungry|0x50 (0x00000053)", "Night, Hungry, 0x50"},
		{debugprint.BitNames{"Night", "Hungry"}, 0x50, "0x00000050", "0x50"},
		{debugprint.BitNames{"", "Hun\ngry"}, 3, `Hun\ngry|0x1 (0x00000003)`, `Hun\ngry, 0x1`},
		{make(debugprint.BitNames, 100), 3, "0x00000003", "0x3"},
		{debugprint.MaskNames[need](), 1<<63 | 1, "Sleepy|Last (0x8000000000000001)", "Sleepy, Last"},
	} {
		n := debugprint.Names{Decision: test.names}
		text := string(n.AppendEvent(nil, &event.Event{Kind: event.TickStarted, DecisionFlags: test.set}, 3, debugprint.Spore))
		_, text, _ = strings.Cut(text, ", DecisionFlags: ")
		text, _, _ = strings.Cut(text, ", Stimuli")
		assert.Equal(t, test.want, text)

		text = string(n.AppendEvent(nil, &event.Event{Kind: event.TickStarted, DecisionFlags: test.set}, 3, 0))
		_, text, _ = strings.Cut(strings.TrimSuffix(text, "\n"), "; decision flags ")
		assert.Equal(t, test.readable, text)
	}
}
