//go:build js && wasm

package main

import (
	"encoding/json"
	"syscall/js"

	"oneiros/games/all"
	"oneiros/games/proof"
)

// main gives the page the function verify: from the bytes of a match to its report, as
// JSON. Nothing else of the page is written in Go.
func main() {
	js.Global().Set("verify", js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := make([]byte, args[0].Length())
		js.CopyBytesToGo(file, args[0])
		b, err := json.Marshal(proof.Of(all.Find, file))
		if err != nil {
			return err.Error()
		}
		return string(b)
	}))
	rules := map[string]any{}
	for _, g := range all.Games {
		rules[g.Info().Name] = g.Info().Version
	}
	js.Global().Set("rules", rules)
	select {} // the function is called as long as the page is open
}
