package differential_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
)

// sameEvent compares all fields of two events, and errors by their texts.
func sameEvent(a, b event.Event) bool {
	if !slices.Equal(errorLines(a.Err), errorLines(b.Err)) {
		return false
	}
	a.Err, b.Err = nil, nil
	return a == b
}

var refusals = []error{
	decider.ErrTime, decider.ErrClosed, decider.ErrReentrant, decider.ErrNilTree, decider.ErrSlotOverflow, decider.ErrSlotCycle,
	decider.ErrNoSlot, decider.ErrNotPlugged, decider.ErrNoDecider, decider.ErrKey,
}

// errorLines returns the errors joined in err. Errors of ticks must agree to the letter; of refusals, only the wrapped
// errors must agree.
func errorLines(err error) (all []string) {
	if err == nil {
		return nil
	}
	for _, refusal := range refusals {
		if errors.Is(err, refusal) {
			return []string{refusal.Error()}
		}
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			all = append(all, errorLines(e)...)
		}
		return all
	}
	return []string{err.Error()}
}

func lines[T fmt.Stringer](all []T) []string {
	text := make([]string, len(all))
	for i, x := range all {
		text[i] = x.String()
	}
	return text
}

// eventLines returns events as text, with all fields that are set.
func eventLines(events []event.Event) []string {
	text := make([]string, len(events))
	for i, e := range events {
		text[i] = decidertest.EventString(&e) + "  "
		e.Err = nil
		v := reflect.ValueOf(e)
		for f, field := range v.Fields() {
			if !field.IsZero() {
				text[i] += fmt.Sprintf(" %s:%v", f.Name, field)
			}
		}
	}
	return text
}

// inspected returns an agent's memory as lines.
func inspected(a *actor) (all []string) {
	in := a.inspect()
	for _, name := range slices.Sorted(maps.Keys(in.Every)) {
		all = append(all, fmt.Sprintf("every %s due %g", name, in.Every[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Cooldown)) {
		all = append(all, fmt.Sprintf("cooldown %s due %g", name, in.Cooldown[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(in.Entries)) {
		all = append(all, fmt.Sprintf("entries of %s: %d", name, in.Entries[name]))
	}
	for _, key := range slices.Sorted(maps.Keys(in.Values)) {
		all = append(all, fmt.Sprintf("value %s: %s", key, in.Values[key]))
	}
	if len(in.Monitors) > 0 {
		all = append(all, fmt.Sprintf("monitors %v", in.Monitors))
	}
	for _, p := range in.Path {
		if block := in.Blocks[p]; len(block) > 0 {
			all = append(all, fmt.Sprintf("active %d with block %x", p, block))
		} else {
			all = append(all, fmt.Sprintf("active %d", p))
		}
	}
	return append(all, fmt.Sprintf("stimuli %x", uint64(a.stimuli.Flags())))
}
