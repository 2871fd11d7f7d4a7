package lexeme

// CommonPrefix is how many letters two words begin with in common.
func CommonPrefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Distance is how many letters must be added, dropped, replaced or swapped to
// turn a into b. Only neighbours are swapped (optimal string alignment). It is
// limit+1 where that is more than limit.
func Distance(a, b []rune, limit int) int {
	const most = 64 // letters
	if d := len(a) - len(b); d > limit || -d > limit || len(a) >= most || len(b) >= most {
		return limit + 1
	}
	var rows [3][most]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		now, up, two := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := up[j-1]
			if a[i-1] != b[j-1] {
				d = min(d, up[j], now[j-1]) + 1
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, two[j-2]+1)
				}
			}
			now[j] = d
			least = min(least, d)
		}
		if least > limit+1 {
			return limit + 1
		}
	}
	return min(rows[len(a)%3][len(b)], limit+1)
}
