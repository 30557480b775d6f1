// Package heap measures what tests and benchmarks allocate.
package heap

import "runtime"

// Allocated returns how many bytes the program allocates while f runs.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// InUse returns how many bytes of the heap are in use after a collection.
func InUse() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // frees what the finalizers and the sweep of the first released, and what sync.Pools hold
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
