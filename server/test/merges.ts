import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Everyone's password in these tests. */
export const PASSWORD = 'Corr3ct-horse'

/** A person with an account to merge. */
interface Person {
  id: string
  username: string
  token: string
}

/** People with accounts to merge on the running application, and calls for merging. Usernames begin with `prefix`. */
export function mergeActions(running: () => TestApp, prefix: string) {
  let next = 0

  /** Signs up with a password. */
  async function signedUp(join: string[] = ['FORUM']) {
    const username = `${prefix}_${(next += 1)}`
    const { body } = await running().call('authSignUp', {
      username,
      email: `${username}@mail.example`,
      password: PASSWORD,
    })
    const { userId: id, accessToken: token } = body.payload
    for (const tokenName of join) await running().call('communityJoin', { tokenName, join: true }, { token })
    return { id, username, token }
  }

  async function proofOf(main: Person, other: Person) {
    const input = { login: other.username, password: PASSWORD }
    return (await running().call('userForwardProve', input, { token: main.token })).body.payload.proof
  }

  /** Merges, and waits until all choices are settled. */
  async function forward(token: string, proof: string, mainAccount: 'this' | 'other' = 'this') {
    const response = await running().call('userForward', { proof, mainAccount }, { token })
    await running().app.background.settled()
    return response
  }

  /** Undoes the merge, and waits until all choices are restored. */
  async function undo(main: Person, { id }: Person) {
    const response = await running().call('userForwardUndo', { forwardedUserId: id }, { token: main.token })
    await running().app.background.settled()
    return response
  }

  const meOf = async (token: string) => (await running().call('me', {}, { token })).body.payload?.user

  async function merge(main: Person, other: Person): Promise<void> {
    expect((await forward(main.token, await proofOf(main, other))).status).toBe(200)
  }

  async function mergedPair(): Promise<[Person, Person]> {
    const [main, other] = [await signedUp(), await signedUp()]
    await merge(main, other)
    return [main, other]
  }

  return { signedUp, proofOf, forward, merge, undo, meOf, mergedPair }
}
