package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/world"
)

// terminal is standard output that is a terminal.
type terminal struct{ bytes.Buffer }

func (*terminal) Stat() (fs.FileInfo, error) { return terminalInfo{}, nil }

type terminalInfo struct{ fs.FileInfo }

func (terminalInfo) Mode() fs.FileMode { return fs.ModeDevice | fs.ModeCharDevice }

// onTerminal is do with a terminal.
func onTerminal(args ...string) (stdout, stderr string, code int) {
	var out, notes terminal
	code = run(args, strings.NewReader("nothing"), &out, &notes, nil)
	return out.String(), notes.String(), code
}

// An error is told once: the command's name stands for the package's.
func TestErrors(t *testing.T) {
	file := record(t, 3, false)
	bad := filepath.Join(t.TempDir(), "bad")
	require.NoError(t, os.WriteFile(bad, []byte("something else"), 0o600))
	var text strings.Builder
	for _, args := range [][]string{
		{"why", file, "1024", "60", "SWIM"}, {"why", file, "1024", "-", "FLEE"}, {"why", file, "1024", "9999", "FLEE"},
		{"why", bad, "1024", "60", "FLEE"}, {"show", bad}, {"show", "none"}, {"compare", file, bad},
		{"picture", file, "-format", "png"}, {"picture", file, "-tree", "SWIM"}, {"view", file, "-addr", "0.0.0.0:0"}, {"view", file, "-o", "x"}, {"version", file},
		{"perfetto", file, "-o", file}, {"perfetto", file, "-o", filepath.Join(filepath.Dir(bad), "none", "x")}, {"swim"},
	} {
		out, notes, code := do(args...)
		assert.Empty(t, out, args)
		assert.NotZero(t, code, args)
		short := strings.NewReplacer(file, "field.rec", bad, "bad", filepath.Dir(bad), "DIR")
		text.WriteString("$ decidertree " + short.Replace(strings.Join(args, " ")) + "\n" + short.Replace(notes))
	}
	golden.Equal(t, "errors.golden", text.String())
	assert.NotRegexp(t, `why: why:|history:`, text.String())
	_, notes, code := do("show", file)
	assert.Zero(t, code, notes) // -o has not overwritten it
}

// A recording's names come from its game. What they contain is shown, and does not control the terminal.
func TestHostileNames(t *testing.T) {
	const name = "\x1b]0;owned\a\x1b[2J\u009b31m\u202egnp\r\nforged\t\xff"
	hostile := recordTitled(t, 3, true, func(world.AgentID) string { return name }, name)
	control := regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]")
	for _, args := range [][]string{
		{"show", hostile}, {"show", hostile, "-o", "-"}, {"why", hostile, "1024", "60", "FLEE"}, {"why", "-json", hostile, "1024", "60", "FLEE"},
		{"compare", hostile, record(t, 3, false)}, {"profile", hostile}, {"profile", "-csv", hostile}, {"perfetto", "-o", "-", hostile},
		{"picture", hostile, "-format", "dot"}, {"picture", hostile, "-format", "mermaid"}, {"picture", hostile, "-o", "-"},
		{"show", "-h"}, {"show", name}, {"why", hostile, name, "60", "FLEE"}, {"why", hostile, "1024", "60", name}, {"picture", hostile, "-tree", name},
		{"picture", hostile, "-" + name}, {name},
	} {
		out, notes, _ := onTerminal(args...)
		assert.NotEmpty(t, out+notes, args)
		assert.Empty(t, control.FindString(out+notes), "%q: %q", args, out+notes)
	}
	out, _, code := do("show", hostile)
	require.Zero(t, code)
	assert.Contains(t, out, `\x1b]0;owned\a\x1b[2J\u009b31m\u202egnp\r\nforged\t\xff`+"\n")
	assert.Empty(t, control.FindString(out), "also into a pipe, such as less -R")
	trace, _, code := onTerminal("perfetto", "-o", "-", hostile)
	require.Zero(t, code)
	assert.True(t, json.Valid([]byte(trace)))
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"plain\ttext\n": "plain\ttext\n", "é€😀": "é€😀", "\x1b[0m": `\x1b[0m`, "\r": `\r`, "\xc2\x9b": `\u009b`, "a\xf0\x9f": `a\xf0\x9f`, "\xff\xfeb": `\xff\xfeb`, "�": "�",
	} {
		for size := 1; size <= len(text); size++ { // however it is cut into writes
			var out bytes.Buffer
			v := &visible{to: &out}
			for rest := text; rest != ""; {
				n := min(size, len(rest))
				_, err := v.Write([]byte(rest[:n]))
				require.NoError(t, err)
				rest = rest[n:]
			}
			require.NoError(t, v.flush())
			assert.Equal(t, want, out.String(), "%q by %d", text, size)
		}
	}
}

