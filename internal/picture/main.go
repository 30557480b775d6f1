// Command picture draws the documents' pictures of trees, with package picture. From the root of the module:
//
//	go run ./internal/picture
package main

import (
	"bytes"
	"io"
	"log"
	"os"
	"path/filepath"
)

// pictures are the files in docs.
var pictures = map[string]func(io.Writer) error{"figure1.svg": figure1, "nest.svg": grazer}

func main() {
	for name, draw := range pictures {
		var b bytes.Buffer
		if err := draw(&b); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("docs", name), b.Bytes(), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
