package scripted

import (
	"flag"
	"fmt"
	"os"
	"strconv"
)

// Waiting are the tests of a package that wait for discordgo on loopback, for its TestMain.
// The library sleeps a second whenever it closes a connection, and the processor is free
// meanwhile. So more tests run side by side than there are processors.
type Waiting struct{ M interface{ Run() int } }

// atOnce is how many tests run side by side at least.
const atOnce = 8

// Run runs the tests.
func (w Waiting) Run() int {
	flag.Parse()
	parallel := flag.Lookup("test.parallel")
	if n, err := strconv.Atoi(parallel.Value.String()); err == nil && n < atOnce {
		if err := parallel.Value.Set(strconv.Itoa(atOnce)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
	}
	return w.M.Run()
}
