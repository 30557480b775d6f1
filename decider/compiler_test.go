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
	documented := documentation(t)
	position := regexp.MustCompile(`\S+\.go:\d+:\d+: `)
	for _, dir := range []string{"function", "literal"} {
		lines := strings.Split(strings.TrimSpace(compilerOn(t, "initcycle/"+dir)), "\n")
		for _, line := range lines[1:] { // after the package's name
			assert.Contains(t, documented, "\t"+strings.TrimSpace(position.ReplaceAllString(line, ""))+"\n")
		}
	}
	assert.Contains(t, compilerOn(t, "initcycle/tree"), "initialization cycle for Root")
}

// So are the messages for types that do not fit.
func TestMismatchesInTheCompilersWords(t *testing.T) {
	documented := documentation(t)
	for dir, message := range map[string]string{
		"taker":   "(wrong type for method TakingCalls)",
		"value":   "(wrong type for method TakingCalls)",
		"given":   "(missing method TakingCalls)",
		"runner":  "(missing method Calls)",
		"address": "(method Calls has pointer receiver)",
		"agent":   "(wrong type for method Calls)",
		"slot":    "as *decider.Slot[*Creature] value in struct literal",
	} {
		assert.Contains(t, compilerOn(t, "mismatch/"+dir), message)
		assert.Contains(t, documented, message)
	}
}

// documentation is the package's, without the comment signs.
func documentation(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	return strings.ReplaceAll(strings.ReplaceAll(string(source), "\r\n", "\n"), "\n//", "\n")
}

// compilerOn is what the compiler says of a package that does not compile.
func compilerOn(t *testing.T, dir string) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command here")
	}
	said, err := exec.Command("go", "build", "./testdata/"+dir).CombinedOutput()
	require.Error(t, err, "%s compiles", dir)
	return string(said)
}
