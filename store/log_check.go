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
	current bool      // it belongs to the log and not to an earlier one in the same file
	linked  bool      // its checksum follows from the one that is stored in the frame before
	commit  bool      // it ends a transaction
	sum     [2]uint32 // the stored checksum
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
	var order binary.ByteOrder = binary.LittleEndian
	if head[3]&1 == 1 {
		order = binary.BigEndian
	}
	size := int(binary.BigEndian.Uint32(head[8:]))
	if size < 512 || size > 65536 || size&(size-1) != 0 {
		return &LogError{name, 0, 1}, nil // no page has such a size
	}
	salt, sum := [8]byte(head[16:24]), storedSum(head[24:])
	whole := sum == logSum(order, [2]uint32{}, head[:24])
	frames := []frame{}
	buf := make([]byte, frameHeader+size)
	for {
		if _, err := io.ReadFull(f, buf); err != nil {
			break
		}
		linked := storedSum(buf[16:]) == logSum(order, logSum(order, sum, buf[:8]), buf[frameHeader:])
		sum = storedSum(buf[16:])
		frames = append(frames, frame{
			current: [8]byte(buf[8:16]) == salt, linked: linked, commit: binary.BigEndian.Uint32(buf[4:]) != 0, sum: sum,
		})
	}
	if !whole {
		if n := commits(frames); n > 0 {
			return &LogError{name, 0, n}, nil
		}
		return nil, nil
	}
	for i, fr := range frames {
		if fr.current && fr.linked {
			continue
		}
		// The damaged frame, and the next one if the checksum itself was hit, are
		// followed by whole ones. An interrupted transaction leaves one commit at most.
		after := 0
		if i+1 < len(frames) && frames[i+1].linked {
			if fr.commit {
				after++
			}
			after += commits(frames[i+1:])
		} else if i+2 < len(frames) {
			after = commits(frames[i+2:])
		}
		if after >= 2 {
			return &LogError{name, logHeader + int64(i)*int64(frameHeader+size), after}, nil
		}
		return nil, nil
	}
	return nil, nil
}

// commits counts the transactions that end in the whole frames at the beginning of a
// list.
func commits(frames []frame) (n int) {
	for i, fr := range frames {
		if i > 0 && !fr.linked || !fr.current {
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
