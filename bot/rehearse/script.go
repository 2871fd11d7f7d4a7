package rehearse

import "context"

// mark stands in everything that a rehearsal makes, so that the next one finds it.
const mark = "oneiros rehearse"

// customPrefix begins the custom ids of a rehearsal.
const customPrefix = "rehearse/"

// A scriptStep is a step of the script.
type scriptStep struct {
	name, says string
	needs      []string // steps without which it cannot be
	presses    bool     // the operator has to press
	voice      bool     // it needs a voice channel
	listens    bool     // it connects to the gateway
	do         func(context.Context, *run) error
}

// script are the steps in their order. The last one removes what was made, and is never left
// out.
var script = []scriptStep{
	{name: "token", says: "who the bot is", do: identify},
	{name: "server", says: "the server, the channel, and what the bot may do there", do: readServer},
	{name: "gateway", says: "connect", listens: true},
	{name: "leftovers", says: "remove what a killed rehearsal left", needs: []string{"server"}, do: cleanBefore},
	{name: "board", says: "post a board with a picture and buttons", needs: []string{"server"}, do: postBoard},
	{name: "edit", says: "edit the board by the bot's token, and take its picture away", needs: []string{"board"}, do: editBoard},
	{name: "picture", says: "give the board another picture", needs: []string{"board"}, do: replacePicture},
	{name: "upload", says: "post two files, and the same again", needs: []string{"server"}, do: upload},
	{name: "thread", says: "open a thread twice, write there, archive it, open it again", needs: []string{"upload"}, do: openThread},
	{name: "event", says: "make an event, move it, begin it, end it", needs: []string{"server"}, do: makeEvent},
	{name: "read", says: "read back what was posted", needs: []string{"board", "upload"}, do: readBack},
	{name: "refusals", says: "ask for what Discord refuses", needs: []string{"board"}, do: beRefused},
	{name: limitStep, says: "ask more often than a limit allows", needs: []string{"board"}, do: beLimited},
	{name: "voice", says: "enter the voice channel and send a sound", needs: []string{"gateway", "server"}, voice: true, do: enterVoice},
	{name: "press", says: "a press that changes the board, and edits by its token and by the bot's", needs: []string{"gateway", "board"}, presses: true, do: pressBoard},
	{name: "mention", says: "a message that mentions the presser, and its removal", needs: []string{"press"}, presses: true, do: mention},
	{name: "late", says: "a press that is answered after three seconds, for the presser alone", needs: []string{"gateway", "board"}, presses: true, do: pressLate},
	{name: "menu", says: "a choice in a menu that opens a form", needs: []string{"late"}, presses: true, do: chooseForm},
	{name: "form", says: "a form that is sent", needs: []string{"menu"}, presses: true, do: sendForm},
	{name: "direct", says: "a press in direct messages", needs: []string{"gateway", "board"}, presses: true, do: pressDirect},
	{name: "sound", says: "whether the bot is still in the voice channel", needs: []string{"voice"}, voice: true, do: leaveVoice},
	{name: "private", says: "remove what only the presser sees", presses: true, do: removeOwnPrivate},
	{name: "close", says: "remove the thread", needs: []string{"thread"}, do: removeOwnThread},
	{name: "cancel", says: "remove the event", needs: []string{"event"}, do: removeEvent},
	{name: lastStep, says: "remove what was made", do: removeMade},
}

// limitStep is the name of the step that looks for a limit.
const limitStep = "limit"

// lastStep is the name of the last step.
const lastStep = "remove"
