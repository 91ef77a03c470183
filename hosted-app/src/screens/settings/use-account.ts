import { StoaError } from '@stoa/client'
import type { CallInput, CallOutput, User } from '@stoa/contract'
import { putEntities } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { ACCOUNT_DELETED_PATH } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { useLoaded } from './use-loaded.ts'
import { useWaysIn } from './use-ways-in.ts'

/** The viewer's sign-in methods. */
export type Account = CallOutput<'accountSecurity'>['account']

/** Runs an action, with reauthentication if the server requires it. */
export type Confirmed = <Result>(action: () => Promise<Result>) => Promise<Result>

/** Actions on the own account. Each rejects with the error to show. */
export function useAccount(confirmed: Confirmed, leaving: MemberScreenProps['leaving']) {
  const stoa = useStoa()
  const { session } = useHostedApp()
  const navigate = useNavigate()
  const { call } = stoa.client

  /** Shows the new profile at once, here and wherever the page shows the person. */
  function put(user: User): void {
    putEntities(stoa, { users: { [user.id]: user } })
    stoa.state.setState(({ viewer }) => ({ viewer: viewer && { ...viewer, ...user } }))
  }

  /** Rejects with VALIDATION_FAILED if no picture can be loaded from an address. */
  async function checkPicture(address: string): Promise<void> {
    const { url } = await call('pictureCheck', { url: address })
    const image = new Image()
    image.src = url
    await image.decode().catch(() => {
      throw new StoaError('VALIDATION_FAILED', { message: '' })
    })
  }

  const load = useCallback(async () => (await call('accountSecurity', {})).account, [call])
  const security = useLoaded(load)
  const { set } = security

  const waysIn = useWaysIn(security, confirmed)

  return {
    security,
    waysIn,
    async changeEmail(email: string) {
      await confirmed(() => call('userEmailChange', { email }))
      set((shown) => ({ ...shown, pendingEmail: email }))
    },
    async changePassword(password: string) {
      await confirmed(() => call('authPasswordChange', { password }))
      set((shown) => ({ ...shown, hasPassword: true }))
    },
    /** Shows the receipt in place of the settings; the person is signed out by then. */
    async remove(deletion: Pick<CallInput<'userDelete'>, 'confirm' | 'content'>) {
      const { receipt } = await confirmed(() => leaving(() => call('userDelete', deletion)))
      await navigate(ACCOUNT_DELETED_PATH, { replace: true, state: { receipt } })
      // The session has ended on the server; this updates the page and other tabs.
      await session?.signOut().catch(() => {})
    },
    makeArchive: () => confirmed(() => call('userExport', {})),
    checkPicture,
    edit: async (changes: CallInput<'userEdit'>) => put((await call('userEdit', changes)).user),
    rename: async (username: string) => put((await call('userUsername', { username })).user),
  }
}
