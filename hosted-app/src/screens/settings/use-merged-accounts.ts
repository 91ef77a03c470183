import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import type { MergedAccountsProps } from './merged-accounts.tsx'
import type { Confirmed } from './use-account.ts'
import { useLoaded } from './use-loaded.ts'

/** The accounts that were merged into the viewer's, and parting them again. */
export function useMergedAccounts(confirmed: Confirmed): MergedAccountsProps {
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('userForwarded', {})).items, [call])
  const { value, failed, reload, set } = useLoaded(load)
  return {
    accounts: value,
    failed,
    onRetry: reload,
    async onUndo(forwardedUserId) {
      await confirmed(() => call('userForwardUndo', { forwardedUserId }))
      set((shown) => shown.filter(({ userId }) => userId !== forwardedUserId))
    },
  }
}
