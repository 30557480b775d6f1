// Package blackboard is what the parts of a tree tell each other by: typed values by agent, tree or decider
// (Pereira's three scopes).
//
// A key is declared once, as a package-level variable, and listed in the Keys of a decider. Its values lie in
// the agent's memory: each agent has its own.
//
//	var hunger = blackboard.Key[float32]{Name: "hunger"}
//
//	var Root = Decider{Name: "ROOT", Keys: decider.Keys{&hunger}, Children: …}
//
//	func getHungry(c *Context) behavior.Status {
//		*hunger.Of(c) += float32(c.DT)
//		return behavior.Running
//	}
//
//	*hunger.Of(memory) = 0 // from outside, between ticks
//
// A value is zero at first and is kept whatever is active, until the agent is reset or closed. What shall be
// forgotten when a behavior ends belongs into that behavior's block; what only goes from a Decide to its
// behavior, into a DBlock.
//
// # Scopes
//
//	Agent    one value per agent, the same in every tree that is plugged into it
//	Tree     one value per agent and tree: a tree that is plugged in has its own, from Plug to Unplug
//	Decider  one value per agent and place of each decider that lists the key, seen by that decider and all below it
//
// Keys of scope Agent and Tree may be listed anywhere in a tree, also several times, best on its root; all its
// deciders see them. A tree that is plugged in sees the values of scope Agent, and the tree it is plugged into
// must list their keys as well. Of a key of scope Decider that several deciders above each other list, the nearest counts; a shared
// decider has a value in each of its places. Resetting a subtree clears those that belong to it.
//
// A key is its variable. Two variables of one name in a tree are a fault (KeyMismatch), as they would be two
// values where the name says one; a key listed by two trees is the same key in both. Do not copy a key.
//
// # Tests
//
// A Context made by hand keeps values itself, so a behavior is tested without any tree:
//
//	c := &Context{Agent: creature}
//	*hunger.Of(c) = 0.9
//	status := eat.Tick(c)
//	assert.Zero(t, *hunger.Of(c))
package blackboard
