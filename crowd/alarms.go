package crowd

// alarms wake sleeping agents when something is due: a heap by time. Of an agent's alarms only the earliest counts; an
// alarm that is too early costs one tick that changes nothing.
type alarms struct {
	heap []alarm
}

type alarm struct {
	at  float64 // seconds, on the world's clock
	row uint32
}

func (h *alarms) push(a alarm) {
	h.heap = append(h.heap, a)
	i := len(h.heap) - 1
	for i > 0 {
		up := (i - 1) / 4
		if h.heap[up].at <= a.at {
			break
		}
		h.heap[i] = h.heap[up]
		i = up
	}
	h.heap[i] = a
}

// pop removes the first alarm that is due; ok is false if there is none.
func (h *alarms) pop(now float64) (first alarm, ok bool) {
	if len(h.heap) == 0 || h.heap[0].at > now {
		return alarm{}, false
	}
	first = h.heap[0]
	n := len(h.heap) - 1
	last := h.heap[n]
	h.heap = h.heap[:n]
	i := 0
	for {
		least := 4*i + 1
		if least >= n {
			break
		}
		for k := least + 1; k < min(least+4, n); k++ {
			if h.heap[k].at < h.heap[least].at {
				least = k
			}
		}
		if last.at <= h.heap[least].at {
			break
		}
		h.heap[i] = h.heap[least]
		i = least
	}
	if n > 0 {
		h.heap[i] = last
	}
	return first, true
}
