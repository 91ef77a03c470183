import { StoaError } from '@stoa/client'
import type { LoaderFunction } from 'react-router'
import type { HostedApp } from './hosted-app.ts'

type CreateLoader = (app: HostedApp) => LoaderFunction

/** A route loader whose code is loaded on first use. Fails with `CODE_NOT_LOADED` if it can't be loaded. */
export function lateLoader(load: () => Promise<CreateLoader>): CreateLoader {
  let createLoader: CreateLoader | undefined
  return (app) => async (about) => {
    createLoader ??= await load().catch((cause: unknown) => {
      throw new StoaError('CODE_NOT_LOADED', { message: 'A part of this page could not be loaded.', cause })
    })
    return createLoader(app)(about)
  }
}
