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
        if ('password' in proof || 'code' in proof) return call('authReauthenticate', proof)
        if ('emailCode' in proof) throw notOffered()
        const { passkeyOptions, challenge } = await call('authReauthenticateOptions', {})
        if (!passkeyOptions || challenge === undefined) throw notOffered()
        const { askPasskey } = await import('./passkey-device.ts')
        return call('authReauthenticate', { challenge, assertion: await askPasskey(passkeyOptions) })
      },
      mail: () => Promise.reject(notOffered()),
    }),
    [call],
  )
  return useReauthentication(server)
}

/** What the server does not name among the methods is never asked for. */
function notOffered(): Error {
  return new Error('The server does not offer this.')
}
