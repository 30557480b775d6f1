// Package blackboard holds typed values through which the parts of a tree communicate, by agent, tree or decider
// (Pereira's three scopes).
//
// Declare a key once, as a package-level variable, and list it in the Keys of a decider. Its values lie in the agent's
// memory: each agent has its own.
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
// A value is zero at first. It is kept, whatever is active, until the agent is reset or closed. Data that should be
// forgotten when a behavior ends belongs into the behavior's block, and data that only passes from a Decide to its
// behavior into a DBlock.
//
// # Scopes
//
//	Agent    one value per agent, the same in all trees that are plugged into it
//	Tree     one value per agent and tree: a plugged tree has its own, from Plug to Unplug
//	Decider  one value per agent and place of each decider that lists the key, visible to that decider and below it
//
// Keys of scope Agent and Tree are visible to all deciders of a tree. They may be listed anywhere in it, even several
// times, but best on its root. A plugged tree shares the values of scope Agent, and the tree around it must list their
// keys too. If several deciders above each other list a key of scope Decider, the nearest counts. A shared decider has
// a value in each of its places. Resetting a subtree clears the values that belong to it.
//
// An agent with several memories, each with a tree of its own, has one value of scope Agent in all of them after
// [decider.Memory.ShareBlackboard]. Each of these trees lists the keys that it uses.
//
// A key is its variable. Two variables of one name in a tree are a fault (KeyMismatch), since they would hold two values
// under one name. A key listed by two trees is the same key in both. Do not copy a key.
//
// # Tests
//
// A Context made by hand keeps values itself, so that a behavior can be tested without a tree:
//
//	c := &Context{Agent: creature}
//	*hunger.Of(c) = 0.9
//	status := eat.Tick(c)
//	assert.Zero(t, *hunger.Of(c))
package blackboard
