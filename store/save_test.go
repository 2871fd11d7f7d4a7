package store

import "context"

// SaveGuild saves the settings of a server, whatever they were.
func (s *Store) SaveGuild(ctx context.Context, g Guild) error {
	_, err := s.Settings().ChangeGuild(ctx, g.ID, func(now *Guild) bool {
		*now = g
		return true
	})
	return err
}

// SaveUser saves the settings of a person, whatever they were.
func (s *Store) SaveUser(ctx context.Context, u User) error {
	_, err := s.Settings().ChangeUser(ctx, u.ID, func(now *User) { *now = u })
	return err
}

// SaveCalls saves wishes, whatever they were.
func (s *Store) SaveCalls(ctx context.Context, list ...Call) error {
	for _, c := range list {
		if _, _, err := s.Calls().ChangeCall(ctx, c.Guild, c.User, func(now *Call, _ bool) bool { *now = c; return true }); err != nil {
			return err
		}
	}
	return nil
}
