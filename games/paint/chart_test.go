package paint_test

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"testing"

	"oneiros/games/paint"
)

// charts are a usual chart, ten players who end at one number, a match that ended after
// one step, and numbers that fall below zero over many steps.
var charts = map[string]paint.Chart{
	"usual": {
		Steps: []string{"1", "2", "3", "4", "5"},
		Lines: []paint.Line{
			{Name: "Мирослава", Values: []int{4, 4, 3, 2, 0}, Mine: true},
			{Name: "Boris", Values: []int{4, 3, 3, 3, 2}},
			{Name: "Vera", Values: []int{4, 4, 4, 3, 3}},
		},
	},
	"equal": {
		Steps: []string{"1", "2", "3"},
		Lines: func() (lines []paint.Line) {
			for i := range 10 {
				lines = append(lines, paint.Line{Name: fmt.Sprintf("Player %d", i+1), Values: []int{i, 10 - i, 5}})
			}
			return lines
		}(),
	},
	"short": {Steps: []string{"1"}, Lines: []paint.Line{{Name: "Anna", Values: []int{0}}, {Name: "Boris", Values: []int{0}}}},
	"below": {
		Steps: func() (steps []string) {
			for i := range 24 {
				steps = append(steps, fmt.Sprint(i+1))
			}
			return steps
		}(),
		Lines: []paint.Line{
			{Name: "Anna", Values: []int{0, -4, 8, 12, 14, 19, 17, 23, 29, 31, 40, 38, 41, 45, 47, 52, 55, 58, 60, 57, 62, 70, 76, 81}},
			{Name: "Boris", Values: []int{2, 3, 5, 5, 6, -2}},
		},
	},
}

// TestChart draws charts within their boxes, each name in a row of its own. With CHARTS
// set, it writes them to that folder.
func TestChart(t *testing.T) {
	for name, chart := range charts {
		t.Run(name, func(t *testing.T) {
			box := image.Rect(20, 20, 780, 20+max(300, 60+36*len(chart.Lines)))
			c := paint.New(800, box.Max.Y+20, paint.Night)
			c.Chart(box, chart)
			img := c.Image().Whole()
			rows := map[int]bool{} // rows in which the column of last values has gold
			for y := range img.Bounds().Dy() {
				for x := range img.Bounds().Dx() {
					ink := paint.Colour(img.ColorIndexAt(x, y))
					if ink != paint.Night && !image.Pt(x, y).In(box) {
						t.Fatalf("something is drawn at %d, %d, outside of %v", x, y, box)
					}
					rows[y] = rows[y] || ink == paint.Gold && x > 740
				}
			}
			values := 0
			for y := range img.Bounds().Dy() {
				if rows[y] && !rows[y-1] {
					values++
				}
			}
			if values != len(chart.Lines) {
				t.Errorf("%d last values stand apart, want %d", values, len(chart.Lines))
			}
			if dir := os.Getenv("CHARTS"); dir != "" {
				b, err := paint.Encode(img)
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, name+".png"), b, 0o666)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}
