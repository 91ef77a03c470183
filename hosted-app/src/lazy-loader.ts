import { StoaError } from '@stoa/client'
import { type Lazy, lazy } from '@stoa/ui'
import type { LoaderFunction } from 'react-router'
import type { HostedApp } from './hosted-app.ts'

type CreateLoader = (app: HostedApp) => LoaderFunction

/** Loads code that an action needs. Fails with `CODE_NOT_LOADED` if it can't be loaded. */
export async function loadCode<Code>(code: Lazy<Code>): Promise<Code> {
  try {
    return await code.load()
  } catch (cause) {
    throw new StoaError('CODE_NOT_LOADED', { message: 'A part of this page could not be loaded.', cause })
  }
}

/** A route loader whose code loads on first use. */
export function lazyLoader(load: () => Promise<CreateLoader>): CreateLoader {
  const createLoader = lazy(load)
  return (app) => async (about) => (await loadCode(createLoader))(app)(about)
}
