package debugprint

import "strconv"

// Mode selects what [DebugPrintState] shows, and the form of text. Its bits can be combined: WholeTree|Spore.
type Mode uint8

const (
	ActivePath Mode = 0 // the active deciders only, as for a tooltip

	WholeTree Mode = 1 << (iota - 1) // every decider, the active ones marked
	Spore                            // in the form of the Spore text (S11), with the IDs of names and sets of flags as numbers
)

// String returns the names of the bits, joined by |; "ActivePath" for none.
func (m Mode) String() string {
	switch m {
	case ActivePath:
		return "ActivePath"
	case WholeTree:
		return "WholeTree"
	case Spore:
		return "Spore"
	case WholeTree | Spore:
		return "WholeTree|Spore"
	}
	return "Mode(" + strconv.Itoa(int(m)) + ")"
}
