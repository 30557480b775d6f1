// Package usercode is user code as the engine calls it: behaviors, Decides and keys as functions over a Context without
// the agent's type, and the blocks of memory they work on. Nothing in it depends on that type, so the engine is
// compiled once, with this module, and not with every game.
package usercode
