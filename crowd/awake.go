package crowd

import "math/bits"

// awake holds the rows to be ticked: words has a bit for each row, above a bit for each word that is not 0. So a frame
// looks at one word for 4096 sleeping agents.
type awake struct {
	words, above []uint64
}

// grow makes room for rows, a multiple of 64.
func (a *awake) grow(rows int) {
	for len(a.words) < rows/64 {
		a.words = append(a.words, 0)
	}
	for len(a.above)*64 < len(a.words) {
		a.above = append(a.above, 0)
	}
}

func (a *awake) set(row int) {
	a.words[row>>6] |= 1 << (row & 63)
	a.above[row>>12] |= 1 << (row >> 6 & 63)
}

func (a *awake) unset(row int) { a.words[row>>6] &^= 1 << (row & 63) }

func (a *awake) has(row int) bool { return a.words[row>>6]&(1<<(row&63)) != 0 }

// collect appends the indexes of the words that are not 0, and updates above.
func (a *awake) collect(words []int32) []int32 {
	for i, summary := range a.above {
		for summary != 0 {
			w := i<<6 + bits.TrailingZeros64(summary)
			summary &= summary - 1
			if a.words[w] != 0 {
				words = append(words, int32(w))
			} else {
				a.above[i] &^= 1 << (w & 63)
			}
		}
	}
	return words
}
