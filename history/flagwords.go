package history

import (
	"strings"

	"github.com/decidertree/decidertree/debugprint"
)

// bitWords names the flags of a set: "Night, Hungry", and in hexadecimal those without a name; "none" for none.
func bitWords(names debugprint.BitNames, set uint64) string {
	if set == 0 {
		return "none"
	}
	return strings.Join(names.List(set), ", ")
}

// changeWords tells which flags came and which went: "+Night -Hungry".
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
