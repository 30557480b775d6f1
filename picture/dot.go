package picture

import (
	"fmt"
	"io"
	"strings"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
)

// DOT writes a graph for Graphviz: dot -Tsvg. A shared decider is one node. The error is that of the writer, or wraps
// [description.Err].
func DOT(w io.Writer, d *description.Tree, o Options) error {
	f, err := newFigure(d, o)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %s {\n", dotText(f.title))
	b.WriteString("\tgraph [rankdir=LR ordering=out ranksep=0.6 nodesep=0.12]\n")
	b.WriteString("\tnode [fontname=\"monospace\" fontsize=11 height=0.3 shape=box]\n\tedge [arrowsize=0.6]\n")
	for i, n := range f.nodes() {
		attributes := dotShape(n)
		if n.active {
			attributes += fmt.Sprintf(" fillcolor=%q fontcolor=%q", lit, litText)
		}
		label := dotText(strings.Join(append([]string{n.title}, n.lines...), "\n"))
		fmt.Fprintf(&b, "\td%d [label=%s%s]\n", i, label, attributes)
	}
	for _, e := range f.edges() {
		fmt.Fprintf(&b, "\td%d -> d%d", e.from, e.to)
		switch {
		case e.jump:
			b.WriteString(" [style=dashed constraint=false label=\"Jump\" fontsize=9]")
		case e.active:
			fmt.Fprintf(&b, " [color=%q penwidth=2]", lit)
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return write(w, b.String())
}

// dotShape is a node's shape and style.
func dotShape(n node) string {
	var styles []string
	shape := ""
	switch n.kind {
	case declaration.BehaviorDecider:
		styles = append(styles, "rounded")
	case declaration.ReferenceDecider:
		shape = " shape=cds"
	case declaration.SlotDecider:
		shape = " shape=component"
	case declaration.ConditionDecider:
		shape = " shape=ellipse"
	}
	if n.active {
		styles = append(styles, "filled")
	}
	if n.shared {
		styles = append(styles, "dashed")
	}
	if len(styles) > 0 {
		shape += fmt.Sprintf(" style=%q", strings.Join(styles, ","))
	}
	return shape
}

// dotText is a quoted string.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
