package history

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/snapshot"
)

func TestNotesAreInTheFile(t *testing.T) {
	file, err := sample()
	require.NoError(t, err)
	rec, err := Load(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Empty(t, rec.Notes())
	notes := []Note{
		{Frame: 7, Agent: 3, Decider: "FLEE", Words: "why here?\n<script>alert(1)</script> \x1b]0;x\x07 Ω"}, {Agent: 99}, {Decider: "NOBODY"}, {Words: strings.Repeat("ü", MaxNoteWords/2)}, {Frame: 1 << 60},
	}
	noted, err := rec.WithNotes(notes)
	require.NoError(t, err)
	assert.Empty(t, rec.Notes(), "a recording does not change")
	notes[0].Words = "other"
	noted.Notes()[0].Words = "other"
	var to bytes.Buffer
	require.NoError(t, noted.Save(&to))
	again, err := Load(bytes.NewReader(to.Bytes()))
	require.NoError(t, err)
	assert.Equal(t, noted.Notes(), again.Notes())
	assert.NotEqual(t, "other", again.Notes()[0].Words)
	agent := again.Agents()[0]
	assert.Equal(t, rec.Names().Agent(agent), again.Names().Agent(agent))
	plain, err := again.WithNotes(nil)
	require.NoError(t, err)
	var bare bytes.Buffer
	require.NoError(t, plain.Save(&bare))
	assert.Equal(t, file, bare.Bytes(), "the rest of the file is the same")
}

func TestNotesThatARecordingCannotHave(t *testing.T) {
	file, err := sample()
	require.NoError(t, err)
	rec, err := Load(bytes.NewReader(file))
	require.NoError(t, err)
	for says, notes := range map[string][]Note{
		"at most 1000 notes, not 1001; remove some": make([]Note, MaxNotes+1),
		"at most 2000 bytes, not 2001; write two":   {{}, {Words: strings.Repeat("x", MaxNoteWords+1)}},
		"a name of at most 1000 bytes":              {{Decider: strings.Repeat("x", 1001)}},
		"must be UTF-8":                             {{Words: "\xff"}},
		"a note's frame is at most":                 {{Frame: math.MaxUint64}},
	} {
		_, err := rec.WithNotes(notes)
		assert.ErrorContains(t, err, says)

		// The same in a file.
		hostile := *rec
		hostile.notes = notes
		var to bytes.Buffer
		require.NoError(t, hostile.Save(&to))
		_, err = Load(bytes.NewReader(to.Bytes()))
		if says == "must be UTF-8" { // JSON has replaced it
			require.NoError(t, err)
			continue
		}
		assert.ErrorIs(t, err, ErrFormat, says)
		assert.ErrorContains(t, err, says)
	}
	noted, err := rec.WithNotes(slices.Repeat([]Note{{Words: strings.Repeat("\x00", MaxNoteWords), Decider: strings.Repeat("\x01", 1000)}}, MaxNotes))
	require.NoError(t, err)
	var to bytes.Buffer
	require.NoError(t, noted.Save(&to))
	_, err = Load(bytes.NewReader(to.Bytes()))
	require.NoError(t, err, "the largest that are allowed, whatever JSON makes of them")
}

func TestFilesWhoseNotesAreNoNotes(t *testing.T) {
	for _, text := range []string{"", "{}", "null,", `[{"frame":-1}]`, `[{"words":7}]`, `[`} {
		var to bytes.Buffer
		out := snapshot.NewWriter(&to, snapshot.Recording)
		out.Bytes([]byte(text))
		require.NoError(t, out.End())
		in, err := snapshot.NewReader(bytes.NewReader(to.Bytes()), snapshot.Recording)
		require.NoError(t, err)
		(&Recording{}).loadNotes(in)
		assert.ErrorContains(t, in.Err(), "its notes", "%q", text)
	}
}
