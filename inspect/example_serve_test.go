package inspect_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/inspect"
	"github.com/decidertree/decidertree/world"
)

// Snail is a creature of the game.
type Snail struct{ X, Y float64 }

// A game with an inspector: it prints the page's address and runs as many frames as Frame yields.
func Example() {
	tree := decider.MustInitializeTreeData(&decider.Decider[*Snail]{
		Name:     "SNAIL",
		Children: []*decider.Decider[*Snail]{{Name: "CREEP", Behavior: &behavior.Behavior[*Snail]{Name: "CREEP"}}},
	})
	garden := world.New(world.Options{})
	snails, err := crowd.New(garden, tree, crowd.Options[*Snail]{Name: "SNAILS", Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	snail := &Snail{X: 3, Y: 4}
	id, _ := snails.Add(snail)

	ins, err := inspect.Serve("127.0.0.1:0", garden, inspect.Options{
		Title: "Garden",
		Scene: inspect.SceneFunc(func(m *inspect.Map) { // called between frames
			m.Bounds(0, 0, 10, 10, false)
			m.Creature(id, snail.X, snail.Y, 1)
		}),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer ins.Close()
	address, _, _ := strings.Cut(ins.URL(), "token=") // the token gives access to everything the page can do
	fmt.Println("inspector:", strings.HasPrefix(address, "http://127.0.0.1:"))

	for range 3 { // the game's loop
		for range ins.Frame() {
			if err := garden.Advance(1.0 / 60); err != nil {
				fmt.Println(err)
			}
			if _, err := snails.Tick(); err != nil {
				fmt.Println(err)
			}
		}
	}
	fmt.Println("frames:", garden.Frame())

	cookies, _ := cookiejar.New(nil) // the address is exchanged for a cookie
	browser := http.Client{Jar: cookies}
	page, err := browser.Get(ins.URL())
	if err != nil {
		fmt.Println(err)
		return
	}
	page.Body.Close()
	fmt.Println("page:", page.Status)
	// Output:
	// inspector: true
	// frames: 3
	// page: 200 OK
}
