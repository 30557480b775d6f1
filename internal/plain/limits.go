package plain

// countless is the limit of counts that sharing and Jumps multiply. Twice its value fits an int on every machine.
const countless = 1 << 29

// words rounds a number of bytes up to whole words.
func words(n uint32) uint32 { return (n + 7) &^ 7 }
