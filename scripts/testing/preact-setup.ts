import { useState as preactUseState } from 'preact/compat'
import { useState } from 'react'

// Without this the second run would silently be the first one again.
if (useState !== preactUseState) throw new Error('react is not aliased to preact/compat')
