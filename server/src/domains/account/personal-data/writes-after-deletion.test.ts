import type { CallInput, CallName } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { mergeActions } from '../../../../test/merges.ts'
import { type SecondProcess, startSecondProcess } from '../../../../test/second-process.ts'

let forum: Forum
let beside: SecondProcess
const { signedUp, merge } = mergeActions(() => forum.stoa, 'late')
beforeAll(async () => {
  forum = await startForum()
  // Without Redis it isn't notified of changes by the first process.
  beside = await startSecondProcess(forum.stoa, undefined)
})
afterAll(async () => {
  await beside.close()
  await forum.stoa.close()
})

const TEXT = JSON.stringify({ blocks: [{ type: 'paragraph', data: { text: 'Words.' } }] })

const resume = () => forum.stoa.app.jobs.drain()
const rowsOf = (table: string, where: object) => forum.stoa.database.read(table).where(where)

/** Calls the second process. */
async function besides<Name extends CallName>(name: Name, input: CallInput<Name>, token: string): Promise<string> {
  const response = await fetch(`${beside.url}/api${calls[name].path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  })
  const { status, code } = await response.json()
  return code ?? status
}

test('writes by a process that hasn’t received a deletion yet are refused, or removed seconds later', async () => {
  const { stoa, bea } = forum
  const post = { tokenName: 'FORUM', title: 'A post', postContent: TEXT }
  const postId = (await stoa.call('postCreate', post, { token: bea.token })).body.payload.post.id
  const person = await signedUp()
  expect(await besides('userVisit', {}, person.token)).toBe('success')
  const confirm = { confirm: person.username, content: 'remove' } as const
  expect((await stoa.call('userDelete', confirm, { token: person.token })).status).toBe(200)
  await resume()
  const late = { tokenName: 'FORUM', postId, content: 'Late words' }
  expect([
    await besides('communityVisit', { tokenName: 'FORUM' }, person.token),
    await besides('userFollow', { followedUserId: bea.id, follow: true }, person.token),
    await besides('communityJoin', { tokenName: 'FORUM', join: true }, person.token),
    await besides('userEdit', { profileName: 'Back again', profileAbout: 'My life' }, person.token),
    await besides('notificationSettings', { notificationSettings: { email: { follow: true } } }, person.token),
    await besides('commentCreate', late, person.token),
  ]).toEqual([...Array(5).fill('AUTH_REQUIRED'), 'success'])
  // A write that started before the account was locked and checked.
  const visit = { user_id: person.id, community_id: forum.communityId, visited_at: 1 }
  await stoa.database.transaction(async ({ connection }) => {
    await connection('community_visits').insert(visit)
    await connection('users').where({ id: person.id }).update({ profile_name: 'Back again' })
  })
  stoa.clock.advance(5000)
  await beside.app.events.flush()
  await resume()
  expect(await rowsOf('community_visits', { user_id: person.id })).toEqual([])
  expect(await rowsOf('users', { id: person.id })).toMatchObject([{ profile_name: '', visited_at: 0 }])
  for (const table of ['comments', 'outbox']) {
    const rows = (await rowsOf(table, {})).map((row: object) => JSON.stringify(row))
    expect(rows.filter((row: string) => row.includes('Late words') || row.includes(person.username))).toEqual([])
  }
  expect(await stoa.app.services.integrity.check()).toEqual([])
})

test('a deletion whose receipt can’t be addressed is completed without one', async () => {
  const { stoa } = forum
  const person = await signedUp()
  await stoa.call('userDelete', { confirm: person.username }, { token: person.token })
  // As after a change of STOA_SECRET.
  await stoa.database.transaction(({ connection }) =>
    connection('account_deletions').where({ user_id: person.id }).update({ sealed: 'bm90IG91cnM' }),
  )
  stoa.clock.advance(5000)
  await resume()
  const [done] = await rowsOf('account_deletions', { user_id: person.id })
  expect([done.sealed, Number(done.finished_at) > 0]).toEqual(['', true])
})

test('a failed deletion is postponed and doesn’t delay others', async () => {
  const { stoa } = forum
  const [one, two] = [await signedUp(), await signedUp()]
  const postId = await forum.newPost()
  const said = await forum.say(two.token, { postId, content: 'Words that must go' })
  const remove = async ({ username, token }: typeof one) => {
    await stoa.call('userDelete', { confirm: username, content: 'remove' }, { token })
    stoa.clock.advance(1)
  }
  await remove(one)
  await remove(two)
  const { comments } = stoa.app.services
  const eraseOf = comments.eraseOf
  comments.eraseOf = async (tx, about) => {
    if (about.publisherId === one.id) throw new Error('not this one')
    return eraseOf(tx, about)
  }
  await resume()
  expect(await rowsOf('comments', { id: said.id })).toMatchObject([{ content: '' }])
  stoa.clock.advance(5000)
  await resume()
  const finished = async ({ id }: typeof one) => (await rowsOf('account_deletions', { user_id: id }))[0].finished_at > 0
  expect([await finished(one), await finished(two)]).toEqual([false, true])
  comments.eraseOf = eraseOf
  stoa.clock.advance(60_000)
  await resume()
  expect(await finished(one)).toBe(true)
})

test('writes by a process that hasn’t received a merge yet are refused', async () => {
  const [main, other] = [await signedUp(), await signedUp()]
  expect(await besides('userVisit', {}, other.token)).toBe('success')
  await merge(main, other)
  expect([
    await besides('communityVisit', { tokenName: 'FORUM' }, other.token),
    await besides('communityJoin', { tokenName: 'FORUM', join: true }, other.token),
    await besides('userEdit', { profileName: 'Two at once' }, other.token),
  ]).toEqual(Array(3).fill('AUTH_REQUIRED'))
  expect(await rowsOf('memberships', { user_id: other.id })).toEqual([])
})
