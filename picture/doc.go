// Package picture draws trees of deciders: as a Mermaid flowchart, which GitHub shows in Markdown, as a DOT graph for
// Graphviz, and as a self-contained SVG.
//
//	picture.SVG(os.Stdout, tree.Describe(), picture.Options{})
//
// A picture shows the tree as declared: policies, short conditions, modifiers, Jumps, slots, and shared deciders.
// With the states of an agent it also shows which deciders are active, and for how long:
//
//	picture.SVG(file, tree.Describe(), picture.Options{States: picture.States(memory)})
//
// In Mermaid and DOT a shared decider is one node with several parents; an SVG repeats it in each of its places.
// Equal descriptions and options yield equal bytes.
package picture
