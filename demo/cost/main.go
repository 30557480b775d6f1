// Command cost measures what the inspector costs the demo: the processor time of the whole process, user and system, for each
// simulated frame, with a page open and without an inspector.
//
//	go run ./demo/cost -agents 20000 -rounds 5
//
// Each round is three runs of the same frames with the same seed at the same time, each as fast as it can: without an inspector,
// with one that nobody looks at, and with a page that shows the map, the crowd, the list, an agent and its lanes. So load of
// other programs hits all three alike. The time that the demo takes before its first frame is measured and subtracted. The
// page is this command, which reads what a browser would. It also prints how old each view of the page was at worst: the time
// since the frame that it showed.
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"log"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	log.SetFlags(0)
	agents := flag.String("agents", "1000,20000", "numbers of grazers, with commas between")
	rounds := flag.Int("rounds", 5, "of three runs each")
	seconds := flag.Float64("seconds", 300, "of simulated time of a run with 1,000 grazers; others simulate so much that they take as long")
	flag.Parse()
	dir, err := os.MkdirTemp("", "cost")
	check(err)
	defer os.RemoveAll(dir)
	demo := filepath.Join(dir, "demo")
	build := exec.Command("go", "build", "-o", demo, "./demo")
	build.Stderr = os.Stderr
	check(build.Run())
	fmt.Printf("%-7s  %-8s  %7s  %7s  %7s  %s\n", "agents", "inspector", "least", "median", "mean", "ages of views at worst, in seconds")
	for _, text := range strings.Split(*agents, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		check(err)
		measure(demo, n, *rounds, *seconds*1000/float64(max(n, 100)))
	}
}

// Ways to run the demo.
const (
	alone = iota
	unseen
	seen
	ways
)

// measure runs all rounds with a number of agents and prints the ratios.
func measure(demo string, agents, rounds int, seconds float64) {
	var ratios [ways][]float64
	worst := ages{}
	for range rounds {
		var spent [ways]time.Duration
		var runs sync.WaitGroup
		for way := range ways {
			runs.Go(func() {
				spent[way] = run(demo, agents, seconds, way, worst)
				spent[way] -= run(demo, agents, 0, way, nil)
			})
		}
		runs.Wait()
		for way := range ways {
			ratios[way] = append(ratios[way], float64(spent[way])/float64(spent[alone]))
		}
	}
	for way, name := range []string{unseen: "no page", seen: "a page"} {
		if all := ratios[way]; way != alone {
			slices.Sort(all)
			sum := 0.0
			for _, ratio := range all {
				sum += ratio
			}
			told := ""
			if way == seen {
				told = worst.String()
			}
			fmt.Printf("%-7d  %-9s  %7.3f  %7.3f  %7.3f  %s\n", agents, name, all[0], all[len(all)/2], sum/float64(len(all)), told)
		}
	}
}

// run runs the demo and returns its processor time.
func run(demo string, agents int, seconds float64, way int, worst ages) time.Duration {
	args := []string{"-plain", "-level", "0", "-agent", "1", "-seed", "1", "-agents", strconv.Itoa(agents), "-seconds", strconv.FormatFloat(seconds, 'f', 3, 64)}
	if way != alone {
		args = append(args, "-inspect-addr", "127.0.0.1:0", "-unpaced")
	}
	game := exec.Command(demo, args...)
	told, err := game.StderrPipe()
	check(err)
	check(game.Start())
	lines := bufio.NewReader(told)
	line, _ := lines.ReadBytes('\n') // without an inspector there is none
	if at, found := bytes.CutPrefix(line, []byte("inspector: ")); found && way == seen && seconds > 0 {
		address, err := url.Parse(strings.TrimSpace(string(at)))
		check(err)
		p := &page{host: address.Host, token: address.Query().Get("token"), seen: ages{}}
		p.watch()
		for view, age := range p.seen {
			worst[view] = max(worst[view], age)
		}
	}
	check(game.Wait())
	return game.ProcessState.UserTime() + game.ProcessState.SystemTime()
}

func check(err error) {
	if err != nil {
		log.Fatalf("cost: %v", err)
	}
}
