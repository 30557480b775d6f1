package treefile_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzLoad loads any text. What is accepted says the same after it was saved and loaded again.
func FuzzLoad(f *testing.F) {
	for _, name := range []string{"testdata/all.json", "testdata/errors.json"} {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"version":1,"declarations":[{"name":"A","children":[{"name":"B","copy":"C"},{"name":"D","copy":"C"}]},{"name":"C","copy":"A"}],"tree":{"name":"R","copy":"A"}}`))
	f.Add([]byte(`{"version":1,"tree":{"name":"R","children":[{"name":"A","children":[{"shared":"R"},{"shared":"A"}]}]}}`))
	f.Add([]byte(`{"version":1,"tree":{"name":"R","policy":"OneOff","children":[{"name":"A","decide":"hungry","jump":"A"},null,{"name":"","slot":"HAND"}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := minds()
		root, err := r.Declaration("f", text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		saved, err := r.Save(root)
		require.NoError(t, err)
		tree, err := r.Load("f", text)
		require.NoError(t, err)
		again, err := r.Load("saved", saved)
		require.NoError(t, err, "%s", saved)
		require.Equal(t, tree.Describe(), again.Describe())
	})
}
