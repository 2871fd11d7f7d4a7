package fortress

import "oneiros/games/ui"

func board(v View) *ui.Picture    { return nil }
func portrait(r Role) *ui.Picture { return nil }
