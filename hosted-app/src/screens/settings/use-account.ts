import { StoaError } from '@stoa/client'
import type { CallInput, CallOutput, User } from '@stoa/contract'
import { putEntities } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { ACCOUNT_DELETED_PATH } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { useSignInMethods } from './security/use-sign-in-methods.ts'
import { useLoaded } from './use-loaded.ts'

/** The viewer's sign-in methods. */
export type Account = CallOutput<'accountSecurity'>['account']

/** Runs an action, with reauthentication if the server requires it. */
export type Confirmed = <Result>(action: () => Promise<Result>) => Promise<Result>

/** Changes of a member's public profile. Each rejects with the error to explain. */
export function useProfile() {
  const stoa = useStoa()
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

  return {
    checkPicture,
    edit: async (changes: CallInput<'userEdit'>) => put((await call('userEdit', changes)).user),
    rename: async (username: string) => put((await call('userUsername', { username })).user),
  }
}

/** A member's sign-in methods, and changes of them. Each change rejects with the error to explain. */
export function useAccountSecurity(confirmed: Confirmed) {
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('accountSecurity', {})).account, [call])
  const security = useLoaded(load)
  const { set } = security
  return {
    security,
    signInMethods: useSignInMethods(security, confirmed),
    async changeEmail(email: string) {
      await confirmed(() => call('userEmailChange', { email }))
      set((account) => ({ ...account, pendingEmail: email }))
    },
    async changePassword(password: string) {
      await confirmed(() => call('authPasswordChange', { password }))
      set((account) => ({ ...account, hasPassword: true }))
    },
  }
}

/** Exports the data of an account, or deletes it. Each action rejects with the error to explain. */
export function useDeparture(confirmed: Confirmed, leaving: MemberScreenProps['leaving']) {
  const { call } = useStoa().client
  const { session } = useHostedApp()
  const navigate = useNavigate()
  return {
    makeArchive: () => confirmed(() => call('userExport', {})),
    /** Deletes the account and shows the receipt. By then every session has ended. */
    async remove(deletion: Pick<CallInput<'userDelete'>, 'confirm' | 'content'>) {
      const { receipt } = await confirmed(() => leaving(() => call('userDelete', deletion)))
      await navigate(ACCOUNT_DELETED_PATH, { replace: true, state: { receipt } })
      // The session has ended on the server; this updates the page and other tabs.
      await session?.signOut().catch(() => {})
    },
  }
}
