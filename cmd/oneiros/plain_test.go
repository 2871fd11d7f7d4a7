package main

import (
	"image"
	"os"
	"slices"
	"strconv"
	"time"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/ui"
)

// Environment variables that change the program of a test, and only that.
const (
	farewellVariable = "TEST_FAREWELL" // sets farewell
	hurryVariable    = "TEST_HURRY"    // sets hurry
	plainVariable    = "TEST_PLAIN"    // makes all games plain
)

// adapt makes the program of a test what its environment says.
func adapt() (err error) {
	if s := os.Getenv(farewellVariable); s != "" {
		if farewell, err = time.ParseDuration(s); err != nil {
			return err
		}
	}
	if s := os.Getenv(hurryVariable); s != "" {
		if hurry, err = strconv.ParseFloat(s, 64); err != nil {
			return err
		}
	}
	if os.Getenv(plainVariable) != "" {
		for i, g := range all.Games {
			all.Games[i] = plain{g}
		}
	}
	return nil
}

// A plain game has blank pictures, and makes nothing before it is needed. Two thirds of
// what a program costs that is killed after a second are its pictures. Tests that kill
// it are about what is saved. Each picture still has its key, its file and its words.
type plain struct{ games.Game }

// Warm makes nothing.
func (plain) Warm() {}

// Deal is a plain match.
func (g plain) Deal(seed games.Seed, t games.Table) (games.Match, error) {
	return plainly(g.Game.Deal(seed, t))
}

// Load is a plain match.
func (g plain) Load(s games.Snapshot) (games.Match, error) { return plainly(g.Game.Load(s)) }

// A plainMatch is a match with blank pictures.
type plainMatch struct{ games.Match }

func plainly(m games.Match, err error) (games.Match, error) {
	if err != nil {
		return nil, err
	}
	return plainMatch{m}, nil
}

// painted is the match with the pictures of its game.
func painted(m games.Match) games.Match {
	if p, ok := m.(plainMatch); ok {
		return p.Match
	}
	return m
}

// Do is a plain match.
func (m plainMatch) Do(in games.Input) (games.Match, error) { return plainly(m.Match.Do(in)) }

// SameToPublic compares the matches with pictures.
func (m plainMatch) SameToPublic(other games.Match) bool { return m.Match.SameToPublic(painted(other)) }

// Erase reads the match with pictures.
func (m plainMatch) Erase(was games.Match, seat games.Seat, move string) (string, error) {
	return m.Match.Erase(painted(was), seat, move)
}

// Page has blank pictures.
func (m plainMatch) Page(v games.Viewer, path string) ui.Page {
	p := m.Match.Pages(v)(path)
	p.Pictures = slices.Clone(p.Pictures)
	for i, picture := range p.Pictures {
		blank := *picture
		blank.Draw = func(func(ui.Text) string) image.Image { return image.NewGray(image.Rect(0, 0, 8, 8)) }
		p.Pictures[i] = &blank
	}
	return p
}
