import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// As with tests as a whole: one that fails by its time alone says only how busy the machine is.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)
