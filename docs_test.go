package decidertree_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocumentsShowCodeThatRuns holds the code shown in documents to code that is compiled and run: each Go
// fence stands word for word in one of these files, and each text fence in what an Example of theirs prints.
func TestDocumentsShowCodeThatRuns(t *testing.T) {
	for document, files := range map[string]string{
		"README.md":        "example_test.go",
		"docs/TUTORIAL.md": "docs/tutorial/*.go",
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
			from := map[string][]string{"go": code, "text": output}[fence.language]
			if from == nil {
				continue
			}
			shown++
			found := false
			for _, text := range from {
				found = found || strings.Contains(text, fence.text)
			}
			assert.True(t, found, "%s:%d: this stands nowhere in %s:\n%s", document, fence.line, files, fence.text)
		}
		assert.NotZero(t, shown, "%s shows no code", document)
	}
}

// TestSporeExamples holds docs/SPORE.md to its word: every section of the Spore text has a row in the table and
// an Example that stands where the row says, and a paragraph on what differs.
func TestSporeExamples(t *testing.T) {
	text := read(t, "docs/SPORE.md")
	row := regexp.MustCompile(`(?m)^\| (S\d\d) .*\[(Example_\w+)\]\(\.\./([^)]+)\) \|$`)
	rows := map[string][]string{}
	for _, match := range row.FindAllStringSubmatch(text, -1) {
		assert.NotContains(t, rows, match[1], "a section twice")
		rows[match[1]] = match[2:]
	}
	for number := range 23 {
		section := fmt.Sprintf("S%02d", number+1)
		if !assert.Contains(t, rows, section) {
			continue
		}
		example, file := rows[section][0], rows[section][1]
		assert.True(t, strings.HasPrefix(example, "Example_s"+section[1:]), "%s has %s", section, example)
		_, after, found := strings.Cut(read(t, file), "func "+example+"() {")
		assert.True(t, found, "%s has no %s", file, example)
		body, _, _ := strings.Cut(after, "\n}\n")
		assert.Contains(t, body, "// Output:", "%s is not run", example)
		assert.Contains(t, text, "**"+section+" ", "%s: what differs?", section)
	}
	assert.Len(t, rows, 23)
}

// TestLinks looks for what documents link to within the repository.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|src="|srcset=")([^)"#]+)`)
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && strings.HasPrefix(entry.Name(), ".") {
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
