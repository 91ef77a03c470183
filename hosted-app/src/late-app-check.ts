import { type Client, StoaError } from '@stoa/client'
import type { AppCheck, createAppCheck } from '@stoa/client/app-check'

/** The proof of work for anonymous comments. Its code loads with the first one. */
export function createLateAppCheck(
  client: Pick<Client, 'call'>,
  load: () => Promise<{ createAppCheck: typeof createAppCheck }> = () => import('@stoa/client/app-check'),
): AppCheck {
  let loading: Promise<AppCheck> | null = null

  async function open(): Promise<AppCheck> {
    loading ??= load().then((code) => code.createAppCheck({ client }))
    try {
      return await loading
    } catch (cause) {
      loading = null
      throw new StoaError('CODE_NOT_LOADED', { message: 'The app check could not be loaded.', cause })
    }
  }

  return {
    getToken: async () => (await open()).getToken(),
    reset() {
      loading?.then(
        (appCheck) => appCheck.reset(),
        () => {},
      )
    },
  }
}
