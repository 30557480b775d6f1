package why

import "github.com/decidertree/decidertree/debugprint"

// Names are what flags and stimuli are called. Bits without a name are told in hexadecimal.
type Names = debugprint.Names

type bitNames = debugprint.BitNames
