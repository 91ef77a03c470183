import { EMAIL_LINK_TTL_MS } from '@stoa/contract'
import type { accountCalls } from '@stoa/contract/schemas'
import { PASSWORD, type SamplesOf } from '../../test/samples.ts'

export const accountSamples: SamplesOf<Omit<typeof accountCalls, 'userExportDownload'>> = {
  accountSecurity: [() => ({ input: {} })],
  sessionList: [() => ({ input: {} })],
  sessionEnd: [
    async ({ person, stoa }) => {
      const { id, token } = await person()
      await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
      const { items } = (await stoa.call('sessionList', {}, { token })).body.payload
      const sessionId = items.find(({ current }) => !current)?.id ?? ''
      return { input: { sessionId }, by: { token }, other: { sessionId: '0'.repeat(20) } }
    },
  ],
  authPasswordChange: [
    async ({ origin, account }) => ({
      input: { password: PASSWORD },
      by: await account(),
      headers: { origin },
      other: { password: `${PASSWORD}2` },
    }),
  ],
  userEmailChange: [
    async (scene) => ({
      input: { email: scene.address() },
      by: await scene.account(),
      headers: { origin: scene.origin },
      other: { email: scene.address() },
    }),
  ],
  userEmailConfirm: [
    async (scene) => {
      const { stoa, person } = scene
      const { accounts, emailProofs } = stoa.app.services
      const confirming = await person()
      const email = scene.address()
      const token = await stoa.database.transaction(async (tx) => {
        await accounts.setPendingEmail(tx, confirming.id, { email, sessionId: '' })
        const proof = { purpose: 'confirmNew', userId: confirming.id, email, goodForMs: EMAIL_LINK_TTL_MS } as const
        return emailProofs.makeLink(tx, { ...proof, changeId: stoa.app.ids.next() })
      })
      return { input: { token }, by: confirming, headers: { origin: scene.origin }, other: { token: 'another' } }
    },
  ],
  userForwardProve: [
    async ({ person, account }) => ({
      input: { login: (await account()).username, password: PASSWORD },
      by: await person(),
      other: { password: 'wrong' },
    }),
  ],
  userForward: [
    async ({ mergeable }) => {
      const { keeper, proof } = await mergeable()
      return { input: { proof, mainAccount: 'this' }, by: keeper, other: { mainAccount: 'other' } }
    },
  ],
  userForwardUndo: [
    async ({ mergeable, stoa, member }) => {
      const { keeper, mergedAccount, proof } = await mergeable()
      await stoa.call('userForward', { proof, mainAccount: 'this' }, { token: keeper.token })
      await stoa.app.background.settled()
      return { input: { forwardedUserId: mergedAccount.userId }, by: keeper, other: { forwardedUserId: member.id } }
    },
  ],
  userForwarded: [() => ({ input: {} })],
  userExport: [async ({ person }) => ({ input: {}, by: await person() })],
  userDelete: [
    async ({ account }) => {
      const { username, token } = await account()
      return { input: { confirm: username }, by: { token }, other: { content: 'remove' } }
    },
  ],
}
