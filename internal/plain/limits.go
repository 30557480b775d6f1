package plain

// countless is where counting of what sharing and Jumps multiply stops; twice it fits an int anywhere.
const Countless = 1 << 29

// words is so many bytes, rounded up to whole words.
func words(n uint32) uint32 { return (n + 7) &^ 7 }
