// Command tutorial is the mole that docs/TUTORIAL.md builds. The document has all other files of the program; a test
// follows it and compares.
package main
