package treeyaml

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/treefile"
)

// Load is [treefile.Registry.Load] for YAML. The errors have lines and no columns.
func Load[A any](r *treefile.Registry[A], file string, text []byte) (*decider.Tree[A], error) {
	data, err := JSON(file, text)
	if err != nil {
		return nil, err
	}
	tree, err := r.Load(file, data)
	return tree, withoutColumns(err)
}

// Declaration is [treefile.Registry.Declaration] for YAML. The errors have lines and no columns.
func Declaration[A any](r *treefile.Registry[A], file string, text []byte) (*decider.Decider[A], error) {
	data, err := JSON(file, text)
	if err != nil {
		return nil, err
	}
	root, err := r.Declaration(file, data)
	return root, withoutColumns(err)
}

// Save is [treefile.Registry.Save] for YAML.
func Save[A any](r *treefile.Registry[A], root *decider.Decider[A]) ([]byte, error) {
	data, err := r.Save(root)
	if err != nil {
		return nil, err
	}
	return YAML(data)
}

// withoutColumns removes the columns of the JSON, which the person who wrote YAML does not know.
func withoutColumns(err error) error {
	var all treefile.Errors
	if errors.As(err, &all) {
		for _, e := range all {
			e.Column = 0
		}
	}
	return err
}

// JSON returns the JSON of a YAML file. Each value begins in the line in which it begins in the YAML, so that errors in one
// have the lines of the other. The error is of type [treefile.Errors] and wraps treefile.ErrSyntax or treefile.ErrLimit.
func JSON(file string, text []byte) ([]byte, error) {
	c := converter{file: file, line: 1, open: map[*yaml.Node]bool{}}
	if len(text) > treefile.MaxFile {
		return nil, c.refuse(0, treefile.ErrLimit, fmt.Sprintf("the file has %d bytes, more than %d", len(text), treefile.MaxFile), "divide it into several trees, plugged into slots")
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	switch err := d.Decode(&doc); {
	case err == io.EOF:
		return nil, c.refuse(1, treefile.ErrSyntax, "the file is empty", "write a tree")
	case err != nil:
		return nil, c.syntax(err)
	}
	if err := d.Decode(&more); err == nil {
		return nil, c.refuse(more.Line, treefile.ErrSyntax, "there is a second document", "write one tree a file")
	} else if err != io.EOF {
		return nil, c.syntax(err)
	}
	if err := c.node(doc.Content[0], 0); err != nil {
		return nil, err
	}
	c.out.WriteByte('\n')
	return c.out.Bytes(), nil
}

// converter writes the JSON of a file.
type converter struct {
	file string
	out  bytes.Buffer
	line int                 // of the end of out
	open map[*yaml.Node]bool // aliases that are being followed, to find cycles
}

func (c *converter) refuse(line int, err error, detail, remedy string) error {
	return treefile.Errors{{File: c.file, Line: line, Detail: detail, Remedy: remedy, Err: err}}
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// syntax returns the error of the YAML library, whose position is in its text.
func (c *converter) syntax(err error) error {
	line, at := 1, yamlLine.FindStringSubmatch(err.Error())
	if at != nil && at[1] != "" {
		line, _ = strconv.Atoi(at[1])
	}
	return c.refuse(line, treefile.ErrSyntax, yamlLine.ReplaceAllString(err.Error(), ""), "correct the YAML there")
}

// node writes a node below depth others.
func (c *converter) node(n *yaml.Node, depth int) error {
	switch {
	case depth > treefile.MaxNesting:
		return c.refuse(n.Line, treefile.ErrLimit, fmt.Sprintf("the file is nested more than %d deep", treefile.MaxNesting), "a tree has at most 256 levels")
	case c.out.Len() > treefile.MaxFile:
		return c.refuse(n.Line, treefile.ErrLimit, fmt.Sprintf("the file stands for more than %d bytes", treefile.MaxFile), "use fewer aliases; a decider that stands in several groups is shared")
	}
	for ; c.line < n.Line; c.line++ {
		c.out.WriteByte('\n')
	}
	switch n.Kind {
	case yaml.AliasNode:
		if c.open[n.Alias] {
			return c.refuse(n.Line, treefile.ErrSyntax, fmt.Sprintf("the alias %q stands inside of itself", n.Value), "write what it stands for")
		}
		c.open[n.Alias] = true
		defer delete(c.open, n.Alias)
		return c.node(n.Alias, depth+1)
	case yaml.SequenceNode:
		return c.list(n, '[', ']', depth, func(i int) byte { return ',' })
	case yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			if key := n.Content[i]; key.Kind != yaml.ScalarNode || key.ShortTag() == "!!merge" {
				return c.refuse(key.Line, treefile.ErrSyntax, "a name is not plain text, or a merge key", "write the fields out")
			}
		}
		return c.list(n, '{', '}', depth, func(i int) byte { return ",:"[i%2] })
	}
	return c.scalar(n)
}

// list writes a list or an object, whose names and values alternate. before returns what stands before an element.
func (c *converter) list(n *yaml.Node, open, end byte, depth int, before func(i int) byte) error {
	c.out.WriteByte(open)
	for i, item := range n.Content {
		if i > 0 {
			c.out.WriteByte(before(i))
		}
		if open == '{' && i%2 == 0 { // a name, whatever it looks like
			name, _ := json.Marshal(item.Value)
			for ; c.line < item.Line; c.line++ {
				c.out.WriteByte('\n')
			}
			c.out.Write(name)
		} else if err := c.node(item, depth+1); err != nil {
			return err
		}
	}
	c.out.WriteByte(end)
	return nil
}

// scalar writes a text, a number, a bool or null.
func (c *converter) scalar(n *yaml.Node) error {
	var v any
	switch n.ShortTag() {
	case "!!int", "!!float", "!!bool", "!!null":
		if err := n.Decode(&v); err != nil {
			return c.syntax(err)
		}
	default:
		v = n.Value
	}
	text, err := json.Marshal(v)
	if err != nil {
		return c.refuse(n.Line, treefile.ErrSyntax, fmt.Sprintf("%q is not a finite number", n.Value), "write a number")
	}
	c.out.Write(text)
	return nil
}

// YAML returns the YAML of a JSON file, with one field a line.
func YAML(data []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil { // JSON is YAML
		return nil, (&converter{}).syntax(err)
	}
	block(&doc)
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(&doc); err != nil {
		return nil, err
	}
	return b.Bytes(), e.Close()
}

// block gives nodes the style that people write: one field a line, short lists of names in one line, quotes where they are needed.
func block(n *yaml.Node) {
	n.Style = 0
	if n.Kind == yaml.SequenceNode && len(n.Content) > 0 && n.Content[0].Kind == yaml.ScalarNode {
		n.Style = yaml.FlowStyle
	}
	for _, item := range n.Content {
		block(item)
	}
}
