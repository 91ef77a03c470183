import type { Client } from '@stoa/client'
import type { AppCheck, createAppCheck } from '@stoa/client/app-check'
import { lazy } from '@stoa/ui'
import { loadCode } from './lazy-loader.ts'

/** The proof of work for anonymous comments. Its code loads with the first one. */
export function createLazyAppCheck(
  client: Pick<Client, 'call'>,
  load: () => Promise<{ createAppCheck: typeof createAppCheck }> = () => import('@stoa/client/app-check'),
): AppCheck {
  const appCheck = lazy(async () => (await load()).createAppCheck({ client }))
  return {
    getToken: async () => (await loadCode(appCheck)).getToken(),
    reset: () => appCheck.code?.reset(),
  }
}
