import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { notificationRecipients } from '../../../../test/notification-recipients.ts'

let forum: Forum
const { forgetAll, notifications } = notificationRecipients(() => forum.stoa)
beforeAll(async () => {
  forum = await startForum()
})
beforeEach(() => forgetAll())
afterAll(() => forum.stoa.close())

type Who = 'moderator' | 'author' | 'admin' | 'publisher'
type Step = `${Who} ${'hides' | 'restores'}`

const byModerators = { by: 'community' }
const byAdmins = { by: 'domain' }
const hidden = { action: 'commentHidden', reason: 'spam' }
const restored = { action: 'commentRestored', reason: '' }

/** Ada comments under Bea's post. After the steps she has exactly this notification, and nobody else has any. */
test.each<[steps: Step[], told: { action: string; by: string; reason: string } | null]>([
  [['moderator hides'], { ...hidden, ...byModerators }],
  [['admin hides'], { ...hidden, ...byAdmins }],
  [['moderator hides', 'moderator restores'], { ...restored, ...byModerators }],
  [['admin hides', 'admin restores'], { ...restored, ...byAdmins }],
  [['moderator hides', 'admin restores'], { ...restored, ...byAdmins }],
  [['moderator hides', 'moderator restores', 'author hides'], { ...restored, ...byModerators }],
  [['admin hides', 'admin restores', 'author hides'], { ...restored, ...byAdmins }],
  [['moderator hides', 'moderator restores', 'author hides', 'author restores'], { ...restored, ...byModerators }],
  [['moderator hides', 'moderator restores', 'admin hides'], { ...hidden, ...byAdmins }],
  [['moderator hides', 'admin hides'], { ...hidden, ...byAdmins }],
  [['author hides', 'moderator hides'], { ...hidden, ...byModerators }],
  [['author hides', 'moderator hides', 'moderator restores'], { ...restored, ...byModerators }],
  [['author hides'], null],
  [['author hides', 'author restores'], null],
  // A post's author can't decide about others' comments under it.
  [['publisher hides'], null],
  [['moderator hides', 'publisher restores'], { ...hidden, ...byModerators }],
  [['moderator hides', 'author restores'], { ...hidden, ...byModerators }],
])('%j', async (steps, expected) => {
  const { ada, bea, moderator, admin } = forum
  const postId = await forum.newPost({ publisherId: bea.id })
  const { id: commentId } = await forum.say(ada.token, { postId })
  await forgetAll()
  const people: Record<Who, { token: string }> = { moderator, admin, author: ada, publisher: bea }
  for (const step of steps) {
    const [who, does] = step.split(' ') as [Who, string]
    forum.stoa.clock.advance(1000)
    await forum.hide(people[who].token, { commentId, hidden: does === 'hides', reason: 'spam' })
  }
  expect((await notifications(ada)).map(({ decision }) => decision)).toEqual(expected === null ? [] : [expected])
  for (const other of [bea, moderator, admin]) expect(await notifications(other)).toEqual([])
})
