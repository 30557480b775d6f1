module github.com/decidertree/decidertree/benchmark

go 1.26

require (
	github.com/decidertree/decidertree v0.0.0
	github.com/joeycumines/go-behaviortree v1.11.0
	github.com/magicsea/behavior3go v0.0.4
	github.com/qmuntal/stateless v1.7.2
)

require github.com/joeycumines/go-bigbuff v1.21.0 // indirect

replace github.com/decidertree/decidertree => ../
