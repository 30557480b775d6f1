package query

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Vocabulary has the names that completions propose.
type Vocabulary struct {
	Deciders, Agents, Crowds, Trees, Flags []string
}

// Completion is a way to go on: Text takes the place of the line's bytes from From on.
type Completion struct {
	From int    `json:"from"`
	Text string `json:"text"`
}

// Complete proposes at most a number of words with which a query, or the word at its end, can go on. There are none where
// the line is wrong before its last word.
func Complete(line string, names Vocabulary, most int) []Completion {
	all := []Completion{}
	from, begun := len(line), ""
	if tokens := tokens(line); len(tokens) > 0 {
		last := &tokens[len(tokens)-1]
		if r, _ := utf8.DecodeLastRuneInString(line); last.to == len(line) && (!unicode.IsSpace(r) || last.broken != nil) {
			from, begun = last.from, strings.ToLower(strings.Trim(last.text, `"`))
		}
	}
	_, p := parse(line[:from])
	want := p.want
	if p.err != nil {
		if p.err.From < from {
			return all
		}
		want = p.err.Want
	}
	kinds := map[string][]string{"DECIDER": names.Deciders, "AGENT": names.Agents, "CROWD": names.Crowds, "TREE": names.Trees, "FLAG": names.Flags}
	propose := func(text, shown string) {
		if shown != `""` && shown != line[from:] && strings.HasPrefix(strings.ToLower(text), begun) && len(all) < most && !slices.ContainsFunc(all, func(c Completion) bool { return c.Text == shown }) {
			all = append(all, Completion{from, shown})
		}
	}
	for _, word := range want {
		switch list, is := kinds[word]; {
		case is:
			for _, name := range list {
				propose(name, quoted(name))
			}
		case word != "NUMBER":
			propose(word, word)
		}
	}
	return all
}
