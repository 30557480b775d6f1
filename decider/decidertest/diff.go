package decidertest

import "strings"

// diff shows two lists line by line: what both have, what only want has (-) and what only got has (+).
func diff(want, got []string) string {
	// common[i][j] is how many lines want[i:] and got[j:] have in common, in order.
	common := make([][]int, len(want)+1)
	for i := range common {
		common[i] = make([]int, len(got)+1)
	}
	for i := len(want) - 1; i >= 0; i-- {
		for j := len(got) - 1; j >= 0; j-- {
			if want[i] == got[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var b strings.Builder
	line := func(mark, text string) { b.WriteString("\t" + mark + " " + text + "\n") }
	i, j := 0, 0
	for i < len(want) || j < len(got) {
		switch {
		case i < len(want) && j < len(got) && want[i] == got[j]:
			line(" ", want[i])
			i, j = i+1, j+1
		case i < len(want) && (j == len(got) || common[i+1][j] >= common[i][j+1]):
			line("-", want[i])
			i++
		default:
			line("+", got[j])
			j++
		}
	}
	if b.Len() == 0 {
		return "\t(nothing)\n"
	}
	return b.String()
}
