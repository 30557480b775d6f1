module github.com/decidertree/decidertree

go 1.26
