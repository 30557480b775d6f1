package history

import (
	"strings"

	"github.com/decidertree/decidertree/debugprint"
)

// bitWords names the flags of a set: "Night, Hungry"; those without a name in hexadecimal; "none" for the empty set.
func bitWords(names debugprint.BitNames, set uint64) string {
	if set == 0 {
		return "none"
	}
	return strings.Join(names.List(set), ", ")
}

// changeWords describes a change of flags: "+Night -Hungry".
func changeWords(names debugprint.BitNames, set, clear uint64) string {
	var all []string
	if set != 0 {
		all = append(all, "+"+strings.Join(names.List(set), " +"))
	}
	if clear != 0 {
		all = append(all, "-"+strings.Join(names.List(clear), " -"))
	}
	return strings.Join(all, " ")
}
