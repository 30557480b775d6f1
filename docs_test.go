package decidertree_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocumentsShowCodeThatRuns holds the code shown in documents to code that is compiled and run: each Go
// fence stands word for word in one of these files, be it further indented there, and each text fence and chart in
// what an Example of theirs prints. docs/TUTORIAL.md has a test of its own, in docs/tutorial.
func TestDocumentsShowCodeThatRuns(t *testing.T) {
	for document, files := range map[string]string{
		"README.md":       "example*_test.go",
		"docs/RECIPES.md": "docs/recipes/*_test.go",
		"docs/GUIDE.md":   "*/example_*_test.go",
		"docs/CROWDS.md":  "crowd/example_*_test.go",
		"docs/SEEING.md":  "*/example_*_test.go",
	} {
		var code, output []string
		names, err := filepath.Glob(files)
		require.NoError(t, err)
		for _, name := range names {
			text := read(t, name)
			code = append(code, text)
			if _, printed, ok := strings.Cut(text, "\t// Output:\n"); ok {
				output = append(output, strings.ReplaceAll(printed, "\t// ", ""))
			}
		}
		shown := 0
		for _, fence := range fences(read(t, document)) {
			from := map[string][]string{"go": code, "text": output, "mermaid": output}[fence.language]
			if from == nil {
				continue
			}
			shown++
			found := false
			for _, text := range from {
				found = found || slices.ContainsFunc(fence.indented(), func(s string) bool { return strings.Contains(text, s) })
			}
			assert.True(t, found, "%s:%d: this stands nowhere in %s:\n%s", document, fence.line, files, fence.text)
		}
		assert.NotZero(t, shown, "%s shows no code", document)
	}
}

// sources are the texts docs/SOURCES.md goes through, by the letter of their sections, and how many each has.
var sources = map[string]int{"S": 23, "A": 12, "K": 11, "P": 9, "U": 13}

// TestSources holds docs/SOURCES.md to its word: every section of every source has a row in a table, which names an
// Example or says that it is not yet built, and a paragraph on what differs.
func TestSources(t *testing.T) {
	text := read(t, "docs/SOURCES.md")
	row := regexp.MustCompile(`(?m)^\| ([A-Z]\d\d) .*\| (not yet built) \| .* \|$|^\| ([A-Z]\d\d) .*\| \[(Example\w+)(?:, Example\w+)*\]\([^)]+\) \|$`)
	rows := map[string]string{}
	for _, match := range row.FindAllStringSubmatch(text, -1) {
		section := match[1] + match[3]
		assert.NotContains(t, rows, section, "a section twice")
		rows[section] = match[2] + match[4]
	}
	sections := 0
	for letter, count := range sources {
		sections += count
		for number := range count {
			section := fmt.Sprintf("%s%02d", letter, number+1)
			says, found := rows[section]
			assert.True(t, found, "%s has no row", section)
			if letter == "S" { // whose examples have the numbers of its sections
				assert.True(t, strings.HasPrefix(says, "Example_s"+section[1:]), "%s has %s", section, says)
			}
			differs := regexp.MustCompile(`(?m)^\*\*([A-Z]\d\d, )*` + section + `[ ,][^*]*\*\*(.|\n.)*`).FindString(text)
			assert.NotEmpty(t, differs, "%s: what differs?", section)
			if says == "not yet built" {
				assert.Regexp(t, `not\s+yet\s+built`, differs, section)
			}
		}
	}
	assert.Len(t, rows, sections)
}

// TestNamedExamples looks for the Examples that documents name in links, in the files these lead to.
func TestNamedExamples(t *testing.T) {
	link := regexp.MustCompile(`\[(Example\w*(?:,\sExample\w+)*)\]\(\.\./([^)]+)\)`)
	for _, document := range []string{"docs/GUIDE.md", "docs/CROWDS.md", "docs/SOURCES.md"} {
		for _, match := range link.FindAllStringSubmatch(read(t, document), -1) {
			for _, example := range strings.FieldsFunc(match[1], func(r rune) bool { return strings.ContainsRune(", \n", r) }) {
				_, after, found := strings.Cut(read(t, match[2]), "func "+example+"() {")
				assert.True(t, found, "%s: %s has no %s", document, match[2], example)
				body, _, _ := strings.Cut(after, "\n}\n")
				assert.Contains(t, body, "// Output:", "%s: %s is not run", document, example)
			}
		}
	}
}

// TestLinks looks for what documents link to within the repository.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|src="|srcset=")([^)"#]+)`)
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if entry.IsDir() || path.Ext(name) != ".md" {
			return nil
		}
		text := read(t, name)
		for _, fence := range fences(text) {
			text = strings.Replace(text, fence.text, "", 1) // code has brackets of its own
		}
		for _, match := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(match[1], "://") {
				continue
			}
			_, err := os.Stat(filepath.Join(filepath.Dir(name), filepath.FromSlash(match[1])))
			assert.NoError(t, err, "%s links to %s", name, match[1])
		}
		return nil
	})
	require.NoError(t, err)
}

// fence is a fenced block of a Markdown document.
type fence struct {
	language, text string
	line           int
}

// indented returns the text as it is and by one, two, three tabs further right.
func (f *fence) indented() []string {
	all := []string{f.text}
	for range 3 {
		all = append(all, lineStart.ReplaceAllString(all[len(all)-1], "\t$0"))
	}
	return all
}

var lineStart = regexp.MustCompile(`(?m)^.`) // not that of an empty line

func fences(text string) []fence {
	var all []fence
	var open *fence
	for i, line := range strings.SplitAfter(text, "\n") {
		mark, isMark := strings.CutPrefix(strings.TrimSpace(line), "```")
		switch {
		case isMark && open == nil:
			open = &fence{language: mark, line: i + 1}
		case isMark:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line
		}
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}
