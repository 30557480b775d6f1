module github.com/decidertree/decidertree/examples/sources

go 1.26

require github.com/decidertree/decidertree v0.0.0

replace github.com/decidertree/decidertree => ../../