// Results for other programs do not go to a terminal unless -o says so.
func TestTerminal(t *testing.T) {
	file := record(t, 3, false)
	to := filepath.Join(t.TempDir(), "out")
	var text strings.Builder
	for _, args := range [][]string{{"perfetto", file}, {"picture", file}} {
		out, notes, code := onTerminal(args...)
		assert.Equal(t, misused, code)
		assert.Empty(t, out)
		text.WriteString(notes)
		piped, _, code := do(args...)
		require.Zero(t, code)
		out, notes, code = onTerminal(append(args, "-o", "-")...)
		assert.Zero(t, code, notes)
		assert.Equal(t, piped, out)
		out, notes, code = onTerminal(append(args, "-o", to)...)
		assert.Zero(t, code, notes)
		assert.Empty(t, out)
		written, err := os.ReadFile(to)
		require.NoError(t, err)
		assert.Equal(t, piped, string(written))
	}
	golden.Equal(t, "terminal.golden", text.String())
	for _, args := range [][]string{{"show", file}, {"picture", file, "-format", "dot"}, {"profile", file}} {
		out, notes, code := onTerminal(args...)
		assert.Zero(t, code, notes)
		assert.NotEmpty(t, out)
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	assert.False(t, isTerminal(null), "> /dev/null is a redirection")
	assert.Zero(t, run([]string{"perfetto", file}, nil, null, null, nil))
	assert.True(t, isTerminal(&terminal{}))
}

// A command that fails leaves an older file of -o as it is; every command that writes has -o.
func TestOutputFile(t *testing.T) {
	file, banged := record(t, 3, false), record(t, 3, true)
	to := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(to, []byte("older"), 0o600))
	_, _, code := do("why", file, "1024", "60", "SWIM", "-o", to)
	require.Equal(t, failed, code)
	text, err := os.ReadFile(to)
	require.NoError(t, err)
	assert.Equal(t, "older", string(text))
	for _, args := range [][]string{{"show", file}, {"why", file, "1024", "60", "FLEE"}, {"compare", file, banged}, {"profile", "-csv", file}} {
		out, _, want := do(args...)
		none, notes, code := do(append(args, "-o", to)...)
		assert.Equal(t, want, code, notes)
		assert.Empty(t, none)
		text, err := os.ReadFile(to)
		require.NoError(t, err)
		assert.Equal(t, out, string(text))
	}
	assert.FileExists(t, to)
}

func TestVersion(t *testing.T) {
	var text strings.Builder
	for _, info := range []debug.BuildInfo{
		{GoVersion: "go1.26.0", Main: debug.Module{Version: "v0.3.0"}, Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "amd64"}}},
		{GoVersion: "go1.26.0", Settings: []debug.BuildSetting{
			{Key: "GOOS", Value: "windows"}, {Key: "GOARCH", Value: "arm64"}, {Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}, {Key: "vcs.modified", Value: "true"},
		}},
	} {
		text.WriteString(versionOf(&info) + "\n")
	}
	golden.Equal(t, "version.golden", text.String())
	for _, arg := range []string{"version", "-version", "--version"} {
		out, notes, code := do(arg)
		assert.Zero(t, code, notes)
		assert.Regexp(t, `^decidertree \S+.*, go\S+, \w+/\w+\n$`, out)
	}
}
