package history

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
)

// bitWords names the flags of a set: "Night, Hungry", and in hexadecimal those without a name; "none" for none.
func bitWords(names debugprint.BitNames, set uint64) string {
	if set == 0 {
		return "none"
	}
	var all []string
	for ; set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		if bit < len(names) && names[bit] != "" {
			all = append(all, names[bit])
		} else {
			all = append(all, fmt.Sprintf("0x%x", uint64(1)<<bit))
		}
	}
	return strings.Join(all, ", ")
}

// changeWords tells which flags came and which went: "+Night -Hungry".
func changeWords(names debugprint.BitNames, set, clear uint64) string {
	var all []string
	if set != 0 {
		all = append(all, "+"+strings.ReplaceAll(bitWords(names, set), ", ", " +"))
	}
	if clear != 0 {
		all = append(all, "-"+strings.ReplaceAll(bitWords(names, clear), ", ", " -"))
	}
	return strings.Join(all, " ")
}
