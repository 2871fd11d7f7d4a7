// Package page has the settings of the feature as they are shown.
package page

import kit "oneiros/bot/page"

// The actions of the settings.
const (
	serverTime kit.Action = "moretime"
	ownTime    kit.Action = "mytime"
)

// values are those of the option.
var values = []string{"1", "1.5", "2", "3"}

// The settings, of a server and of a person.
var (
	Server = kit.Choice{Name: "time", Group: kit.TableSettings, Rank: 57, Action: serverTime, Key: "moretime.server", Values: values}
	Person = kit.Choice{Name: "mytime", Action: ownTime, Icon: "⏳", Key: "moretime.own", Values: values}
)
