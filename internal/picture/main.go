// Command picture draws the figures of the documents into docs: trees, with package picture, and the packages of this
// module with their imports. From anywhere in the module:
//
//	go generate ./internal/picture
package main

import (
	"bytes"
	"io"
	"log"
	"os"
	"path/filepath"
)

//go:generate go run .

// pictures are the files in docs.
var pictures = map[string]func(io.Writer) error{"figure1.svg": figure1, "nest.svg": grazer, "rooms.svg": drawRooms}

func main() {
	root, err := moduleRoot()
	if err != nil {
		log.Fatal(err)
	}
	for name, draw := range pictures {
		var b bytes.Buffer
		if err := draw(&b); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, "docs", name), b.Bytes(), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
