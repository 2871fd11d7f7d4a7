package store

import (
	"context"
	"fmt"
	"maps"
)

var lessonsTable = Declare(Table{
	Name: "lessons", Row: "lesson of person", Sum: "lesson", Key: []string{"game", "thing", "user_id"},
	Columns: []Column{{Name: "user_id", Has: OfPerson}, {Name: "game", Type: Text, Has: WithPerson}, {Name: "thing", Type: Text, Has: WithPerson}},
	// Without a thing they know the whole game.
	Export: &Export{Name: "lessons", Order: "game, thing", Fields: []Field{{Name: "game"}, {Name: "thing", Brief: true}}},
})

// Lessons are what need not be explained to a person any more. They do not change.
type Lessons struct {
	known map[lesson]bool
}

// lesson is a thing of a game. An empty thing is the whole game.
type lesson struct {
	Game  string `db:"game"`
	Thing string `db:"thing"`
}

// Know reports whether a person knows a thing of a game.
func (l Lessons) Know(game, thing string) bool {
	return l.known[lesson{game, ""}] || l.known[lesson{game, thing}]
}

// LessonStore saves what people were taught.
type LessonStore struct{ db *connections }

// Lessons returns the store of lessons.
func (s *Store) Lessons() LessonStore { return LessonStore{&s.connections} }

func (s LessonStore) taught() *cache[Lessons] { return remembered[Lessons](s.db.memory, lessonsTable) }

// Lessons reads what a person was taught. Who has finished a match of a game knows
// the whole game.
func (s LessonStore) Lessons(ctx context.Context, user uint64) (Lessons, error) {
	l, round, ok := s.taught().get(user)
	if ok {
		return l, nil
	}
	var rows []lesson
	err := s.db.reads.SelectContext(ctx, &rows, `SELECT game, thing FROM lessons WHERE user_id = ?
		UNION SELECT game, '' FROM results WHERE user_id = ? AND automatic = 0`, user, user)
	if err != nil {
		return Lessons{}, fmt.Errorf("read the lessons of a user: %w", classify(err))
	}
	l.known = make(map[lesson]bool, len(rows))
	for _, r := range rows {
		l.known[r] = true
	}
	s.taught().put(user, l, round)
	return l, nil
}

// SaveLessons saves that a person was taught some things of a game. An empty thing
// is the whole game.
func (s LessonStore) SaveLessons(ctx context.Context, user uint64, game string, things ...string) error {
	err := s.db.write(ctx, func(t tx) error {
		for _, thing := range things {
			if err := t.add(lessonsTable, user, game, thing); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save the lessons of a user: %w", err)
	}
	// Who learns something is about to be shown the next.
	s.taught().change(user, func(l Lessons) Lessons {
		l.known = maps.Clone(l.known) // those that were read stay as they are
		for _, thing := range things {
			l.known[lesson{game, thing}] = true
		}
		return l
	})
	return nil
}
