import { openProviderWindow, type Reauthentication, useReauthentication } from '@stoa/login'
import { useStoa } from '@stoa/store/react'
import { useMemo } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { windowArrivalPath } from '../../paths.ts'

/** Runs what may need a fresh proof of who it is; render `dialog`, which asks for one. */
export function useConfirmed(): ReturnType<typeof useReauthentication> {
  const { call } = useStoa().client
  const { session } = useHostedApp()
  const server = useMemo<Reauthentication>(() => {
    /** Where providers are gone to, by their ids: a window opens in the press itself, so there is no time to ask then. */
    const ways = new Map<string, string>()
    return {
      async methods() {
        const { methods, providers = [] } = await call('authReauthenticateOptions', {})
        for (const { providerId, url } of providers) ways.set(providerId, url)
        return { methods, providers: providers.map(({ providerId: id, name }) => ({ id, name })) }
      },
      ...(session && {
        provider: (id) =>
          openProviderWindow({
            urlOf: (name) => `${ways.get(id)}&next=${encodeURIComponent(windowArrivalPath(name))}`,
            session,
          }),
      }),
      async confirm(proof) {
        if (!('passkey' in proof)) return call('authReauthenticate', proof)
        const { passkeyOptions, challenge } = await call('authReauthenticateOptions', {})
        // What the server does not name among the methods is never asked for.
        if (!passkeyOptions || challenge === undefined) throw new Error('The server does not offer a passkey.')
        const { askPasskey } = await import('./passkey-device.ts')
        return call('authReauthenticate', { challenge, assertion: await askPasskey(passkeyOptions) })
      },
      mail: () => call('authReauthenticateMail', {}),
    }
  }, [call, session])
  return useReauthentication(server)
}
