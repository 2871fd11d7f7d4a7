package whenidream

import "slices"

// insert adds a number to a list once.
func insert(list []int, n int) []int {
	if slices.Contains(list, n) {
		return list
	}
	return append(list, n)
}
