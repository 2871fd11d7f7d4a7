// Package kept makes a match that has ended into one HTML file. A player keeps it,
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
// steps and five hundred pictures. Each one is there as it was drawn, pixel by pixel: the
// file has no pictures but what they are drawn of, see [paint.Reel], and its script draws
// the one that is looked at. If that is too much, some steps are left out.
//
// A whole match at the largest table, as a seat saw it:
//
//	game            inputs  steps  pictures    bytes
//	when-i-dream      1299   1300       329  465,603
//	dream-fortress     488    448       384  291,779
//	somnia             216    165       173  395,618
//	somnicum           121    122       229  357,025
//	dream-runners      196    108       104  277,903
//
// Rejected: pictures as tiles of a small bitmap. They were a mosaic on a wide screen, and
// drawing and reducing all of them took seconds. Rejected: SVG. It would need a second way
// to draw everything, and a painting of thousands of paths is larger than its pixels.
//
// # Without a script
//
// A viewer of files may run no script. The page shows what every reader saw last, with its
// picture, until the script takes its place.
//
// # What the file proves
//
// A file has the secret, the presses and the seed of its match, which every person may
// read at the end, and the digest of what its viewer knew after the deal. Its script
// computes both hashes again. It has its own SHA-256: a page from a disk is no secure
// context in every browser, and has no SubtleCrypto there. To deal the cards again
// needs the rules; the page of cmd/verifier has them, and reads this file.
//
// # What the file may do
//
// Nothing but show itself. Its Content-Security-Policy allows one script and one
// style, by their hashes, pictures within the file, and no address. All words are in the compressed part. The
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
const MaxSize = 600_000

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
