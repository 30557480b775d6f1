// Package near finds names that are similar to a mistyped one.
package near

import (
	"iter"
	"slices"
	"strings"
)

// far is the distance of names that are not similar.
const far = 100

// Names returns at most three of the given names that are similar to one, the nearest first, each once. Case counts only
// where nothing else differs.
func Names(name string, among iter.Seq[string]) (similar []string) {
	seen := map[string]bool{}
	for n := range among {
		if !seen[n] && apart(n, name) < far {
			seen[n] = true
			similar = append(similar, n)
		}
	}
	slices.SortStableFunc(similar, func(a, b string) int { return apart(a, name) - apart(b, name) })
	return similar[:min(3, len(similar))]
}

// apart is the distance of a name from the requested one: far if they are not similar.
func apart(name, asked string) int {
	a, b := strings.ToUpper(name), strings.ToUpper(asked)
	switch d := distance(a, b); {
	case a == b:
		return 0
	case d <= max(1, min(len(a), len(b))/2):
		return d
	case asked != "" && (strings.Contains(a, b) || len(a) > 2 && strings.Contains(b, a)):
		return 50
	}
	return far
}

// distance is the number of letters to insert, delete or replace to make one word of the other (Levenshtein).
func distance(a, b string) int {
	if len(a) > 200 || len(b) > 200 {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
