package decider_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/decider"
)

// isInput reports whether a line of a trace is something done to the agent.
func isInput(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return strings.HasPrefix(line, "@") || slices.Contains([]string{"reset", "close", "plug", "unplug", "resetbelow"}, word)
}

// tickWords are what an input line says beside the time.
type tickWords struct {
	time    float64
	flags   decider.DecisionFlags
	stimuli string
	mail    []string // "5x": agent 5 has sent an x
	scripts map[string]string
	dt      *float64 // nil where it is the time gone by
}

func parseTick(line string) (w tickWords, err error) {
	words := strings.Fields(line)
	w.scripts = map[string]string{}
	if w.time, err = strconv.ParseFloat(words[0][1:], 64); err != nil {
		return w, err
	}
	for _, word := range words[1:] {
		name, value, is := strings.Cut(word, "=")
		target, script, acts := strings.Cut(word, ":")
		switch {
		case is && name == "flags":
			w.flags = decider.DecisionFlags(lettersOf(value))
		case is && name == "stim":
			w.stimuli = value
		case is && name == "mail":
			w.mail = strings.Split(value, ",")
		case is && name == "dt":
			w.dt = new(float64)
			*w.dt, err = strconv.ParseFloat(value, 64)
		case is && !strings.Contains(name, ":"):
			w.scripts[name+".decide"] = value
		case acts && strings.Contains(target, "."):
			w.scripts[target] = script
		case acts:
			w.scripts[target+".tick"] = script
		default:
			err = fmt.Errorf("what is %q?", word)
		}
		if err != nil {
			return w, err
		}
	}
	return w, nil
}
