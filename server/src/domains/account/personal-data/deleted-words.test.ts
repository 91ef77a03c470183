import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts'

let forum: Forum
beforeEach(async () => {
  forum = await startForum()
})
afterEach(() => forum.stoa.close())

/** Unique words, by where the person has written them. */
const WORDS = {
  username: 'Qanaryuser',
  email: 'qanarymail@mail.example',
  name: 'Qanaryname',
  about: 'qanarybio',
  title: 'Qanarytitle',
  post: 'qanarypost',
  draft: 'qanarydraft',
  comment: 'qanarycomment',
  former: 'qanaryformer',
  reply: 'qanaryreply',
} as const

/** The words found in the data folder's files, as `word in file`. */
function found(): string[] {
  const folder = forum.stoa.settings.STOA_DATA ?? ''
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap((entry) => {
    // Mails may break lines anywhere.
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1').replaceAll('=\r\n', '').toLowerCase()
    return Object.values(WORDS)
      .filter((word) => text.includes(word.toLowerCase()))
      .map((word) => `${word} in ${entry.name.replace(/.*\.eml/, 'mail')}`)
  })
}

const document = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

/** A person who has written everywhere and has got and caused notifications. */
async function writer() {
  const { stoa, ada, bea } = forum
  const { username, email } = WORDS
  // Before the account exists.
  await stoa.call('authEmailLinkRequest', { email })
  const id = await stoa.app.services.accounts.create({ username, email, passwordHash: 'hash' })
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  const token = signedIn.accessToken
  await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token })
  await stoa.call('userEdit', { profileName: WORDS.name, profileAbout: WORDS.about }, { token })
  const post = { tokenName: 'FORUM', title: WORDS.title, postContent: document(WORDS.post) }
  const postId = (await stoa.call('postCreate', post, { token })).body.payload.post.id
  await stoa.call('postCreate', { ...post, postContent: document(WORDS.draft), saveAsDraft: true }, { token })
  await stoa.database.transaction(({ connection }) =>
    connection('users').where({ id: bea.id }).update({ email: 'bea@mail.example', email_key: 'bea@mail.example' }),
  )
  const beas = await forum.newPost({ publisherId: bea.id })
  for (let round = 0; round < 40; round += 1) {
    // Mixed with other people's rows, so that database pages are split and refilled.
    await forum.say(ada.token, { postId: beas, content: `something of somebody's ${'x'.repeat(round * 20)}` })
    const said = await forum.say(token, { postId: beas, content: `${WORDS.former} ${'y'.repeat(round * 30)}` })
    const edit = { tokenName: 'FORUM', commentId: said.id, content: `${WORDS.comment} ${round}` }
    await stoa.call('commentEdit', edit, { token })
  }
  const top = await forum.say(bea.token, { postId: beas })
  await forum.say(token, { postId: beas, replyToCommentId: top.id, content: WORDS.reply })
  const own = await forum.say(token, { postId })
  await forum.say(bea.token, { postId, replyToCommentId: own.id, content: 'Hello to the writer' })
  for (let round = 0; round < 3; round += 1) {
    await stoa.app.background.settled()
    stoa.clock.advance(30 * MINUTE_MS)
    await runJobs()
  }
  return id
}

async function runJobs(): Promise<void> {
  await forum.stoa.app.jobs.drain()
  await forum.stoa.app.jobs.runScheduled()
  await forum.stoa.app.background.settled()
}

test('no file in the data folder contains the text of a deleted account', async () => {
  const { stoa } = forum
  const id = await writer()
  const mails = join(stoa.settings.STOA_DATA ?? '', 'mail')
  // Before the deletion the words are found: in mails to the person and to another member, and in rows.
  expect(found()).toEqual(expect.arrayContaining([`${WORDS.email} in mail`, `${WORDS.reply} in mail`]))
  if (stoa.database.dialect.name === 'sqlite') {
    for (const word of Object.values(WORDS)) expect(found().join('\n')).toContain(`${word} in stoa.sqlite`)
  }
  const { signedIn } = await stoa.app.services.sessions.begin({ userId: id, site: '', lasting: true })
  const confirm = WORDS.username
  const deleted = await stoa.call('userDelete', { confirm, content: 'remove' }, { token: signedIn.accessToken })
  expect(deleted.body.status).toBe('success')
  await runJobs()
  stoa.clock.advance(MINUTE_MS)
  await runJobs()
  const receipt = [`${WORDS.username} in mail`, `${WORDS.email} in mail`]
  const isSqlite = stoa.database.dialect.name === 'sqlite'
  // Immediately, mails to the person and about them are gone, and a backup contains none of the words.
  expect(found().filter((one) => one.endsWith('in mail'))).toEqual(receipt)
  expect(found().filter((one) => one.endsWith('in stoa.sqlite-wal'))).toEqual([])
  const copy = join(stoa.settings.STOA_DATA ?? '', 'copy.sqlite')
  if (isSqlite) await stoa.database.copyTo(copy)
  expect(found().filter((one) => one.endsWith('in copy.sqlite'))).toEqual([])
  stoa.clock.advance(DAY_MS)
  await runJobs()
  expect(found()).toEqual(receipt)
  stoa.clock.advance(6 * DAY_MS)
  await runJobs()
  expect(found()).toEqual([])
  expect(readdirSync(mails)).toEqual([])
})
