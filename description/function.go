package description

import "strconv"

// FunctionDescription is a function of the user's.
type Function struct {
	Name string `json:"name"` // "nest.hungry", "nest.(*Creature).Eat"; of a function literal "nest.func at line 42"
	// File is its source file from the root of the program's module on, "demo/nest/deciders.go"; of another module with
	// the package's import path before it; "" where it cannot be told, as of a method value.
	File string `json:"file"`
	Line int    `json:"line"` // 0 where File is ""
}

// String is the name, and the place in brackets.
func (f *Function) String() string {
	if f == nil {
		return "none"
	}
	if f.File == "" {
		return f.Name
	}
	return f.Name + " (" + f.File + ":" + strconv.Itoa(f.Line) + ")"
}
