package picture

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
)

// This file makes the texts beside a decider's name.

// conditions lists a decider's conditions in the order of asking, then its modifiers, in a few words each.
func (f *figure) conditions(of *description.Decider) []string {
	var all []string
	add := func(it bool, format string, args ...any) {
		if it {
			all = append(all, line(fmt.Sprintf(format, args...)))
		}
	}
	d, s := of.DecisionFlags, of.StimuliFlags
	all = append(all, check(f.options.Names.Decision, uint64(d.All), uint64(d.Any), uint64(d.None), uint64(d.NotAll))...)
	all = append(all, check(f.options.Names.Stimuli, uint64(s.All), uint64(s.Any), uint64(s.None), uint64(s.NotAll))...)
	m := &of.Modifiers
	add(of.Role != 0, "role %d", of.Role)
	add(m.Limit > 0, "at most %d×", m.Limit)
	add(of.Cooldown > 0, "cooldown %s", seconds(of.Cooldown))
	add(of.Every > 0, "every %s", seconds(of.Every))
	add(of.Decide != nil, "%s?", shortName(of.Decide))
	add(of.Weight != 0, "weight %g", of.Weight)
	if of.Squad >= 0 {
		s := &f.Squads[of.Squad]
		add(true, "squad %s of %d%s", s.Name, s.Agents, by(of.SquadKey))
		add(of.CanPlay != nil, "roles by %s", shortName(of.CanPlay))
	}
	if of.Gate >= 0 {
		g := &f.Gates[of.Gate]
		add(true, "gate %s for %d%s", g.Name, g.Max, by(of.GateKey))
	}
	add(of.Options != 0, "%s", strings.ReplaceAll(of.Options.String(), "|", ", "))
	add(m.Repeat == decider.Forever, "repeats")
	add(m.Repeat > 1, "%d times", m.Repeat)
	add(m.Until == decider.UntilSuccess, "until success")
	add(m.Until == decider.UntilFailure, "until failure")
	add(m.Timeout > 0, "timeout %s", seconds(m.Timeout))
	add(m.Outcome == decider.Inverted, "inverted")
	add(m.Outcome == decider.AlwaysSuccess, "always success")
	add(m.Outcome == decider.AlwaysFailure, "always failure")
	return all
}

// by names the key function of a gate or squad.
func by(key *description.Function) string {
	if key == nil {
		return ""
	}
	return " by " + shortName(key)
}

// shortName is a function's name without its package; "Decide" for a literal, "" for none.
func shortName(f *description.Function) string {
	if f == nil {
		return ""
	}
	name, _, literal := strings.Cut(f.Name, " at line ")
	if literal || strings.HasSuffix(name, ".func") {
		return "Decide"
	}
	name = strings.ReplaceAll(name, "[...]", "")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// check is a test of flags: "Hungry, Day or Night, not Tired, not all of Hot & Dry".
func check(names debugprint.BitNames, all, any, none, notAll uint64) (parts []string) {
	if all != 0 {
		parts = append(parts, flags(names, all, " & "))
	}
	if any != 0 {
		parts = append(parts, flags(names, any, " or "))
	}
	if none != 0 {
		parts = append(parts, "not "+flags(names, none, ", "))
	}
	if notAll != 0 {
		parts = append(parts, "not all of "+flags(names, notAll, " & "))
	}
	return parts
}

// flags lists the names of flags, and unknown ones in hexadecimal.
func flags(names debugprint.BitNames, set uint64, between string) string {
	var parts []string
	for bit, name := range names {
		if bit < 64 && name != "" && set&(1<<bit) != 0 {
			parts = append(parts, line(name))
			set &^= 1 << bit
		}
	}
	if set != 0 {
		parts = append(parts, fmt.Sprintf("0x%x", set))
	}
	return strings.Join(parts, between)
}

// seconds is a time: "2.4 s".
func seconds(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) + " s" }

// duration is a time to a tenth of a second.
func duration(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + " s" }

// contents is what a decider without children runs: its behavior if that has another name, its target, or its slot.
func (f *figure) contents(of *description.Decider) string {
	switch of.Kind() {
	case declaration.ReferenceDecider:
		return "↪ " + line(of.Jump)
	case declaration.SlotDecider:
		return "slot " + line(f.Slots[of.Slot].Name)
	}
	switch b := of.Behavior; {
	case b != nil && b.Given != nil:
		return "▸ " + line(b.Name) + " " + line(b.Given.Text)
	case b != nil && b.Name != of.Name:
		return "▸ " + line(b.Name)
	}
	return ""
}

// policy is a group's policy with its parameters.
func policy(of *description.Decider) string {
	text := of.Policy.String()
	switch {
	case of.Policy == decider.Scored && of.Margin > 0:
		text += fmt.Sprintf(", margin %g", of.Margin)
	case of.Policy == decider.Concurrent:
		if of.SucceedAt > 0 {
			text += fmt.Sprintf(", succeeds at %d", of.SucceedAt)
		}
		if of.FailAt > 1 {
			text += fmt.Sprintf(", fails at %d", of.FailAt)
		}
	}
	return text
}
