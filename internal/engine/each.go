package engine

// Each calls do for 0 to n-1, even if a call panics or ends the goroutine (runtime.Goexit): the calls that are left are
// made before that goes on. One agent's code so cannot keep other agents from what is done to all of them.
func Each(n int, do func(i int)) { each(0, n, do) }

func each(i, n int, do func(i int)) {
	defer func() {
		if i < n {
			each(i, n, do)
		}
	}()
	for i < n {
		i++
		do(i - 1)
	}
}
