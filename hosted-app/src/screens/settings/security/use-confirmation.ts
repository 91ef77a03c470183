import { openProviderWindow, type Reauthentication, useReauthentication } from '@stoa/login'
import { useStoa } from '@stoa/store/react'
import { useMemo } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { windowArrivalPath } from '../../../paths.ts'

/** Runs actions that may require reauthentication; render `dialog`, which asks for it. */
export function useConfirmation(): ReturnType<typeof useReauthentication> {
  const { call } = useStoa().client
  const { session } = useHostedApp()
  const server = useMemo<Reauthentication>(() => {
    /** Providers' addresses by id: a window must open within the press, so there is no time to request them then. */
    const providerUrls = new Map<string, string>()
    return {
      async methods() {
        const { methods, providers = [] } = await call('authReauthenticateOptions', {})
        for (const { providerId, url } of providers) providerUrls.set(providerId, url)
        return { methods, providers: providers.map(({ providerId: id, name }) => ({ id, name })) }
      },
      ...(session && {
        provider: (id) =>
          openProviderWindow({
            urlOf: (name) => `${providerUrls.get(id)}&next=${encodeURIComponent(windowArrivalPath(name))}`,
            session,
          }),
      }),
      async confirm(proof) {
        if (!('passkey' in proof)) return call('authReauthenticate', proof)
        const { passkeyOptions, challenge } = await call('authReauthenticateOptions', {})
        // Methods that the server doesn't list are never requested.
        if (!passkeyOptions || challenge === undefined) throw new Error('The server does not offer a passkey.')
        const { askPasskey } = await import('./passkey-device.ts')
        return call('authReauthenticate', { challenge, assertion: await askPasskey(passkeyOptions) })
      },
      mail: () => call('authReauthenticateMail', {}),
    }
  }, [call, session])
  return useReauthentication(server)
}
