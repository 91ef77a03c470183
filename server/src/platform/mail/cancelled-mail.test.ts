import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Forum, startForum } from '../../../test/forum.ts'
import { createDirectMessages } from '../../../test/direct-messages.ts'
import { mailsOf } from '../../../test/mails.ts'
import { MINUTE_MS } from '../clock.ts'
import type { Posted } from './service.ts'

let forum: Forum
let folder: string
beforeAll(async () => {
  forum = await startForum()
  folder = join(forum.stoa.settings.STOA_DATA ?? '', 'mail')
})
afterAll(() => forum.stoa.close())

/** Makes sending fail: a file takes the name of the mail folder. */
beforeEach(() => {
  renameIfThere(folder, `${folder}-aside`)
  writeFileSync(folder, '')
})

function renameIfThere(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  try {
    renameSync(from, to)
  } catch {
    // Nothing had been sent.
  }
}

async function post(about: Pick<Posted, 'userId' | 'news' | 'about'>, subject: string): Promise<void> {
  const { stoa } = forum
  const letter = { subject, text: ['Words'] }
  await stoa.database.transaction((tx) =>
    stoa.app.mail.post(tx, { ...about, to: 'ada@mail.example', from: 'Stoa', letter }),
  )
  await stoa.app.background.settled()
}

/** Subjects of the mails sent once the server is back, sorted: news and other mails don't wait for each other. */
async function sentAfterwards(): Promise<(string | undefined)[]> {
  const { stoa } = forum
  await stoa.app.background.settled()
  rmSync(folder)
  stoa.clock.advance(MINUTE_MS)
  await stoa.app.jobs.drain()
  return (await mailsOf(stoa)).map((mail) => /Subject: (.*?)\r?\n/.exec(mail)?.[1]).toSorted()
}

test('mails of a setting that was turned off are not sent, even if they were queued before', async () => {
  const { stoa, ada, bea } = forum
  const { accounts, notifications } = stoa.app.services
  await post({ userId: ada.id, news: 'reply' }, 'An answer to Ada')
  await post({ userId: ada.id, news: 'mention' }, 'A mention of Ada')
  await post({ userId: ada.id, news: 'follow' }, 'A follower of Ada')
  await post({ userId: ada.id }, 'A link for Ada')
  await post({ userId: bea.id, news: 'reply' }, 'An answer to Bea')
  const email = { mention: false, follow: true }
  await stoa.call('notificationSettings', { notificationSettings: { email } }, { token: ada.token })
  const token = new URL(notifications.unsubscribing.urlFor(stoa.url, { userId: ada.id, kind: 'reply' })).searchParams
  await fetch(`${stoa.url}/unsubscribe?${token}`, { method: 'POST' })
  expect((await accounts.recipientsById([ada.id])).get(ada.id)?.settings.email).toMatchObject({ reply: false })
  expect(await sentAfterwards()).toEqual(['A follower of Ada', 'A link for Ada', 'An answer to Bea'])
})

test('a mail of messages that were read while it waited is not sent', async () => {
  const { stoa } = forum
  const dm = createDirectMessages(stoa)
  const [[ann, bob], [cat, dan]] = [await dm.friends(), await dm.friends()]
  await stoa.database.transaction(async ({ connection }) => {
    for (const { id } of [bob, dan]) {
      const email = `${id}@mail.example`
      await connection('users').where({ id }).update({ email, email_key: email })
    }
  })
  const { conversationId } = await dm.sent(ann, bob, 'Read in time')
  await dm.sent(cat, dan, 'Not read')
  stoa.clock.advance(6 * MINUTE_MS)
  await stoa.app.jobs.drain().catch(() => {})
  await stoa.app.background.settled()
  expect(await stoa.app.mail.waiting()).toBe(2)
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: bob.id, site: '', lasting: true })
  await dm.read({ ...bob, token: signedIn.accessToken }, conversationId, stoa.clock.now() + 1000)
  const subjects = await sentAfterwards()
  expect(subjects.filter((subject) => subject?.includes('New message from'))).toHaveLength(1)
  expect(await stoa.app.mail.waiting()).toBe(0)
})

test('after deleting an account only the receipt is sent, also for merged accounts', async () => {
  const { stoa, bea } = forum
  const [leaver, merged] = [await stoa.member('leaver'), await stoa.member('leaver_too')]
  await stoa.database.transaction(async ({ connection }) => {
    await connection('users').where({ id: merged.id }).update({ forward_to: leaver.id })
    await connection('users')
      .where({ id: leaver.id })
      .update({ email: 'leaver@mail.example', email_key: 'leaver@mail.example' })
  })
  for (const { id } of [leaver, merged]) {
    await post({ userId: id, news: 'digest' }, 'News')
    await post({ userId: id }, 'A link')
    await post({ userId: bea.id, news: 'reply', about: [forum.ada.id, id] }, 'What the leaver wrote')
  }
  await post({ userId: bea.id, news: 'digest' }, 'News for Bea')
  const deleted = await stoa.call('userDelete', { confirm: 'leaver', content: 'keep' }, { token: leaver.token })
  expect(deleted.body.status).toBe('success')
  // The receipt is sent once no mail can be in progress.
  await stoa.app.background.settled()
  stoa.clock.advance(5000)
  await stoa.app.jobs.drain()
  await stoa.app.background.settled()
  expect(await sentAfterwards()).toEqual(['News for Bea', expect.stringContaining('deleted')])
})

test('a mail canceled while it is being written is not sent', async () => {
  const { stoa, ada, bea } = forum
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: bea.id }).update({ email: 'bea@mail.example', email_key: 'bea@mail.example' }),
  )
  const postId = await forum.newPost({ publisherId: bea.id })
  await forum.say(ada.token, { postId })
  await stoa.app.background.settled()
  stoa.clock.advance(5 * MINUTE_MS)
  const { memberships } = stoa.app.services
  const { viewer } = memberships
  let stopped: Promise<unknown> = Promise.resolve()
  // Her settings have been read; now she turns one off before the mail is written.
  vi.spyOn(memberships, 'viewer').mockImplementationOnce(async (...about) => {
    const change = { notificationSettings: { email: { reply: false } } }
    stopped = stoa.call('notificationSettings', change, { token: bea.token })
    await Promise.race([stopped, sleep(300)])
    return viewer(...about)
  })
  await stoa.app.jobs.drain()
  expect((await stopped) as object).toMatchObject({ status: 200 })
  expect(await sentAfterwards()).toEqual([])
})
