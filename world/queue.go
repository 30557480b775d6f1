package world

// queue is first in, first out; it reuses its memory.
type queue[T any] struct {
	items []T
	head  int // index of the oldest item
}

func (q *queue[T]) push(item T) {
	// Items move only when half of the memory is free, so a move costs less than the pushes since the last one.
	if len(q.items) == cap(q.items) && 2*q.head >= len(q.items) {
		q.items, q.head = q.items[:copy(q.items, q.items[q.head:])], 0
	}
	q.items = append(q.items, item)
}

// oldest returns the item that pop would remove; nil if the queue is empty.
func (q *queue[T]) oldest() *T {
	if q.head == len(q.items) {
		return nil
	}
	return &q.items[q.head]
}

func (q *queue[T]) pop() {
	var none T
	q.items[q.head] = none
	q.head++
}

// all returns the items, oldest first.
func (q *queue[T]) all() []T { return q.items[q.head:] }
