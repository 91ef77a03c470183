import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mailRecipients } from '../../../../test/mail-recipients.ts'
import { MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const { begin, choose, mailedAfter } = mailRecipients(() => forum)
beforeEach(begin)

const edit = (change: { addModerator?: boolean; approveSell?: boolean }) =>
  forum.stoa.call(
    'userEdit',
    { tokenName: 'FORUM', editedUserId: forum.bea.id, ...change },
    { token: forum.admin.token },
  )
const permit = (permissions: Record<string, boolean>) =>
  forum.stoa.call(
    'userPermissions',
    { tokenName: 'FORUM', editedUserId: forum.bea.id, permissions },
    { token: forum.admin.token },
  )

/** Bea's notifications about roles, newest first. */
async function told() {
  await forum.stoa.app.background.settled()
  forum.stoa.clock.advance(5000)
  await forum.stoa.app.jobs.drain()
  const { body } = await forum.stoa.call('notificationList', {}, { token: forum.bea.token })
  return body.payload.items.map(({ decision, actors, actorCount, community }) => ({
    action: decision?.action,
    by: actors.map(({ userId }) => userId),
    actorCount,
    community: community?.tokenName,
  }))
}

test('each change of a role or of single permissions is one notification, which names who made it', async () => {
  const of = (action: string) => ({ action, by: [forum.admin.id], actorCount: 1, community: 'FORUM' })
  await edit({ addModerator: true })
  expect(await told()).toEqual([of('moderatorAdded')])
  await permit({ pinPost: true })
  expect(await told()).toEqual([of('permissionsChanged'), of('moderatorAdded')])
  // Without the basic permission the role ends.
  await permit({ hideContent: false })
  expect(await told()).toEqual([of('moderatorRemoved'), of('permissionsChanged'), of('moderatorAdded')])
  await edit({ approveSell: true })
  await edit({ approveSell: false })
  expect((await told()).slice(0, 2)).toEqual([of('partnerRemoved'), of('partnerAdded')])
})

test('they are mailed, unless mails about roles are off', async () => {
  await edit({ addModerator: true })
  const [mail = '', ...others] = await mailedAfter(6 * MINUTE_MS)
  expect(others).toEqual([])
  expect(mail.replaceAll(/\s+/g, ' ')).toMatch(/made you a moderator of/)
  await choose(forum.bea, { role: false })
  await edit({ addModerator: false })
  expect(await mailedAfter(6 * MINUTE_MS)).toHaveLength(1)
})
