package transport

// AssumedLimit is the limit of a route of which Discord has said nothing.
const AssumedLimit = assumedLimit
