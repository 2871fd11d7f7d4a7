// Package kept makes a match that has ended into one HTML file. Somebody keeps it,
// opens it from a disk without a network, and sees the match again, step by step.
//
// # Whose eyes
//
// A file shows what one viewer was shown: the public, or one seat. It is a function
// of the viewer's pages alone. So it cannot hold what that viewer never saw, not even
// in a byte. A step is an input after which one of these pages changed. Inputs that
// the viewer did not notice leave no trace, and moments are those of the match clock.
//
// The file of a seat has two pages in each step: the board, and the seat's own page.
//
// # Sizes
//
// A file has at most [MaxSize] bytes. The longest matches have more than a thousand
// steps and five hundred pictures. Pictures of a match are alike, so they are cut into
// tiles, and each tile is stored once. A picture is a list of those tiles that differ
// from the picture before it. All of that is compressed together with the words. If it
// is still too much, the pictures are drawn smaller, and at last some steps are left
// out. The pictures of a match have few colours, so one palette serves them all.
//
// The longest of twenty simulated matches at the largest table, as a seat saw it
// (go test ./bot/kept -run TestSizes -longest):
//
//	game            inputs  steps  pictures  bytes
//	when-i-dream      1353   1354       332  275,283, pictures 165 pixels wide
//	dream-fortress     861    614       469  233,933, pictures 400 pixels wide
//	somnia             426    282       281  296,961, pictures 231 pixels wide
//	somnicum           198    194       227  279,445, pictures 175 pixels wide
//	dream-runners      327    132       125  288,731, pictures 234 pixels wide
//
// PNG pictures of the same size take four times as much. SVG would need a second way
// to draw everything. WebP has no encoder in Go without C.
//
// # What the file proves
//
// A file has the secret, the presses and the seed of its match, which everybody may
// read at the end, and the digest of what its viewer knew after the deal. Its script
// computes both hashes again. It has its own SHA-256: a page from a disk is no secure
// context in every browser, and has no SubtleCrypto there. To deal the cards again
// needs the rules; the page of cmd/verifier has them, and reads this file.
//
// # What the file may do
//
// Nothing but show itself. Its Content-Security-Policy allows one script and one
// style, by their hashes, and no address. All words are in the compressed part. The
// script makes text nodes of them, and never reads them as HTML.
package kept

import (
	"iter"

	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/proof"
	"oneiros/games/ui"
)

// MaxSize is the most bytes of a file.
const MaxSize = 300_000

// Match is what a file shows.
type Match struct {
	Frame  *screen.Frame // the reader's language, the words of the game and the people by seat
	Viewer games.Viewer  // the public or a seat
	Title  ui.Text       // the name of the game
	Lines  []ui.Text     // what stands under it: who played, when, and how it ended
	Deal   *proof.Kept   // what the seed was made of; nil for a match that was never dealt
}

// Make makes the file of a match. The sequence is the match after the deal and after
// each input.
// It writes the digest of what the viewer knew after the deal into m.Deal.
func Make(m Match, after iter.Seq2[games.Match, error]) ([]byte, error) {
	film, err := shoot(m, after)
	if err != nil {
		return nil, err
	}
	return film.develop(m)
}

// book numbers things that come again and again.
type book[K comparable] struct {
	number map[K]int
	list   []K
}

func newBook[K comparable]() *book[K] { return &book[K]{number: map[K]int{}} }

// add returns the number of k, and whether it is new.
func (b *book[K]) add(k K) (int, bool) {
	n, ok := b.number[k]
	if !ok {
		n = len(b.list)
		b.number[k] = n
		b.list = append(b.list, k)
	}
	return n, !ok
}
