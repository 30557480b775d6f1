package world

// queue is first in, first out; its memory is used again.
type queue[T any] struct {
	items []T
	head  int // the oldest that is still in
}

func (q *queue[T]) push(item T) {
	// Half of it being free keeps moving what is left cheaper than what was pushed since.
	if len(q.items) == cap(q.items) && 2*q.head >= len(q.items) {
		q.items, q.head = q.items[:copy(q.items, q.items[q.head:])], 0
	}
	q.items = append(q.items, item)
}

// oldest is the one that pop takes; nil where there is none.
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

// all are the items, oldest first.
func (q *queue[T]) all() []T { return q.items[q.head:] }
