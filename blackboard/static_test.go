package blackboard_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Keys and a tree that lists them lie in the binary's data: nothing runs at program start.
func TestKeysAreStaticData(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	out, err := exec.Command("go", "build", "-gcflags=-S", "./testdata/static").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, variable := range []string{"hunger", "route", "tries", "Root"} {
		assert.Regexp(t, `(?m)/testdata/static\.`+variable+` SDATA `, string(out), "it has its contents")
	}
	_, code, found := strings.Cut(string(out), "/testdata/static.init STEXT")
	if !found {
		return
	}
	var instructions []string
	line := regexp.MustCompile(`^\t0x[0-9a-f]+ \d+ \([^)]*\)\t([A-Z]+)`)
	for text := range strings.Lines(code[strings.Index(code, "\n")+1:]) {
		m := line.FindStringSubmatch(text)
		if m == nil {
			break
		}
		if m[1] != "TEXT" && m[1] != "FUNCDATA" && m[1] != "PCDATA" {
			instructions = append(instructions, m[1])
		}
	}
	assert.Equal(t, []string{"RET"}, instructions)
}

// A key cannot be converted to one of another type, which would share its values.
func TestKeysDoNotConvert(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	out, err := exec.Command("go", "build", "./testdata/convert").CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(out), "cannot convert k")
}
