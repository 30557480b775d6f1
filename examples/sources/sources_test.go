package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// said is what a text says of a frame of a scene, in other words and with the place, and how the transcript shows it.
type said struct {
	frame int
	text  string
	shown string // the whole frame, a line for each line
}

// compare plays a scene, as the command does, and compares frames with what the text says of them.
func compare(t *testing.T, name string, texts ...said) {
	t.Helper()
	got := frames(t, name)
	for _, s := range texts {
		if s.frame > len(got) {
			t.Errorf("%s has no frame %d, of which the text says: %s", name, s.frame, s.text)
			continue
		}
		if shown := got[s.frame-1]; !slices.Equal(shown, lines(s.shown)) {
			t.Errorf("%s, frame %d: the text says: %s\nthat is\n\t%s\nbut it shows\n\t%s", name, s.frame, s.text,
				strings.Join(lines(s.shown), "\n\t"), strings.Join(shown, "\n\t"))
		}
	}
}

// frames returns the lines of each frame of a scene, in the order of the transcript.
func frames(t *testing.T, name string) (all [][]string) {
	t.Helper()
	heading := regexp.MustCompile(`(?m)^  \S.*\n`)
	text := printed(t, name)
	for _, at := range heading.FindAllStringIndex(text, -1) {
		if !strings.HasPrefix(text[at[0]:], "  frame ") {
			continue
		}
		frame := text[at[1]:]
		if next := heading.FindStringIndex(frame); next != nil {
			frame = frame[:next[0]]
		}
		all = append(all, lines(frame))
	}
	return all
}

// printed is what the command prints with these names.
func printed(t *testing.T, names ...string) string {
	t.Helper()
	var text strings.Builder
	if err := run(&text, names...); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// lines returns the lines that are not empty, with single spaces.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, strings.Join(words, " "))
		}
	}
	return all
}

// The command plays all scenes, those of one text, or one.
func TestRun(t *testing.T) {
	all := printed(t)
	for _, s := range scenes {
		if one := printed(t, s.name); !strings.Contains(all, one) || strings.Contains(one, "    error ") {
			t.Errorf("%s prints\n%s", s.name, one)
		}
	}
	if got := strings.Count(printed(t, "knafla"), "== "); got != len(knafla) {
		t.Errorf("%d scenes of Knafla's, want %d", got, len(knafla))
	}
	if err := run(&strings.Builder{}, "isla"); err == nil || !strings.Contains(err.Error(), `"isla"`) {
		t.Error(err)
	}
}
