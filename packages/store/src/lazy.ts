import { StoaError } from '@stoa/client'

/**
 * Code that `load` imports on first use. A failure is a `StoaError` with code `CODE_NOT_LOADED`, and the next use tries
 * again.
 */
export function lazy<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined
  return () =>
    (code ??= load().catch((cause: unknown) => {
      code = undefined
      throw new StoaError('CODE_NOT_LOADED', { message: '', cause })
    }))
}
