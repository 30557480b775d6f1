// Package picture draws trees of deciders: as a Mermaid flowchart, which GitHub shows in Markdown, as a DOT graph for
// Graphviz, and as an SVG that stands by itself.
//
//	picture.SVG(os.Stdout, tree.Describe(), picture.Options{})
//
// A picture shows the tree as it is declared: policies, conditions in short, modifiers, Jumps, slots, and which deciders
// stand in several places. With the states of an agent it shows what is active, and for how long:
//
//	picture.SVG(file, tree.Describe(), picture.Options{States: picture.States(memory)})
//
// In Mermaid and DOT a shared decider is one node that several groups lead to; in an SVG it stands in each of its places.
// The same description and options always make the same bytes.
package picture
