package kit

import "slices"

// Insert adds a number to a list once.
func Insert(list []int, n int) []int {
	if slices.Contains(list, n) {
		return list
	}
	return append(list, n)
}
