// Package store saves matches, the messages that show them, and people's settings.
// It keeps them in a file of SQLite or in PostgreSQL.
//
// # Nothing acknowledged is lost
//
// When a method returns without an error, its data is on the disk. SQLite runs in
// WAL mode with synchronous FULL. One transaction holds an input, the position
// after it and, at the end of a match, the results. Its key is (match, n), so two
// writers of one match cannot both succeed. The second one gets [ErrConflict]: it
// has to read the match again and retry.
//
// # One writer
//
// SQLite allows one writer at a time, so the store has one goroutine that writes.
// PostgreSQL allows more, and a group costs it one commit likewise.
// It has its own connection and commits all waiting jobs as one transaction. A
// commit costs one flush of the disk, however much is in it.
//
// While one group is committed, the next group collects. A group that is smaller
// than the one before waits a fraction of a millisecond for more jobs. Callers that
// were answered together often come back together. A single caller never waits.
//
// When one job of a group fails, the group is rolled back. Then each job is tried
// alone, so that a conflict of one caller does not fail the others.
//
// Readers have a pool of connections. They see only committed data.
//
// # One process
//
// Only the process that holds the lease may write. The lease is a row of the
// database. Its holder raises a number in it once a second, as a heartbeat. Another
// process takes the lease when that number has not changed for five seconds. It
// takes the lease at once when the system reports that the holder has ended.
//
// Every transaction checks first that the lease is still ours. A process that was
// suspended may find that another process took its place. It writes nothing then,
// and [Store.LeaseLost] reports it. No clock of one machine is compared with the
// clock of another. Reading needs no lease: see [OpenReadOnly].
//
// Rejected: a lock on a file. A suspended process on another machine would not
// notice that it lost the lock. Rejected: timestamps instead of a heartbeat
// number, because two clocks would have to agree.
//
// # PostgreSQL
//
// A bot that outgrows one file keeps the same tables in PostgreSQL. All methods are
// the same, and so is their SQL: see postgres_conn.go for its two differences. What
// concerns files, such as a backup, is done by PostgreSQL's own tools.
//
// A transaction first raises a number in the row of the lease, and so it locks that
// row. No process can take the lease before the transaction has ended. The server ends it
// if this process does nothing for five seconds, because it may be suspended.
//
// A connection may break after a commit was sent and before it was answered. Then the
// writer reads that number on the next connection. The row stays locked while the
// server still works on the old transaction, so the number tells the truth. Only then
// the callers are answered. A transaction that was not kept is made again.
//
// A pooler, a firewall or the server may reset a connection at any moment, and the next
// one works. So what was lost with it is tried again for a second, in writing and in
// reading, before a press is refused and before the watch is told.
//
// The number also tells when a server took over that lacks what another server had
// acknowledged. Then this process knows more than the database, and gives the lease up.
//
// Databases that speak PostgreSQL's protocol may serve, too. So the store uses neither
// advisory locks nor what only PostgreSQL knows of its transactions.
//
// # Several processes
//
// Processes that share a database of PostgreSQL have a row each: see [OpenShared]. That
// row is to a process what the lease is to one that is alone. Its transactions raise
// the number in it, and so lock it. When the row is not renewed for five seconds by the
// clock of the database, another process deletes it. It never waits for a locked row.
//
// [Shards] says which process has a shard of the gateway, under which epoch. A shard
// changes its owner only by its owner, or after the owner's row is gone. Neither can
// happen in the middle of a transaction of the owner. So it is enough that each
// transaction reads the owner's shards once, and refuses what belongs to another epoch.
//
// Shards that have to IDENTIFY take turns through a row for each of Discord's buckets.
// Rejected: an order of the shards. It needs no row, but each shard would wait for those
// before it, and those of a process that is dead would never come.
//
// A process that has not renewed its row for four seconds may have lost everything
// without knowing it: see [Store.Lives].
//
// LISTEN and NOTIFY only make a change known sooner. What belongs to people and not to
// a server is read anew each time, because another process may have changed it.
//
// # When nothing can be saved
//
// The disk may be full, read-only or broken, another process may keep the database
// locked, or PostgreSQL may not answer. For players all of this is the same: nothing can be saved. What
// could not be saved was not acknowledged, so nothing is lost.
//
// [Store.WatchDisk] reports the trouble once, and once again when it is over. To
// find that out, the store makes a test write each second and takes it back. The
// test write is larger than what a table saves. Otherwise it could succeed and the
// next position would find the disk full again.
//
// # When the database file is moved
//
// An operator may remove, rename or replace the file of an open database. SQLite does
// not notice that. It goes on to write a file that has no name, and that file is
// gone when the process ends. So the store compares the name with the open file
// before and after each transaction, and once a second. It compares the write-ahead
// log and its index too.
//
// What is committed after the file lost its name is not acknowledged. Nothing can
// be saved then, as with a full disk, and the error is a [MovedError]. When the
// right file has its name again, the store goes on. [Store.Close] saves everything
// to another file, because the open file may have no name at all. After that it takes
// its write-ahead log away from beside a file that has the name now. SQLite would mix
// the two at the next start.
//
// # What boards show
//
// Discord counts edits, so a bot with thousands of tables should not edit each board at a
// start. At its end a process saves digests of what its boards show. The next process
// takes them away in the transaction in which it reads them: see
// [BoardStore.TakeShownBoards]. After a kill at any moment there are none, and no process takes an
// old one for the truth. What the program copies has none either. A file that was copied
// by hand has them: it must not be put back while its session of the gateway is young.
//
// Rejected: the column of the digest in surfaces. To make it void, each row would need a
// new checksum. Rejected: a mark that says whether all digests are true, because the
// digests of another time would stay behind it.
//
// # Damage
//
// A bit may flip on the disk or in memory. SQLite notices it only where it breaks
// the structure of the file. So each row has a checksum. Those of a match's inputs
// are a chain: each one covers the one before. The checksum of a position covers
// that of its input. So the log and the position agree on how many inputs there are
// and what they are, although no row is written twice.
//
// [MatchStore.Match] and [MatchStore.Inputs] check what they read, and [FindDamage] checks
// everything. A [DamageError] names the match and the rows. Only that match is
// stopped. The lease and goose's table of versions have no checksum: a process
// without its lease writes nothing, and a missing version is refused.
//
// After a crash, SQLite reads the write-ahead log up to the first frame that is not
// whole. It drops the rest without a word, although the rest may be whole and was
// acknowledged. So the store reads the log first. Damage with two or more saved
// transactions behind it is a [LogError], and nothing is opened or changed.
//
// Some damage cannot be known:
//
//   - The loss of the last transactions, if nothing of them is left. That is like a
//     crash before they were made. Any second place in the same file would be lost
//     with them. A flip in the last two transactions of the log is such a loss.
//   - A flip in a row that is written again before it is read. The new checksum is
//     that of the new row. A table keeps its match in memory, so this is what it
//     would have saved anyway.
//   - A deliberate change: the checksum is no signature.
//
// # Backups
//
// A backup is made by VACUUM INTO: one statement on a reading connection. It sees
// the database at one moment, whatever is written meanwhile. SQLite's own backup
// interface starts again whenever another process writes. A running bot writes
// every second.
//
// # Erasing
//
// People and servers may want all that is kept of them erased. [ErasureStore.RequestErasure]
// notes who does, so that it is finished after a crash, and so that each process erases
// what is at its tables. A match loses a person in one transaction
// ([MatchStore.EraseFromMatch]). It stays whole for the others.
//
// A deleted row leaves its bytes in the file. [ErasureStore.RemoveBytes] makes the file anew with
// VACUUM, and empties the write-ahead log, which has the old pages. Nothing else is
// saved meanwhile, some seconds for each hundred megabytes, so the bot does it at most a
// thousandth of the time. It does it once more when it ends, for two seconds at most, and
// when it starts: a bot that is stopped would keep the bytes. Another process that waits for the lease may get it then, as
// after any long silence.
//
// What erases does so under the pragma secure_delete, so that little is left until then.
// It overwrites what is deleted, but neither the copies that stay where SQLite has moved
// a row to another page, nor what was deleted before. Rejected: secure_delete for all
// transactions. It would cost something with every input.
//
// PostgreSQL keeps deleted rows until it has vacuumed their table, and RemoveBytes has it
// do that. A session that still reads older rows keeps it from that, and so does a table
// of another user. RemoveBytes finds out, and the bytes stay due. New rows then take the
// place of the bytes, which nothing reads before. What
// PostgreSQL's own log and backups hold goes when they go. VACUUM FULL would write new
// files, but no person could play meanwhile.
//
// # Tables
//
// Each table is declared once, beside the code that owns it: see [Table]. Checksums, copies,
// erasing, the file of what is kept of a person, and how long rows are kept follow from the
// declarations. A test holds them against the tables of both databases. What belongs to a
// match is erased with its match or, for one person, by [MatchStore.EraseFromMatch]: a match
// stays whole for the others.
//
// Rejected: a declaration that makes the table, too. A migration is written once and never
// changes, and a declaration says what is true today.
//
// # Small stores
//
// What is kept of one kind is read and saved by a type of its own, in the file that declares
// its tables: see [CallStore]. It has the connections, and nothing else of a Store. A part of
// the bot that is given one can do nothing else. That writes belong to a shard is a matter of the connections,
// so no small store can forget it. What the process remembers of rows follows from their
// tables, so erasing forgets what it never heard of.
//
// No file uses a file that uses it, so each can be read after those below it: declarations and
// checksums, connections, the writer with its lease and its shards, the small stores, and on
// top what concerns a whole database, such as to open, migrate, copy or check it. Only the
// files of the writer need each other. A test of package bot holds both.
//
// Rejected: a package for each. The transaction, its errors and the checksums would have to be
// exported, and then any package could write past them.
//
// # Other rejected designs
//
//   - A savepoint for each job of a group: two more statements for each input, for
//     a case that is rare.
//   - The position in the row of the match: three times as many bytes to write.
//   - A file for each match: as many flushes as matches.
//   - Inserts of many rows at once: SQL that is built at run time. Only the end of a
//     process inserts so, with one statement that is made when the program starts.
//
// # Types
//
// Records are plain data. Discord ids are uint64, and 0 means none. Match clocks
// are [time.Duration]. Moments are [time.Time] to the millisecond, and the zero
// time means none.
package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Store is an open database. Any number of goroutines may use it. What is kept in it is read
// and saved by small stores, one for each kind: see [Store.Matches] and those beside it.
type Store struct {
	connections
	diskWatch *diskWatch // nil if the store is read-only
	mended    []string   // tables whose indexes the start made anew
	closing   *sync.Once
}

