package picture

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
)

// Mermaid writes a flowchart for a ```mermaid fence in Markdown. A shared decider is one node. Colours are those of
// the theme, except for active deciders.
//
// GitHub draws charts of up to 50,000 characters and 500 edges. The error is that of the writer, or wraps
// [description.Err].
func Mermaid(w io.Writer, d *description.Tree, o Options) error {
	f, err := newFigure(d, o)
	if err != nil {
		return err
	}
	var b strings.Builder
	if o.Title != "" {
		b.WriteString("---\ntitle: " + strconv.QuoteToASCII(f.title) + "\n---\n") // a string in YAML
	}
	b.WriteString("flowchart LR\n")
	var active, shared []string
	for i, n := range f.nodes() {
		open, shut := mermaidShape(n.kind)
		label := mermaidText(n.title)
		for _, text := range n.lines {
			label += "<br/>" + mermaidText(text)
		}
		fmt.Fprintf(&b, "    d%d%s\"%s\"%s\n", i, open, label, shut)
		if n.active {
			active = append(active, fmt.Sprint("d", i))
		}
		if n.shared {
			shared = append(shared, fmt.Sprint("d", i))
		}
	}
	var paths []string
	for i, e := range f.edges() {
		arrow := "-->"
		switch {
		case e.jump:
			arrow = "-.->|Jump|"
		case e.active:
			arrow = "==>"
			paths = append(paths, strconv.Itoa(i))
		}
		fmt.Fprintf(&b, "    d%d %s d%d\n", e.from, arrow, e.to)
	}
	if len(shared) > 0 {
		fmt.Fprintf(&b, "    classDef shared stroke-dasharray:5 3\n    class %s shared\n", strings.Join(shared, ","))
	}
	if len(active) > 0 {
		fmt.Fprintf(&b, "    classDef active fill:%s,color:%s,stroke:%[2]s\n    class %s active\n", lit, litText, strings.Join(active, ","))
	}
	if len(paths) > 0 {
		fmt.Fprintf(&b, "    linkStyle %s stroke:%s\n", strings.Join(paths, ","), lit)
	}
	return write(w, b.String())
}

// mermaidShape is the shape of a node: groups are boxes, leaves rounded, conditions stadiums, Jumps flags, slots hexagons.
func mermaidShape(k declaration.Kind) (open, shut string) {
	switch k {
	case declaration.GroupDecider:
		return "[", "]"
	case declaration.ReferenceDecider:
		return ">", "]"
	case declaration.SlotDecider:
		return "{{", "}}"
	case declaration.ConditionDecider:
		return "([", "])"
	}
	return "(", ")"
}

// mermaidText escapes characters that have a meaning in Mermaid, Markdown or HTML.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\"#&<>`\\", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
