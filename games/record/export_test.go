package record

import "testing"

// LimitLines sets the greatest length of a line for one test.
func LimitLines(t *testing.T, most int) {
	before := maxLine
	maxLine = most
	t.Cleanup(func() { maxLine = before })
}
