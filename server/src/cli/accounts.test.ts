import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../test/forum.ts'
import { mailsTo } from '../../test/mailbox.ts'
import { stoaCommand } from '../../test/stoa-command.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
})
afterAll(() => forum.stoa.close())

const stoa = (...parameters: string[]) => stoaCommand(forum.stoa.settings, parameters)
const services = () => forum.stoa.app.services
const mailsOf = async (address: string) => {
  await forum.stoa.app.jobs.drain()
  return (await mailsTo(forum.stoa, address)).map(({ subject }) => subject)
}
const logged = async () => JSON.parse((await stoa('user:log', '--json')).out)

/** Kinds and changes of a person's notifications, newest first. */
const notified = async (id: string) => {
  await forum.stoa.app.jobs.drain()
  const { signedIn } = await services().sessions.begin({ userId: id, site: '', lasting: true })
  const { items } = (await forum.stoa.call('notificationList', {}, { token: signedIn.accessToken })).body.payload
  return items.map(({ kind, accountChange, actors, actorCount }) => [kind, accountChange, actors.length + actorCount])
}

/** A person with a session and an address. */
async function personWith(username: string) {
  const email = `${username}@people.example`
  const id = await services().accounts.create({ username, email, passwordHash: 'hash' })
  const { signedIn } = await services().sessions.begin({ userId: id, site: '', lasting: true })
  return { id, email, username, as: { token: signedIn.accessToken } }
}

test('a lost second factor is turned off, all sessions end, and the owner is told', async () => {
  const { id, email, username, as } = await personWith('op_factor')
  expect(await stoa('user:reset-second-factor', username)).toMatchObject({ code: 1, out: '' })
  expect(await logged()).toEqual([])
  await forum.stoa.database.transaction(({ connection }) =>
    connection('totp_secrets').insert({ user_id: id, sealed: 'x', created_at: 1, confirmed_at: 1, last_step: 0 }),
  )
  expect(await stoa('user:reset-second-factor', email)).toMatchObject({
    code: 0,
    out: expect.stringContaining(username),
  })
  expect(await services().totp.isOn(id)).toBe(false)
  expect((await forum.stoa.call('accountSecurity', {}, as)).status).toBe(401)
  expect(await mailsOf(email)).toEqual(['An administrator changed your account on Stoa'])
  expect(await logged()).toMatchObject([{ userId: id, action: 'second factor reset' }])
  expect(await notified(id)).toEqual([['accountChanged', 'secondFactorReset', 0]])
})

test('an account gets another address, unless it is somebody else’s, and both addresses are told', async () => {
  const { id, email, username } = await personWith('op_address')
  const other = await personWith('op_other')
  expect(await stoa('user:email', username, other.email.toUpperCase())).toMatchObject({ code: 1, out: '' })
  expect(await stoa('user:email', username, 'no address')).toMatchObject({ code: 2, out: '' })
  expect(await services().accounts.byConfirmedEmail(email)).toBe(id)
  expect(await stoa('user:email', username, 'New@people.example')).toMatchObject({ code: 0 })
  expect(await services().accounts.byConfirmedEmail('new@people.example')).toBe(id)
  expect(await services().accounts.byConfirmedEmail(email)).toBeNull()
  expect(await mailsOf(email)).toEqual(['Your email address on Stoa was changed'])
  expect(await mailsOf('New@people.example')).toEqual(['An administrator changed your account on Stoa'])
  expect(await notified(id)).toEqual([['accountChanged', 'addressSet', 0]])
})

test('an account is renamed, also twice, under the same rules as by its owner', async () => {
  const { id, email, username } = await personWith('op_name')
  for (const taken of ['administrator', 'op_factor'])
    expect(await stoa('user:rename', username, taken)).toMatchObject({ code: 1, out: '' })
  expect(await stoa('user:rename', username, 'op_name2')).toMatchObject({ code: 0 })
  expect(await stoa('user:rename', 'op_name2', 'op_name3')).toMatchObject({ code: 0 })
  expect(await services().accounts.get('op_name')).toMatchObject({ id, username: 'op_name3' })
  expect((await mailsOf(email)).length).toBe(2)
  expect(await notified(id)).toEqual(Array(2).fill(['accountChanged', 'renamed', 0]))
})

test('two accounts of a person are merged, and the person can undo it', async () => {
  const [from, into] = [await personWith('op_from'), await personWith('op_into')]
  expect(await stoa('user:merge', from.username, from.username)).toMatchObject({ code: 1, out: '' })
  expect(await stoa('user:merge', from.username, into.username)).toMatchObject({ code: 0 })
  expect(await services().accounts.mainOf(from.id)).toBe(into.id)
  expect((await logged())[0]).toMatchObject({ userId: from.id, action: 'merged', detail: into.id })
  for (const { email } of [from, into]) expect(await mailsOf(email)).toEqual(['Two accounts were merged'])
  expect(await notified(into.id)).toEqual([['accountChanged', 'merged', 0]])
  const again = await stoa('user:rename', from.username, 'op_from2')
  expect([again.code, again.err.split('\n').at(-1)]).toEqual([1, 'op_from is merged into op_into. Name that account.'])
  const undone = await forum.stoa.call('userForwardUndo', { forwardedUserId: from.id }, into.as)
  expect(undone.status).toBe(200)
})

test('an account is deleted only with --yes, and gets a receipt that names no request', async () => {
  const { id, email, username, as } = await personWith('op_gone')
  await forum.stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, as)
  const preview = await stoa('user:delete', username)
  expect(preview).toMatchObject({ code: 0, out: expect.stringContaining('Add --yes') })
  expect(await services().accounts.findFacts(id)).not.toBeNull()
  expect(await stoa('user:delete', username, '--yes', '--content', 'all')).toMatchObject({ code: 2 })
  expect(await stoa('user:delete', username, '--yes', '--content', 'remove')).toMatchObject({ code: 0 })
  expect(await services().accounts.findFacts(id)).toBeNull()
  expect((await logged())[0]).toMatchObject({ userId: id, action: 'deleted', detail: 'remove' })
  // Commands use the real time.
  forum.stoa.clock.advance(Date.now() + 10_000 - forum.stoa.clock.now())
  await forum.stoa.app.jobs.drain()
  await forum.stoa.app.jobs.drain()
  const [receipt] = await mailsTo(forum.stoa, email)
  expect(receipt?.text).toMatch(/an administrator deleted your account op_gone/)
})

test('unknown accounts are refused by every command', async () => {
  for (const parameters of [
    ['reset-second-factor'],
    ['email', 'a@b.example'],
    ['rename', 'op_free'],
    ['delete', '--yes'],
  ]) {
    const [name, ...rest] = parameters
    expect(await stoa(`user:${name}`, 'op_nobody', ...rest)).toMatchObject({ code: 1, out: '' })
  }
})
