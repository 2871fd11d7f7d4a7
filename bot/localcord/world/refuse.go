package world

// A ClientError is something that Discord's client does not let a person do, in
// words for that person.
type ClientError string

func (m ClientError) Error() string { return string(m) }

// ErrGone is the answer to everything that a person does who has left the server.
const ErrGone = ClientError("you have left the server")

// ErrNoEvent refuses what is done with a scheduled event that is not there.
const ErrNoEvent = ClientError("there is no such event")
