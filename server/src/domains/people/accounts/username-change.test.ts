import { type CallName, RENAME_INTERVAL_MS } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../../../test/harness.ts'

let stoa: TestApp
beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const rename = (token: string, username: string) => stoa.call('userUsername', { username }, { token })
const find = async (idOrSlug: string) => (await stoa.call('userGet', { idOrSlug })).body
const signUp = (username: string) =>
  stoa.call('authSignUp', { username, email: `${username}@mail.example`, password: 'Corr3ct-horse' })
const codeOf = async (answer: Promise<Answer<CallName>>) => (await answer).body.code

test('a new name changes the slug, and former ones redirect', async () => {
  const { id, token } = await stoa.member('First_Name')
  const { body } = await rename(token, 'Second_Name')
  expect(body.payload.user).toMatchObject({ id, username: 'Second_Name', slugUrl: 'second-name' })
  for (const name of ['First_Name', 'first_name', 'FIRST-NAME', 'second-name', id])
    expect((await find(name)).payload.user).toEqual(body.payload.user)
  expect((await stoa.call('me', {}, { token })).body.payload.user.username).toBe('Second_Name')
})

test('nobody else can take a former name, by sign-up or renaming', async () => {
  const { token } = await stoa.member('given_up')
  expect((await rename(token, 'went_on')).status).toBe(200)
  const other = await stoa.member('somebody_else')
  expect(await codeOf(signUp('Given_Up'))).toBe('USERNAME_EXISTS')
  expect(await codeOf(rename(other.token, 'GIVEN_UP'))).toBe('USERNAME_EXISTS')
  // Another name with the same slug is free; its slug gets a number.
  expect((await rename(other.token, 'given__up')).body.payload.user.slugUrl).toBe('given-up-2')
  expect((await find('given-up')).payload.user.username).toBe('went_on')
})

test('the first change is free, the next after thirty days; people can take back their former names', async () => {
  const { token } = await stoa.member('to_and_fro')
  expect((await rename(token, 'there_now')).status).toBe(200)
  expect((await rename(token, 'there_now')).status).toBe(200)
  stoa.clock.advance(1000)
  const { status, body } = await rename(token, 'to_and_fro')
  expect([status, body.code, body.details]).toEqual([
    429,
    'USERNAME_TOO_SOON',
    { retryAfterMs: RENAME_INTERVAL_MS - 1000 },
  ])
  const { app } = stoa
  const { id } = (await find('there-now')).payload.user
  stoa.clock.advance(RENAME_INTERVAL_MS - 1000)
  const { signedIn } = await app.services.sessions.begin({ userId: id, site: '', lasting: true })
  expect((await rename(signedIn.accessToken, 'to_and_fro')).body.payload.user.slugUrl).toBe('to-and-fro')
  expect((await find('there_now')).payload.user.username).toBe('to_and_fro')
  const former = await stoa.database.read('former_names').where({ user_id: id }).pluck('name')
  expect(former.toSorted()).toEqual(['there-now', 'there_now'])
})

test('a person can change the letter case of their name and keep its slug', async () => {
  const { id, token } = await stoa.member('in_small')
  expect((await rename(token, 'In_Small')).body.payload.user).toMatchObject({ id, slugUrl: 'in-small' })
})

test('others’ open pages show a new name', async () => {
  const { id, token } = await stoa.member('heard_of')
  const heard: unknown[] = []
  const forget = stoa.app.events.subscribe(({ name, event }) => {
    if (name === 'user.changed') heard.push(event.user)
  })
  await rename(token, 'Heard_Now')
  forget()
  expect(heard).toMatchObject([{ id, username: 'Heard_Now', displayName: 'Heard_Now', slugUrl: 'heard-now' }])
})

test('reserved, taken and malformed names are refused', async () => {
  const { token } = await stoa.member('refused_one')
  await stoa.member('taken_one')
  expect(await codeOf(rename(token, 'Adm1n_Team'))).toBe('USERNAME_RESERVED')
  expect(await codeOf(rename(token, 'TAKEN_ONE'))).toBe('USERNAME_EXISTS')
  for (const name of ['ab', 'a'.repeat(21), 'with space', 'é_name', ''])
    expect(await codeOf(rename(token, name))).toBe('VALIDATION_FAILED')
})

test('one of several concurrent requests for a name succeeds, even while its holder gives it up', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => stoa.member(`wants_${index}`)))
  const holder = await stoa.member('wanted')
  const [gone, ...answers] = await Promise.all([
    rename(holder.token, 'unwanted'),
    ...people.map(({ token }, index) => rename(token, index % 2 ? 'wanted' : 'the_prize')),
  ])
  expect(gone.status).toBe(200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'USERNAME_EXISTS']))
  expect((await find('wanted')).payload.user.id).toBe(holder.id)
})
