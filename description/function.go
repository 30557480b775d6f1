package description

import "strconv"

// Function names a function of the user.
type Function struct {
	Name string `json:"name"` // "nest.hungry", "nest.(*Creature).Eat"; of a function literal "nest.func at line 42"
	// File is its source file relative to the root of the program's module, "demo/nest/deciders.go", or with the
	// import path for another module; "" if it is not known, as for a method value.
	File string `json:"file"`
	Line int    `json:"line"` // 0 where File is ""
}

// String is the name, and the position in brackets.
func (f *Function) String() string {
	if f == nil {
		return "none"
	}
	if f.File == "" {
		return f.Name
	}
	return f.Name + " (" + f.File + ":" + strconv.Itoa(f.Line) + ")"
}
