import { type Reauthentication, useReauthentication } from '@stoa/login'
import { useStoa } from '@stoa/store/react'
import { useMemo } from 'react'

/** Runs what may need a fresh proof of who it is; render `dialog`, which asks for one. */
export function useConfirmed(): ReturnType<typeof useReauthentication> {
  const { call } = useStoa().client
  const server = useMemo<Reauthentication>(
    () => ({
      methods: async () => (await call('authReauthenticateOptions', {})).methods,
      async confirm(proof) {
        if (!('passkey' in proof)) return call('authReauthenticate', proof)
        const { passkeyOptions, challenge } = await call('authReauthenticateOptions', {})
        // What the server does not name among the methods is never asked for.
        if (!passkeyOptions || challenge === undefined) throw new Error('The server does not offer a passkey.')
        const { askPasskey } = await import('./passkey-device.ts')
        return call('authReauthenticate', { challenge, assertion: await askPasskey(passkeyOptions) })
      },
      mail: () => call('authReauthenticateMail', {}),
    }),
    [call],
  )
  return useReauthentication(server)
}
