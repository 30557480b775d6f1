#!/usr/bin/env bash
# Times what a build costs a game: the rebuild after a one-line edit of the small game of docs/tutorial, of a small
# game that uses go-behaviortree, and of the demo, by turns; with -cold also the first builds, on an empty cache with
# the standard library included. Prints medians in seconds. Works on copies and leaves the work tree as it is.
#
#   benchmark/build.sh            the rebuilds, 9 times each
#   benchmark/build.sh 3 -cold    3 times each, and the first builds
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
rounds=9 cold=
for argument in "$@"; do
	case $argument in
	-cold) cold=yes ;;
	*) rounds=$argument ;;
	esac
done

scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
mkdir "$scratch/decidertree" "$scratch/game"
git -c "safe.directory=$repository" ls-files -z --cached --others --exclude-standard |
	while IFS= read -r -d '' file; do if [ -e "$file" ]; then printf '%s\0' "$file"; fi; done |
	xargs -0 cp --parents -t "$scratch/decidertree"

# One module with both small games. It takes its versions from the benchmark module.
cd "$scratch/game"
sed -e 's#^module .*#module game#' -e "s#=> ../#=> ../decidertree#" "$repository/benchmark/go.mod" >go.mod
cp "$repository/benchmark/go.sum" .
mkdir ours theirs
for file in "$repository"/docs/tutorial/*.go; do
	case $file in *_test.go) ;; *) cp "$file" ours/ ;; esac
done
cp "$repository/benchmark/testdata/game/main.go" theirs/
mole=$(grep -l '^var Root\|Name: "ROOT"' ours/*.go | head -n 1)
mind=$(grep -l 'Name: "ROOT"' ../decidertree/demo/nest/*.go | head -n 1)

export GOFLAGS="-mod=mod -buildvcs=false" GOWORK=off
edits=0
seconds() { # a command: how long it takes, in seconds
	local began ended
	began=$(date +%s%N)
	"$@"
	ended=$(date +%s%N)
	awk "BEGIN { printf \"%.2f\n\", ($ended - $began) / 1e9 }"
}
edited() { # directory, file, package: one line more, and the build after it
	edits=$((edits + 1))
	echo "const edit$edits = $edits" >>"$1/$2"
	(cd "$1" && seconds go build -o "$scratch/binary" "$3")
}
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

if [ -n "$cold" ]; then
	for what in "../decidertree ./demo" ". ./ours" ". ./theirs"; do
		read -r at package <<<"$what"
		echo "first build of $package, standard library included: $(cd "$at" && GOCACHE=$(mktemp -d -p "$scratch") seconds go build -o "$scratch/binary" "$package") s"
	done
fi
go build -o "$scratch/binary" ./ours
go build -o "$scratch/binary" ./theirs
(cd ../decidertree && go build -o "$scratch/binary" ./demo)
for round in $(seq "$rounds"); do
	edited . "$mole" ./ours >>"$scratch/ours"
	edited . theirs/main.go ./theirs >>"$scratch/theirs"
	edited ../decidertree "${mind#../decidertree/}" ./demo >>"$scratch/demo"
done
echo "rebuild after an edit of the small game:         $(median "$scratch/ours") s"
echo "rebuild after an edit of go-behaviortree's game: $(median "$scratch/theirs") s"
echo "rebuild after an edit of the demo:               $(median "$scratch/demo") s"
