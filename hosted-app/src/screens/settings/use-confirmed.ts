import { type Reauthentication, useReauthentication } from '@stoa/login'
import { useStoa } from '@stoa/store/react'
import { useMemo } from 'react'

/** Runs what may need a fresh proof of who it is; render `dialog`, which asks for one. */
export function useConfirmed(): ReturnType<typeof useReauthentication> {
  const { call } = useStoa().client
  const server = useMemo<Reauthentication>(
    () => ({
      methods: async () => (await call('authReauthenticateOptions', {})).methods,
      confirm: async (proof) => 'password' in proof && call('authReauthenticate', proof),
      mail: async () => {},
    }),
    [call],
  )
  return useReauthentication(server)
}