func emptyStore(c connections) *Store {
	c.memory, c.heads = &memory{}, &chainHeads{}
	return &Store{connections: c, closing: &sync.Once{}}
}

// MendedIndexes names the tables whose indexes did not fit their rows when the store
// was opened. They were made anew.
func (s *Store) MendedIndexes() []string { return s.mended }

// Close saves what is under way, gives the lease back and closes the database.
// Later calls do nothing.
//
// If the database was removed or replaced, Close saves everything to a new file
// beside it. The error is a [MovedError] that names that file. If another file has
// the name now, Close removes the old write-ahead log and its index from beside it.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		if s.writer != nil {
			s.diskWatch.stop()
			err = s.writer.close()
			s.diskWatch.wait()
			s.writer.hints.close()
		}
		err = errors.Join(err, s.reads.Close())
		if s.writes != nil {
			err = errors.Join(err, s.writes.Close())
		}
		if s.writer != nil && s.writer.rescued {
			err = errors.Join(err, s.writer.files.leaveReplacement())
		}
	})
	return err
}

// LeaseHolder returns the process that holds the lease. It is false if no process
// holds it, or if the holder has ended. If the holder ran on another machine, we
// cannot know whether it has ended, and LeaseHolder returns true.
func (s *Store) LeaseHolder(ctx context.Context) (Holder, bool, error) {
	row := s.reads.QueryRowContext(ctx, selectLease)
	l, err := scanLease(row)
	if err != nil {
		return Holder{}, false, fmt.Errorf("read the lease: %w", classify(err))
	}
	return l.who, l.holder != "" && !hasEnded(l.process, l.who.PID), nil
}

