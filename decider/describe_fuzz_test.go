package decider_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// FuzzDescription reads descriptions that anybody may have written: what Validate lets pass can be used without a
// further look, and is the same after a way through JSON.
func FuzzDescription(f *testing.F) {
	add := func(d *description.Tree) {
		text, err := json.Marshal(d)
		require.NoError(f, err)
		f.Add(text)
	}
	add(decider.MustInitializeTreeData(manifoldTree()).Describe())
	add(decider.MustInitializeTreeData(lasting()).Describe())
	for seed := range uint64(6) {
		if tree, err := decider.InitializeTreeData(randomtree.RandomTree(randomtree.RandomSource(seed))); err == nil {
			add(tree.Describe())
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var d description.Tree
		if err := json.Unmarshal(text, &d); err != nil {
			return
		}
		if err := resealed(&d).Validate(); err != nil {
			require.ErrorIs(t, err, description.Err)
			return
		}
		image := make([]byte, d.Size)
		for i := range d.Deciders {
			d.Deciders[i].Kind()
		}
		for _, p := range d.Places {
			if b := d.Deciders[p.Decider].Behavior; b != nil && b.Block != nil && p.BlockAt >= 0 {
				b.Block.Text(image[p.BlockAt:])
				b.Block.Values(image[p.BlockAt:][:p.BlockSize])
			}
		}
		for _, v := range d.Values {
			if of := &d.Keys[v.Key].Type; v.At >= 0 {
				of.Text(image[v.At:][:of.Size])
			}
		}
		again, err := json.Marshal(&d)
		require.NoError(t, err)
		var same description.Tree
		require.NoError(t, json.Unmarshal(again, &same))
		require.NoError(t, same.Validate())
	})
}
