package treefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/treefile"
)

// A small file that stands for billions of deciders is refused without making them.
func TestBombs(t *testing.T) {
	copies := []string{`{"name":"D0","behavior":"EAT"}`}
	for i := range 60 {
		copies = append(copies, fmt.Sprintf(`{"name":"D%d","children":[{"name":"A","copy":"D%d","decide":"hungry"},{"name":"B","copy":"D%d"}]}`, i+1, i, i))
	}
	shared := `{"name":"S0","behavior":"EAT"}`
	for i := range 60 {
		shared = fmt.Sprintf(`{"name":"S%d","children":[%s,{"name":"G%d","children":[{"shared":"S%d"}]}]}`, i+1, shared, i+1, i)
	}
	for what, text := range map[string]string{
		"copies of copies": `{"version":1,"declarations":[` + strings.Join(copies, ",") + `],"tree":{"name":"R","copy":"D60"}}`,
		"shared deciders":  `{"version":1,"tree":` + shared + `}`,
		"a copy of itself": `{"version":1,"declarations":[{"name":"A","children":[{"name":"B","copy":"A"}]}],"tree":{"name":"R","copy":"A"}}`,
		"below itself":     `{"version":1,"tree":{"name":"R","children":[{"name":"A","children":[{"shared":"R"},{"shared":"A"}]}]}}`,
	} {
		_, err := minds().Load("f", []byte(text))
		require.Error(t, err, what)
		assert.ErrorIs(t, err, treefile.ErrTree, what)
		var faults declaration.Code
		assert.ErrorAs(t, err, &faults, what)
	}
}
