import { EMAIL_LINK_TTL_MS } from '@stoa/contract'
import type { Forum } from './forum.ts'
import type { RepeatedWrite } from './repeated-writes.ts'

const own = 'http://localhost:3000'

/** Creates writes about e-mails for `repeatedWrites`; `account` signs up a person. */
export function repeatedEmailWrites(forum: Forum, account: () => Promise<{ username: string; token: string }>) {
  const { stoa } = forum
  const services = () => stoa.app.services
  let made = 0
  const address = () => `by_mail_${(made += 1)}@example.com`

  /** A link for an account with a confirmed address. */
  async function link(purpose: 'signIn' | 'reset'): Promise<string> {
    const email = address()
    const userId = await services().accounts.createNameless({ email })
    const proof = { purpose, userId, email, goodForMs: EMAIL_LINK_TTL_MS }
    return stoa.database.transaction((tx) => services().emailProofs.makeLink(tx, proof))
  }
  async function confirmation(): Promise<{ token: string; authorization: string }> {
    const { id, token: session } = await stoa.member(`confirms_${(made += 1)}`)
    const email = address()
    const token = await stoa.database.transaction(async (tx) => {
      await services().accounts.setPendingEmail(tx, id, { email, sessionId: '' })
      const proof = { purpose: 'confirmNew', userId: id, email, goodForMs: EMAIL_LINK_TTL_MS } as const
      return services().emailProofs.makeLink(tx, { ...proof, changeId: stoa.app.ids.next() })
    })
    return { token, authorization: `Bearer ${session}` }
  }
  const asMember = async () => ({ authorization: `Bearer ${(await account()).token}`, origin: own })
  const write = (input: object, other: object, headers = {}): RepeatedWrite => ({
    input,
    other: { ...input, ...other },
    headers,
  })
  const password = 'Corr3ct-horse'

  return {
    authEmailLinkRequest: [async () => write({ email: address() }, { next: '/bbs/settings' })],
    authEmailLinkConfirm: [async () => write({ token: await link('signIn') }, { token: 'another' })],
    authPasswordResetRequest: [async () => write({ email: address() }, { email: address() })],
    authPasswordReset: [async () => write({ token: await link('reset'), password }, { password: `${password}2` })],
    authPasswordChange: [async () => write({ password }, { password: `${password}2` }, await asMember())],
    userEmailChange: [async () => write({ email: address() }, { email: address() }, await asMember())],
    userEmailConfirm: [
      async () => {
        const { token, authorization } = await confirmation()
        return write({ token }, { token: 'another' }, { authorization, origin: own })
      },
    ],
  }
}
