import { StoaError } from '@stoa/client'

/** Fetches a part of the program. When it does not come, that is a failure with a code; what the module loader says is for nobody. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (cause) {
    throw new StoaError('CODE_NOT_LOADED', { message: 'A part of this page could not be loaded.', cause })
  }
}
