package decider

// Resealed is the Description with the fingerprint of what is in it, for tests that change it.
func (d *Description) Resealed() *Description {
	d.Fingerprint = d.fingerprint()
	return d
}

// FunctionOf tells of a function by what the runtime says of it.
func FunctionOf(name, file string, line int, main, module string) *FunctionDescription {
	return newFunction(name, file, line, programPaths{main: main, module: module})
}
