package debugprint

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/decidertree/decidertree/world"
)

// Names are the game's names of flags and agents, so that debug text has `decision flags Night, Hungry` instead of
// `decision flags 0x12`, and in the form of the Spore text `DecisionFlags: Night|Hungry (0x00000012)` instead of
// `DecisionFlags: 0x00000012`. Each field is optional; the zero Names prints all sets in hexadecimal. For flags that are
// plain constants, list the names in the order of their bits:
//
//	var names = debugprint.Names{
//		Decision: debugprint.BitNames{"Night", "Hungry"},
//		Stimuli:  debugprint.BitNames{"InvitedToPlay", "HelpWanted"},
//	}
//
// For flags of a type with a String method made by stringer, [MaskNames] and [IotaNames] read the names from it.
// Names are only read, so any number of outputs and goroutines may share them.
type Names struct {
	Decision BitNames // of the DecisionFlags passed to ticks
	Stimuli  BitNames // of the kinds of stimuli
	Behavior BitNames // of the BehaviorFlags that deciders pass to behaviors
	// NameOf, if not nil, names agents: `Ogg #7` instead of `#7`. The form of the Spore text has IDs alone. Return ""
	// for an agent without a name, and for one that is gone if its name is not kept. It is called between ticks and in
	// the middle of them, by whichever goroutine writes the text, so it must only read what does not change meanwhile.
	NameOf func(world.AgentID) string `json:"-"`
}

// Agent is the text for an agent: its ID as `#7`, or its name and the ID as `Ogg #7` if [Names.NameOf] has a name.
func (n Names) Agent(id world.AgentID) string { return string(n.AppendAgent(nil, id)) }

// AppendAgent appends what [Names.Agent] returns.
func (n Names) AppendAgent(b []byte, id world.AgentID) []byte {
	if n.NameOf != nil {
		if name := n.NameOf(id); name != "" {
			b = append(appendText(b, name), ' ')
		}
	}
	return strconv.AppendUint(append(b, '#'), uint64(id), 10)
}

// BitNames has the name of each flag of a set, by bit. Bits beyond its end and bits named "" are unknown and print in
// hexadecimal. A nil BitNames knows none.
type BitNames []string

// Enum is a type whose constants have names, as made by stringer.
type Enum interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
	String() string
}

// MaskNames returns the names of a type whose constants are flags, 1 << iota:
//
//	//go:generate stringer -type=Need
//	type Need decider.DecisionFlags
//
//	const (
//		Night Need = 1 << iota
//		Hungry
//	)
//
// with Names{Decision: debugprint.MaskNames[Need]()}. In a tree, All: decider.DecisionFlags(Night|Hungry) is still a
// constant. String is called once for each bit; a bit for which it returns no name (nothing, Need(8), a number) or
// panics is unknown.
func MaskNames[F Enum]() BitNames {
	return bitNames(func(bit int) (string, bool) {
		flag := F(1) << bit
		return nameOf(flag), flag != 0
	})
}

// IotaNames returns the names of a type whose constants count from 0 and whose flags are 1 << constant:
//
//	//go:generate stringer -type=Sound
//	type Sound uint8
//
//	const (
//		Howl Sound = iota
//		Crack
//	)
//
//	const HeardHowl stimuli.StimuliFlags = 1 << Howl
//
// with Names{Stimuli: debugprint.IotaNames[Sound]()}. Unknown bits are those of [MaskNames].
func IotaNames[E Enum]() BitNames {
	return bitNames(func(bit int) (string, bool) { return nameOf(E(bit)), true })
}

// bitNames collects the names of 64 bits, up to the last known one.
func bitNames(name func(bit int) (string, bool)) BitNames {
	var names BitNames
	known := 0
	for bit := range 64 {
		s, fits := name(bit)
		if !fits {
			break
		}
		names = append(names, s)
		if s != "" {
			known = bit + 1
		}
	}
	return names[:known:known]
}

// nameOf is a value's name; "" if its String has none.
func nameOf[F Enum](value F) (name string) {
	defer func() {
		if recover() != nil { // a hand-written String may index past its list
			name = ""
		}
	}()
	name = value.String()
	if isNumber(name) {
		return ""
	}
	// stringer returns T(8) for an unknown value.
	if n := len(name); n > 0 && name[n-1] == ')' {
		for i := n - 2; i > 0; i-- {
			if name[i] == '(' && isNumber(name[i+1:n-1]) {
				return ""
			}
		}
	}
	return name
}

func isNumber(s string) bool {
	if _, err := strconv.ParseInt(s, 0, 64); err == nil {
		return true
	}
	_, err := strconv.ParseUint(s, 0, 64)
	return err == nil
}

// List returns the names of the flags of a set, lowest bit first, with unknown ones in hexadecimal. It is nil for the
// empty set.
func (n BitNames) List(set uint64) []string {
	var all []string
	for ; set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		if bit < len(n) && n[bit] != "" {
			all = append(all, n[bit])
		} else {
			all = append(all, fmt.Sprintf("0x%x", uint64(1)<<bit))
		}
	}
	return all
}

// appendKnown appends the names of the flags of a set, and the unknown ones as one hexadecimal number, joined by |.
// It appends nothing if all are unknown.
func (n BitNames) appendKnown(b []byte, set uint64) []byte {
	start := len(b)
	rest := set
	for bit, name := range n {
		if bit < 64 && set&(1<<bit) != 0 && name != "" {
			if len(b) > start {
				b = append(b, '|')
			}
			b = appendText(b, name)
			rest &^= 1 << bit
		}
	}
	if rest != 0 && rest != set {
		b = append(b, "|0x"...)
		b = strconv.AppendUint(b, rest, 16)
	}
	return b
}

// appendWords appends the names of the flags of a set and the unknown ones as one hexadecimal number: `Night, 0x10`.
func (n BitNames) appendWords(b []byte, set uint64) []byte {
	for bit, name := range n {
		if bit < 64 && set&(1<<bit) != 0 && name != "" {
			b = appendText(b, name)
			if set &^= 1 << bit; set != 0 {
				b = append(b, ", "...)
			}
		}
	}
	if set != 0 {
		b = append(b, "0x"...)
		b = strconv.AppendUint(b, set, 16)
	}
	return b
}

// appendInParentheses appends a set as words in parentheses; nothing for the empty set.
func (n BitNames) appendInParentheses(b []byte, set uint64) []byte {
	if set == 0 {
		return b
	}
	return append(n.appendWords(append(b, '('), set), ')')
}

// appendSet appends a set of flags: `0x00000012`, or with known names `Night|Hungry (0x00000012)`.
func (n BitNames) appendSet(b []byte, set uint64, digits int) []byte {
	start := len(b)
	b = n.appendKnown(b, set)
	named := len(b) > start
	if named {
		b = append(b, " ("...)
	}
	b = append(b, "0x"...)
	b = appendHex(b, set, digits)
	if named {
		b = append(b, ')')
	}
	return b
}
