package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// LogError is the error of a write-ahead log that is damaged in its middle. SQLite
// would read it up to the damage and drop the rest without a word.
type LogError struct {
	Path  string
	At    int64 // the byte at which the damaged part begins
	After int   // how many transactions come after it, at least
}

// Error says where the damage is and what is behind it.
func (e *LogError) Error() string {
	return fmt.Sprintf("%s is damaged at byte %d, and %d saved transactions come after it", e.Path, e.At, e.After)
}

// Unwrap returns [ErrDamaged].
func (e *LogError) Unwrap() error { return ErrDamaged }

const (
	logHeader   = 32 // bytes before the first frame
	frameHeader = 24 // bytes before the page of a frame
)

// frame is what is checked of a frame of a write-ahead log. A frame holds one page.
type frame struct {
	salt   [8]byte // that of its log: an earlier log may have left frames in the same file
	linked bool    // its checksum follows from the frame before
	commit bool    // it ends a transaction
}

// checkLog looks for damage in the middle of the write-ahead log of a database. A
// log without a whole end is no damage: a crash leaves that, and what is missing was
// not acknowledged.
//
// A process may write the log meanwhile. So damage counts only if it is found at the
// same place three times.
func checkLog(path string) error {
	var last *LogError
	for range 3 {
		found, err := readLog(path + "-wal")
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the write-ahead log: %w", err)
		}
		if found == nil || last != nil && last.At != found.At {
			return nil
		}
		last = found
	}
	return last
}

// readLog reads a write-ahead log once.
func readLog(name string) (found *LogError, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	head := make([]byte, logHeader)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, nil // it has not begun
	}
	var order, other binary.ByteOrder = binary.LittleEndian, binary.BigEndian
	if head[3]&1 == 1 {
		order, other = other, order
	}
	size := int(binary.BigEndian.Uint32(head[8:]))
	if size < 512 || size > 65536 || size&(size-1) != 0 {
		if info, err := f.Stat(); err != nil || info.Size() <= logHeader {
			return nil, err // nothing is behind it
		}
		return &LogError{name, 0, 1}, nil // no page has such a size
	}
	sum := storedSum(head[24:])
	frames := readFrames(f, size, order, sum)
	if sum != logSum(order, [2]uint32{}, head[:24]) {
		// What was hit may be the salt or the order of the bytes.
		if n := max(commits(frames), commits(readFrames(f, size, other, sum))); n > 0 {
			return &LogError{name, 0, n}, nil
		}
		return nil, nil
	}
	salt := [8]byte(head[16:24])
	for i, fr := range frames {
		if fr.salt == salt && fr.linked {
			continue
		}
		// The damaged frame is followed by whole ones. If the next one is not whole
		// either, those after it are. An interrupted transaction leaves one commit at
		// most.
		var rest []frame
		after := 0
		if i+1 < len(frames) && frames[i+1].linked {
			rest = frames[i+1:]
			if fr.commit {
				after++
			}
		} else if i+2 < len(frames) {
			rest = frames[i+2:]
		}
		if len(rest) > 0 && rest[0].salt == salt {
			after += commits(rest)
		}
		if after >= 2 {
			return &LogError{name, logHeader + int64(i)*int64(frameHeader+size), after}, nil
		}
		return nil, nil
	}
	return nil, nil
}

// readFrames reads the frames behind the header of a log. sum is the checksum that
// is stored in the header.
//
// A frame is linked if its checksum follows from the one that is stored in the frame
// before. If that one was hit itself, it follows from what should be stored there.
func readFrames(f io.ReaderAt, size int, order binary.ByteOrder, sum [2]uint32) (frames []frame) {
	buf := make([]byte, frameHeader+size)
	follows := func(sum [2]uint32) [2]uint32 {
		return logSum(order, logSum(order, sum, buf[:8]), buf[frameHeader:])
	}
	should := sum
	for at := int64(logHeader); ; at += int64(len(buf)) {
		if n, _ := f.ReadAt(buf, at); n < len(buf) { // the rest was not written
			return frames
		}
		stored, want := storedSum(buf[16:]), follows(sum)
		linked := stored == want || sum != should && stored == follows(should)
		sum, should = stored, want
		frames = append(frames, frame{
			salt: [8]byte(buf[8:16]), linked: linked, commit: binary.BigEndian.Uint32(buf[4:]) != 0,
		})
	}
}

// commits counts the transactions that end in the whole frames at the beginning of a
// list. They belong to the log of the first one.
func commits(frames []frame) (n int) {
	for i, fr := range frames {
		if i > 0 && !fr.linked || fr.salt != frames[0].salt {
			break
		}
		if fr.commit {
			n++
		}
	}
	return n
}

func storedSum(b []byte) [2]uint32 {
	return [2]uint32{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])}
}

// logSum is the checksum of SQLite's write-ahead log.
func logSum(order binary.ByteOrder, s [2]uint32, b []byte) [2]uint32 {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}
