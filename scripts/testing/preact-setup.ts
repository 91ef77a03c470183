import { useState as preactUseState } from 'preact/compat'
import { useState } from 'react'

// Otherwise the second run would silently test React again.
if (useState !== preactUseState) throw new Error('react is not aliased to preact/compat')
