import type { CallInput, User } from '@stoa/contract'
import { putRows } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { ACCOUNT_DELETED_PATH } from '../../paths.ts'
import { useLoaded } from './use-loaded.ts'

/** What a member can do to the own account. Each rejects with the error to explain. `confirmed` asks who it is where that is needed. */
export function useAccount(confirmed: <Result>(action: () => Promise<Result>) => Promise<Result>) {
  const stoa = useStoa()
  const { session } = useHostedApp()
  const navigate = useNavigate()
  const { call } = stoa.client

  /** Shows the new profile at once, here and wherever this page names its owner. */
  function put(user: User): void {
    putRows(stoa, { users: { [user.id]: user } })
    stoa.state.setState(({ viewer }) => ({ viewer: viewer && { ...viewer, ...user } }))
  }

  const load = useCallback(async () => (await call('accountSecurity', {})).account, [call])
  const security = useLoaded(load)
  const { set } = security

  return {
    security,
    async changeEmail(email: string) {
      await confirmed(() => call('userEmailChange', { email }))
      set((shown) => ({ ...shown, pendingEmail: email }))
    },
    async changePassword(password: string) {
      await confirmed(() => call('authPasswordChange', { password }))
      set((shown) => ({ ...shown, hasPassword: true }))
    },
    /** Shows the receipt in place of the settings; everybody is signed out by then. */
    async remove(deletion: Pick<CallInput<'userDelete'>, 'confirm' | 'content'>) {
      const { receipt } = await confirmed(() => call('userDelete', deletion))
      await navigate(ACCOUNT_DELETED_PATH, { replace: true, state: { receipt } })
      // The session has ended on the server; this tells the page and its other tabs.
      await session?.signOut().catch(() => {})
    },
    edit: async (changes: CallInput<'userEdit'>) => put((await call('userEdit', changes)).user),
    rename: async (username: string) => put((await call('userUsername', { username })).user),
  }
}
