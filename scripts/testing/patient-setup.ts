import { vi } from 'vitest'

// Like the tests' own timeout: a failure caused only by time shows how busy the machine is. Vitest's default is a
// second.
const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) })
