// Package kit has what Dream Fortress is made of, and how each thing is written: roles, dice,
// places and cards, the moves that people make, and the events that every player sees.
//
// # Why it stands apart
//
// All rooms of the game speak of these things: the rules change a position of them, a view has
// those that one viewer knows, pages name them. Nothing here knows a position, a view or a page.
// So a page or an automatic player that needs a role or a move does not get the position with
// it, and the import test can refuse the position to both.
//
// What is written here stands in the log, in saved positions and in the custom ids of buttons.
// So a name that was played once keeps its spelling.
package kit
