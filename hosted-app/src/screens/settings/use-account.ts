import type { CallInput, User } from '@stoa/contract'
import { putRows } from '@stoa/store'
import { useStoa } from '@stoa/store/react'

/** What a member can do to the own account. Each rejects with the error to explain. */
export function useAccount() {
  const stoa = useStoa()
  const { call } = stoa.client

  /** Shows the new profile at once, here and wherever this page names its owner. */
  function put(user: User): void {
    putRows(stoa, { users: { [user.id]: user } })
    stoa.state.setState(({ viewer }) => ({ viewer: viewer && { ...viewer, ...user } }))
  }

  return {
    edit: async (changes: CallInput<'userEdit'>) => put((await call('userEdit', changes)).user),
    rename: async (username: string) => put((await call('userUsername', { username })).user),
  }
}
