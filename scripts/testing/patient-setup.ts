import { vi } from 'vitest'

// As with tests as a whole: a wait that ends by its time alone says only how busy the machine is. Vitest's is a second.
const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) })
