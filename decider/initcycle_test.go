package decider_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The package's documentation quotes what the compiler says of a tree that refers to itself, since that is what
// people search for. It is what this compiler says.
func TestInitializationCyclesInTheCompilersWords(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	documented := strings.ReplaceAll(string(source), "\n//", "\n")
	position := regexp.MustCompile(`\S+\.go:\d+:\d+: `)
	for _, dir := range []string{"function", "literal"} {
		said, err := exec.Command("go", "build", "./testdata/initcycle/"+dir).CombinedOutput()
		require.Error(t, err, "%s compiles", dir)
		lines := strings.Split(strings.TrimSpace(string(said)), "\n")
		for _, line := range lines[1:] { // after the package's name
			assert.Contains(t, documented, "\t"+strings.TrimSpace(position.ReplaceAllString(line, ""))+"\n")
		}
	}
	said, err := exec.Command("go", "build", "./testdata/initcycle/tree").CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(said), "initialization cycle for Root")
}
