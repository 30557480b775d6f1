package query

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for line, want := range map[string]Query{
		"GUARD rejected by gate last 10s":                {Decider: "GUARD", What: Rejected, By: []string{"gate"}, When: Span{Unit: Seconds, Last: 10}},
		"guard REJECTED by its GATE or squad":            {Decider: "guard", What: Rejected, By: []string{"gate", "squad"}},
		`"by the way" rejected`:                          {Decider: "by the way", What: Rejected},
		"any ended failed by EAT in crowd ANTS":          {What: Ended, By: []string{"failed"}, Other: "EAT", Crowd: "ANTS"},
		"EAT ended by FLEE of #7":                        {Decider: "EAT", What: Ended, Other: "FLEE", Agent: "#7"},
		`EAT began instead of FLEE of "Ogg the 2nd"`:     {Decider: "EAT", What: Began, Other: "FLEE", Agent: "Ogg the 2nd"},
		"EAT began by monitor frames 10 to 20":           {Decider: "EAT", What: Began, By: []string{"monitor"}, When: Span{Unit: Frames, From: 10, To: 20}},
		"EAT not asked because runs seconds 1.5 to 2":    {Decider: "EAT", What: NotAsked, By: []string{"runs"}, When: Span{Unit: Seconds, From: 1.5, To: 2}},
		"EAT not chosen last 300 frames":                 {Decider: "EAT", What: NotChosen, When: Span{Unit: Frames, Last: 300}},
		"EAT waits for squad with Night without Dead":    {Decider: "EAT", What: Waits, By: []string{"squad"}, With: []string{"Night"}, Without: []string{"Dead"}},
		"EAT active in tree NEST last 2min":              {Decider: "EAT", What: Active, Tree: "NEST", When: Span{Unit: Seconds, Last: 120}},
		"EAT\taccepted  last 250 ms with Night with Wet": {Decider: "EAT", What: Accepted, With: []string{"Night", "Wet"}, When: Span{Unit: Seconds, Last: 0.25}},
		"EAT asked last 1 second":                        {Decider: "EAT", What: Asked, When: Span{Unit: Seconds, Last: 1}},
	} {
		q, err := Parse(line)
		require.NoError(t, err, line)
		assert.Equal(t, want, q, line)
		again, err := Parse(q.String())
		require.NoError(t, err, q.String())
		assert.Equal(t, q, again, line)
	}
}

func TestParseRefuses(t *testing.T) {
	for line, want := range map[string]string{
		"":                                   `query: it ends where the name of a decider is missing; write any or DECIDER`,
		"GUARD":                              `query: it ends where an outcome is missing; write rejected, waits, accepted, asked, active, not, began or ended`,
		"rejected by gate":                   `query: a query begins with the name of a decider, or with any; a decider of this name stands in quotes (column 1); did you mean "rejected"?`,
		"GUARD rejectd":                      `query: "rejectd" is not an outcome (column 7); did you mean rejected?`,
		"GUARD rejected by door":             `query: "door" is not a check (column 19); write children, cooldown, decide, every, flags, gate, jump, limit, mask, override, role, slot, squad, stimuli or target`,
		"GUARD rejected by gat":              `query: "gat" is not a check (column 19); did you mean gate?`,
		"GÜARD rejected by":                  `query: it ends where a check is missing; write children, cooldown, decide, every, flags, gate, jump, limit, mask, override, role, slot, squad, stimuli or target`,
		"GÜARD rejected lst 10s":             `query: "lst" is not a limit, or the end (column 16); did you mean last?`,
		"GUARD rejected last -3s":            `query: "-3s" is not a time above 0 (column 21); write 10s or 300 frames`,
		"GUARD rejected last 10 ticks":       `query: "ticks" is not a unit of time (column 24); write s, ms, min or frames`,
		"GUARD rejected last 10h":            `query: "10h" is not a unit of time (column 21); did you mean 10s?`,
		"GUARD rejected last 1.5 frames":     `query: frames are whole (column 25)`,
		"GUARD rejected last 1s last 2s":     `query: there may be one limit of time, and this is a second (column 24)`,
		"GUARD rejected frames 9 to 3":       `query: the end is before the beginning (column 28)`,
		"GUARD rejected frames 9-12":         `query: "9-12" is not a number (column 23); write NUMBER`,
		`GUARD rejected of "Ogg`:             `query: a name in quotes has no end, or is not written as in Go (column 19); write AGENT`,
		"GUARD rejected of last 10s":         `query: "last" is a word of the language; as a name it stands in quotes (column 19); did you mean "last"?`,
		"GUARD not dead":                     `query: "dead" is not what it was not (column 11); write chosen or asked`,
		"GUARD began instead FLEE":           `query: "FLEE" is not "of" (column 21); write of`,
		"GUARD rejected in herd":             `query: "herd" is not what it is in (column 19); write crowd or tree`,
		"GUARD " + strings.Repeat("x", 2000): `query: a query has at most 2000 bytes, and this has 2006`,
	} {
		_, err := Parse(line)
		var wrong *SyntaxError
		require.True(t, errors.As(err, &wrong), line)
		assert.Equal(t, want, err.Error(), line)
	}
}

// FuzzParse: what is read is written so that it is read again, an error points into the line, and each completion leads
// on.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"GUARD rejected by gate last 10s", `"a\x00b" ended failed by any`, "any not asked because", "EAT began instead of", "x rejected seconds 1 to 2.5",
		"x waits for", "x active of #7 in crowd A in tree B with C without D last 300 frames", `x active of "`, "x last 9007199254740993 frames", "\xff rejected",
	} {
		f.Add(line)
	}
	names := Vocabulary{Deciders: []string{"GUARD", "last", "two words", ""}, Agents: []string{"#7", "Ogg"}, Crowds: []string{"A"}, Trees: []string{"B"}, Flags: []string{"C", `"`}}
	f.Fuzz(func(t *testing.T, line string) {
		q, err := Parse(line)
		if err == nil {
			again, err := Parse(q.String())
			require.NoError(t, err, "%q as %q", line, q.String())
			assert.Equal(t, q, again, "%q as %q", line, q.String())
		} else {
			var wrong *SyntaxError
			require.True(t, errors.As(err, &wrong))
			assert.True(t, 0 <= wrong.From && wrong.From <= wrong.To && wrong.To <= len(wrong.Query), "%q: %+v", line, wrong)
			assert.NotEmpty(t, wrong.What)
		}
		for _, c := range Complete(line, names, 20) {
			whole := line[:c.From] + c.Text
			_, err := Parse(whole)
			var wrong *SyntaxError
			if errors.As(err, &wrong) && !slices.Contains([]string{"", whole}, wrong.Query[wrong.From:]) {
				t.Errorf("%q leads to %q, which is wrong before its end: %v", line, whole, err)
			}
		}
	})
}
