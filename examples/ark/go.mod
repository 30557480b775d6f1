module github.com/decidertree/decidertree/examples/ark

go 1.26

require (
	github.com/decidertree/decidertree v0.0.0
	github.com/mlange-42/ark v0.8.1
)

replace github.com/decidertree/decidertree => ../../
