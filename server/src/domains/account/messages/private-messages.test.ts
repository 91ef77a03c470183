import type { CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDirectMessages } from '../../../../test/direct-messages.ts'
import { type Forum, startForum } from '../../../../test/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const SECRET = 'zebrafinch'
const NAMES = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method === 'GET')

test('no call shows a message to anybody but its two people', async () => {
  const { stoa } = forum
  const dm = createDirectMessages(stoa)
  const [ann, bob] = await dm.friends()
  const { conversationId, message } = await dm.sent(ann, bob, `A ${SECRET} sings`)
  await stoa.app.background.settled()
  const values: Record<string, string> = {
    conversationId,
    messageId: message.id,
    tokenName: 'FORUM',
    userId: ann.id,
    idOrSlug: ann.id,
    personId: ann.id,
    username: ann.username,
    query: SECRET,
  }
  /** Calls whose response has the message. */
  async function showing(token: string | undefined): Promise<CallName[]> {
    const found: CallName[] = []
    for (const name of NAMES) {
      const { shape = {} } = calls[name].input as { shape?: object }
      const given = Object.entries(values).filter(([key]) => key in shape)
      for (const query of [{}, { query: 'sings' }]) {
        const input = { ...Object.fromEntries(given), ...('query' in shape ? query : {}) }
        const { body } = await stoa.call(name, input as never, token === undefined ? {} : { token })
        const text = JSON.stringify(body).replaceAll(`"${SECRET}"`, '')
        if (text.includes(SECRET) && !found.includes(name)) found.push(name)
      }
    }
    return found
  }
  expect(await showing(bob.token)).toEqual(
    expect.arrayContaining(['dmConversationList', 'dmConversationGet', 'dmMessageList']),
  )
  const outsider = await stoa.member('curious_one', { join: ['FORUM'] })
  const others = { outsider, moderator: forum.moderator, admin: forum.admin }
  for (const [role, { token }] of Object.entries(others)) expect([role, await showing(token)]).toEqual([role, []])
  expect(await showing(undefined)).toEqual([])
})
