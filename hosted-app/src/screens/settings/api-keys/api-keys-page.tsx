import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useConfirmation } from '../security/use-confirmation.ts'
import { useLoaded } from '../use-loaded.ts'
import { ApiKeys } from './api-keys.tsx'

const DAY_MS = 24 * 60 * 60 * 1000

/** The viewer's API keys, connected to the server. */
export function ApiKeysPage() {
  const { client, clock } = useStoa()
  const { call } = client
  const { confirmed, dialog } = useConfirmation()
  const load = useCallback(async () => (await call('apiKeyList', {})).items, [call])
  const { value, failed, reload, set } = useLoaded(load)
  return (
    <>
      <ApiKeys
        keys={value}
        failed={failed}
        now={clock()}
        onRetry={reload}
        onCreate={async ({ name, scopes, days }) => {
          const expiresAt = days === null ? null : clock() + days * DAY_MS
          const { secret, apiKey } = await confirmed(() => call('apiKeyCreate', { name, scopes, expiresAt }))
          set((keys) => [apiKey, ...keys])
          return secret
        }}
        onRevoke={async (keyId) => {
          await call('apiKeyRevoke', { keyId })
          set((keys) => keys.filter(({ id }) => id !== keyId))
        }}
      />
      {dialog}
    </>
  )
}
