package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/picture"
)

const document = "../TUTORIAL.md"

// TestFollow does what docs/TUTORIAL.md tells its reader to do: it begins with an empty folder, writes each Go block to
// the file named above it, runs each shell block, and compares what these print with the text blocks. With -update it
// writes the text blocks and the files of this folder.
func TestFollow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tutorial's program after each section")
	}
	for _, command := range []string{"go", "sh"} {
		if _, err := exec.LookPath(command); err != nil {
			t.Skip(err)
		}
	}
	r := reader{T: t, folder: t.TempDir(), written: map[string]string{}}
	var now strings.Builder // the document as it should be
	for _, b := range blocks(t) {
		switch b.language {
		case "":
			r.name = b.names() // of the file that follows
		case "sh":
			r.run(b.text)
		case "go":
			r.write(b)
		case "text":
			if times.ReplaceAllString(b.text, "") != times.ReplaceAllString(r.printed, "") {
				b.should(t, r.printed)
			}
		case "mermaid":
			var chart bytes.Buffer
			require.NoError(t, picture.Mermaid(&chart, decider.MustInitializeTreeData(&Root).Describe(), picture.Options{Names: names}))
			b.should(t, chart.String())
		default:
			t.Errorf("line %d: nobody runs a block of %q", b.line, b.language)
		}
		now.WriteString(b.text)
	}
	if *golden.Update {
		require.NoError(t, os.WriteFile(document, []byte(now.String()), 0o644))
	}
	r.compareFiles()
}

// times are the durations that go test prints.
var times = regexp.MustCompile(`\t[0-9.]+s`)

// reader follows the document.
type reader struct {
	*testing.T
	folder  string            // where the reader is
	name    string            // of the file named last
	written map[string]string // the files so far
	printed string            // by the last shell block
}

// run runs a shell block, and goes where its last cd leads.
func (r *reader) run(script string) {
	r.Helper()
	clone, err := filepath.Abs("../..")
	require.NoError(r, err)
	script = strings.ReplaceAll(script, "/path/to/your/clone", clone)
	shell := exec.Command("sh", "-e", "-c", script)
	shell.Dir = r.folder
	// Nothing may be downloaded, and the settings of whoever runs the test play no part.
	shell.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	var stdout, stderr bytes.Buffer
	shell.Stdout, shell.Stderr = &stdout, &stderr
	require.NoError(r, shell.Run(), "%s\n%s%s", script, &stdout, &stderr)
	r.printed = stdout.String()
	for _, match := range regexp.MustCompile(`\bcd (\w+)`).FindAllStringSubmatch(script, -1) {
		r.folder = filepath.Join(r.folder, match[1])
	}
}

// write writes a Go block, which has to be a whole file, to the file named above it.
func (r *reader) write(b *block) {
	r.Helper()
	require.NotEmpty(r, r.name, "line %d: no file is named above the block", b.line)
	require.True(r, strings.HasPrefix(b.text, "package main\n"), "line %d: not a whole file", b.line)
	require.NoError(r, os.WriteFile(filepath.Join(r.folder, r.name), []byte(b.text), 0o644))
	r.written[r.name] = b.text
	r.name = ""
}

// compareFiles compares the files written last with those of this folder.
func (r *reader) compareFiles() {
	for name, text := range r.written {
		if *golden.Update {
			require.NoError(r, os.WriteFile(name, []byte(text), 0o644))
		}
		own, err := os.ReadFile(name)
		require.NoError(r, err)
		assert.Equal(r, text, string(own), "docs/tutorial/%s", name)
	}
	here, err := filepath.Glob("*.go")
	require.NoError(r, err)
	for _, name := range here {
		if name != "doc.go" && name != "follow_test.go" {
			assert.Contains(r, r.written, name, "the tutorial does not show it")
		}
	}
}

// block is a fenced block of the document, without its fences, or with no language what stands between two.
type block struct {
	language, text string
	line           int
}

// should makes the block have that text with -update, and otherwise fails the test unless it has.
func (b *block) should(t *testing.T, have string) {
	t.Helper()
	if !*golden.Update {
		assert.Equal(t, have, b.text, "%s:%d; if the change is intended, run go test -update", document, b.line)
	}
	b.text = have
}

// names returns the file that a text names, in bold.
func (b *block) names() string {
	if match := regexp.MustCompile(`(?m)^\*\*(\w+\.go)\*\*`).FindAllStringSubmatch(b.text, -1); match != nil {
		return match[len(match)-1][1]
	}
	return ""
}

// blocks returns the document in pieces. Fences belong to the text around the blocks.
func blocks(t *testing.T) []*block {
	text, err := os.ReadFile(document)
	require.NoError(t, err)
	all := []*block{{line: 1}}
	for i, line := range strings.SplitAfter(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n") {
		last := all[len(all)-1]
		mark, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && last.language == "":
			last.text += line
			all = append(all, &block{language: strings.TrimSpace(mark), line: i + 2})
		case isFence:
			all = append(all, &block{text: line, line: i + 1})
		default:
			last.text += line
		}
	}
	return all
}
