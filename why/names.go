package why

import (
	"fmt"
	"math/bits"

	"github.com/decidertree/decidertree/debugprint"
)

// Names are what flags and stimuli are called. Bits without a name are told in hexadecimal.
type Names = debugprint.Names

type bitNames = debugprint.BitNames

// bitList names the bits of a set.
func bitList(names bitNames, set uint64) []string {
	var all []string
	for ; set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		if bit < len(names) && names[bit] != "" {
			all = append(all, names[bit])
		} else {
			all = append(all, fmt.Sprintf("0x%x", uint64(1)<<bit))
		}
	}
	return all
}
