// Package description describes a tree as plain data, for pictures, tools and recordings: what was declared and where it
// lies in an agent's memory. A description needs neither the game nor its types.
package description
