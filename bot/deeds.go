package bot

import (
	"oneiros/bot/route"
)

// What a command or a control may need, from the outside in. Each deed declares its commands
// and controls in its own file, as a feature does.
var (
	anywhere    = route.Anywhere
	inSettings  = []route.Need{route.InGuild, route.GuildManager}
	whereTables = []route.Need{route.TablesAllowed}
	tableHere   = []route.Need{route.TablesAllowed, route.TableHere}
	tableMeant  = []route.Need{route.TablesAllowed, route.TableMeant}
	tableOn     = []route.Need{route.TablesAllowed, route.TableMeant, route.TableOn}
	onTable     = []route.Need{route.TableOfControl}
	onOptions   = []route.Need{route.TableOfControl, route.OptionsOpen}
)
