// Command sources plays the examples of the texts that decidertree builds on. For each it prints the text's words in short,
// the tree, and a transcript of what happens.
//
//	cd examples/sources && go run .              # all scenes
//	cd examples/sources && go run . anguelov     # those of one text
//	cd examples/sources && go run . spore/figure1
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// scene is an example of a text.
type scene struct {
	name  string // the text and the example: spore/figure1
	place string // in the text
	says  string // the text's statement, in other words
	play  func(*Transcript)
}

// isCalled reports whether a name on the command line means this scene: its own name, or that of its text.
func (s *scene) isCalled(name string) bool {
	return s.name == name || strings.HasPrefix(s.name, name+"/")
}

// scenes are in the order of docs/SOURCES.md.
var scenes = slices.Concat(spore, anguelov, anguelovTogether, knafla, pereira, unity)

func main() {
	if err := run(os.Stdout, os.Args[1:]...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plays the scenes with these names; all of them, if there are no names.
func run(w io.Writer, names ...string) error {
	for _, name := range names {
		if !slices.ContainsFunc(scenes, func(s scene) bool { return s.isCalled(name) }) {
			return fmt.Errorf("no scene is called %q; try one of %s", name, strings.Join(list(), ", "))
		}
	}
	for _, s := range scenes {
		if len(names) > 0 && !slices.ContainsFunc(names, s.isCalled) {
			continue
		}
		if _, err := fmt.Fprintf(w, "== %s: %s\n%s\n\n%s\n", s.name, s.place, s.says, s.String()); err != nil {
			return err
		}
	}
	return nil
}

// String plays the scene and returns its transcript.
func (s *scene) String() string {
	var text strings.Builder
	t := Transcript{w: &text}
	s.play(&t)
	t.flush()
	return text.String()
}

func list() []string {
	var names []string
	for _, s := range scenes {
		names = append(names, s.name)
	}
	return names
}
