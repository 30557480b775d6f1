package nest

import "github.com/decidertree/decidertree/world"

// The parts of creatures' names.
var (
	onsets  = [16]string{"B", "D", "F", "G", "H", "J", "K", "L", "M", "N", "P", "R", "S", "T", "V", "Z"}
	vowels  = [8]string{"a", "e", "i", "o", "u", "oo", "ee", "au"}
	codas   = [8]string{"b", "g", "k", "l", "m", "n", "p", "x"}
	endings = [8]string{"a", "o", "i", "u", "ar", "or", "un", "ix"}
)

// NameOf returns the name of the creature with an ID: one for each ID, short for the first pages of a crowd. It depends on
// nothing else, so it may be called at any time in any goroutine.
func NameOf(id world.AgentID) string {
	const page = 1024 // IDs of a crowd that follow each other
	n := id * 619 % page
	name := onsets[n%16] + vowels[n/16%8] + codas[n/128]
	for p := max(id/page, 1) - 1; p > 0; p /= 8 {
		name += endings[p%8]
	}
	return name
}
