package decider_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// isInput reports whether a line of a trace is something done to agents or their world.
func (t *trace) isInput(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	if len(t.cast) == 0 {
		return strings.HasPrefix(line, "@") || isOperation(word)
	}
	return strings.HasPrefix(line, "@") || slices.Contains([]string{"advance", "tick", "launched", "cancelled", "complete", "failed", "closeworld"}, word) ||
		slices.ContainsFunc(t.cast, func(a traceAgent) bool { return a.name == word })
}

// isOperation reports whether a word is something done to an agent between ticks.
func isOperation(word string) bool {
	return slices.Contains([]string{"reset", "close", "plug", "unplug", "resetbelow", "remove", "override"}, word)
}

// tickWords are what an input line says beside the time.
type tickWords struct {
	time    float64
	flags   *decider.DecisionFlags // nil where nothing is said
	stimuli []string               // "xy" or "xy/2": kinds, and for how many seconds, 0 if not said
	mail    []string               // "5x": agent 5 has sent an x
	scripts map[string]string
	dt      *float64 // nil where it is the time gone by
}

// parseTick reads @TIME and words.
func parseTick(line string) (w tickWords, err error) {
	words := strings.Fields(line)
	if w, err = parseWords(words[1:]); err != nil {
		return w, err
	}
	w.time, err = strconv.ParseFloat(words[0][1:], 64)
	return w, err
}

// parseWords reads what an agent is ticked with.
func parseWords(words []string) (w tickWords, err error) {
	w.scripts = map[string]string{}
	for _, word := range words {
		name, value, is := strings.Cut(word, "=")
		target, script, acts := strings.Cut(word, ":")
		switch {
		case is && name == "flags":
			w.flags = new(decider.DecisionFlags)
			*w.flags = decider.DecisionFlags(lettersOf(value))
		case is && name == "stim":
			w.stimuli = strings.Split(value, ",")
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

// notes are the stimuli that are meant.
func (w *tickWords) notes() (all []stimuli.Stimulus, err error) {
	for _, word := range w.stimuli {
		letters, ttl, lasts := strings.Cut(word, "/")
		seconds := 0.0
		if lasts {
			if seconds, err = strconv.ParseFloat(ttl, 64); err != nil {
				return nil, err
			}
		}
		for _, l := range letters {
			all = append(all, stimuli.Note(1<<(l-'a'), seconds))
		}
	}
	return all, nil
}
