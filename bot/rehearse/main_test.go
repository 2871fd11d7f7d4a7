package rehearse

import "flag"

var update = flag.Bool("update", false, "write what localcord says anew")
