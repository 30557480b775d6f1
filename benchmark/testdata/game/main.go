// The mole of docs/tutorial in go-behaviortree, for build.sh: a small game whose rebuild is timed beside ours.
package main

import (
	"fmt"

	bt "github.com/joeycumines/go-behaviortree"
)

type mole struct {
	fullness float64
	shadow   bool
	strokes  int
}

func (m *mole) root() bt.Node {
	when := func(condition func() bool, act func() bt.Status) bt.Node {
		return bt.New(func([]bt.Node) (bt.Status, error) {
			if !condition() {
				return bt.Failure, nil
			}
			return act(), nil
		})
	}
	return bt.New(bt.Selector,
		when(func() bool { return m.shadow }, func() bt.Status { return bt.Running }),
		when(func() bool { return m.fullness < 1 }, func() bt.Status {
			m.fullness = min(m.fullness+0.3, 1)
			return bt.Running
		}),
		when(func() bool { return m.strokes < 3 }, func() bt.Status {
			m.strokes++
			return bt.Running
		}),
		bt.New(func([]bt.Node) (bt.Status, error) { return bt.Success, nil }))
}

func main() {
	m := &mole{}
	root := m.root()
	for range 6 {
		status, err := root.Tick()
		fmt.Println(status, err, m.fullness, m.strokes)
	}
}
