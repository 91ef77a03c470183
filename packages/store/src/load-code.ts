import { StoaError } from '@stoa/client'

/** Fetches a part of the program. When it does not come, that is a failure with a code; what the module loader says is for nobody. */
export function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  return load().catch((cause: unknown) => {
    throw new StoaError('CODE_NOT_LOADED', { message: '', cause })
  })
}