// LeaseLost is closed when another process has taken over the database. This
// process will never write again.
func (s *Store) LeaseLost() <-chan struct{} { return s.writer.leaseLost }

// WatchDisk sets the function that is told when nothing can be saved. It receives
// the reason, for which [Unwritable] is true, and the moment when it began. When
// saving works again, it receives a nil error. If the reason becomes [ErrMoved], or
// was that, it receives the new reason too.
//
// A trouble that exists already is reported at once. The function may use the
// store. Calls never overlap, and Close waits for the last one.
func (s *Store) WatchDisk(notify func(err error, since time.Time)) {
	d := s.diskWatch
	d.mu.Lock()
	defer d.mu.Unlock()
	d.notify = notify
	if d.cause != nil {
		notify(d.cause, d.since)
	}
}

// Trouble returns why nothing can be saved, or nil.
func (s *Store) Trouble() error {
	s.diskWatch.mu.Lock()
	defer s.diskWatch.mu.Unlock()
	return s.diskWatch.cause
}

// Lives reports whether other processes that share the database cannot have taken this
// one for dead yet. While it is false, what this process knows may be old. A process
// that has the database alone lives.
func (s *Store) Lives() bool {
	if !s.writer.shared {
		return true
	}
	select {
	case <-s.writer.leaseLost:
		return false
	default:
	}
	s.diskWatch.mu.Lock()
	beaten := s.diskWatch.beaten
	s.diskWatch.mu.Unlock()
	return silentFor(beaten, time.Now()) < s.diskWatch.timing.longSilence()
}
