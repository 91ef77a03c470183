import { type CallName, isWrite } from '@stoa/contract'
import { calls } from '@stoa/contract/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { type HostResponse, requestAsHost } from '../../test/request-as-host.ts'
import { POST_CONTENT, type SampleScene, sentSample, startSampleScene } from '../../test/samples.ts'
import { startTokenIssuer, type TokenIssuer } from '../../test/token-issuer.ts'
import { withoutRequest } from '../../test/without-request.ts'
import { allSamples } from '../calls/all.samples.ts'

const GARDEN = { origin: 'http://garden.example', defaultTokenName: 'GARDEN', isSingleTokenDomain: true, money: true }
/** It names a community that doesn't exist yet. */
const FOUNDING = 'communityCreate'

let stoa: TestApp
let issuer: TokenIssuer
let scenes: Record<'FORUM' | 'GARDEN', SampleScene>
beforeAll(async () => {
  issuer = await startTokenIssuer()
  stoa = await startTestApp(
    { STOA_URL: 'http://forum.example' },
    { files: { 'config.json': { money: true }, 'domains/garden.json': GARDEN } },
  )
  scenes = {
    FORUM: await startSampleScene({ stoa, issuer }, { tokenName: 'FORUM', urlSlug: 'the-forum' }),
    GARDEN: await startSampleScene({ stoa, issuer }, { tokenName: 'GARDEN', urlSlug: 'allotments' }),
  }
  await stoa.app.services.domains.ensureDefaultCommunity()
})
afterAll(async () => {
  await stoa.close()
  await issuer.close()
})

const fieldOf = (input: object) => ['tokenName', 'community'].find((field) => field in input)

/** Calls that name their community. All find it by the same code: on a database server, a third of them suffice. */
const names = (Object.keys(calls) as CallName[]).filter((name) => {
  const { input } = calls[name]
  return name !== FOUNDING && 'shape' in input && fieldOf(input.shape)
})
const tried = process.env.STOA_TEST_DATABASE_URL ? names.filter((_, position) => position % 3 === 0) : names

/** A request that names the scene's community. */
async function requestOf(name: CallName, scene: SampleScene) {
  for (const sample of allSamples.filter((one) => one.name === name)) {
    const request = await sample.make(scene)
    if (fieldOf(request.input)) return request
  }
  throw new Error(`No sample of ${name} names its community.`)
}

/** Sends a sample about the community `home`, which it calls `as`. */
async function send(name: CallName, host: string, { as, home }: { as: string; home: keyof typeof scenes }) {
  const request = await requestOf(name, scenes[home])
  const input = { ...request.input, [fieldOf(request.input) ?? '']: as } as typeof request.input
  // Rather than a visitor, whose proof of work is good for one origin.
  const sender = calls[name].access === 'app-check' ? { by: scenes[home].member } : request
  const { path, headers, body } = sentSample(name, { ...sender, input })
  return requestAsHost(stoa, path, {
    headers: { host, ...headers },
    ...(body === undefined ? {} : { requestBody: body }),
  })
}

/** Without the built widget the fragment can't be rendered, which is detected after the community. */
const statusOf = (name: CallName) => (name.startsWith('articleFragment') ? 404 : 200)

test.each(tried)('%s accepts “video” as the default community of its domain', async (name) => {
  for (const [host, home] of [
    ['forum.example', 'FORUM'],
    ['garden.example', 'GARDEN'],
  ] as const) {
    const plain = await send(name, host, { as: home, home })
    const old = await send(name, host, { as: 'video', home })
    expect([host, plain.status, old.status, old.body.code]).toEqual([
      host,
      statusOf(name),
      statusOf(name),
      plain.body.code,
    ])
    const text = JSON.stringify(old.body)
    if (text.includes('"tokenName"')) expect(text).toContain(`"tokenName":"${home}"`)
  }
})

test.each(tried)('%s accepts either name of a community in any case', async (name) => {
  const statusAt = async (host: string, as: string, home: keyof typeof scenes): Promise<[string, number]> => [
    as,
    (await send(name, host, { as, home })).status,
  ]
  for (const as of ['garden', 'allotments', 'Allotments'])
    expect(await statusAt('garden.example', as, 'GARDEN')).toEqual([as, statusOf(name)])
  for (const as of ['forum', 'the-forum', 'The-Forum'])
    expect(await statusAt('forum.example', as, 'FORUM')).toEqual([as, statusOf(name)])
})

test.each(tried)('%s finds no community but the only one', async (name) => {
  const before = await totals()
  const responseTo = async (as: string) => {
    const { status, body }: HostResponse = await send(name, 'garden.example', { as, home: 'GARDEN' })
    return { status, body: withoutRequest(body) }
  }
  const missing = await responseTo('NOWHERE')
  expect(missing.status).toBe(404)
  for (const as of ['FORUM', 'forum', 'the-forum']) expect(await responseTo(as)).toEqual(missing)
  if (isWrite(calls[name])) expect(await totals()).toEqual(before)
})

/** How much the other community's members have written there. */
async function totals() {
  const { totalPosts, numberOfMembers } = await stoa.app.services.communities.get('FORUM')
  return [totalPosts, numberOfMembers]
}

test.each(['FORUM', 'forum', 'the-forum', 'video'])(
  'lists read by the name %s include recent changes',
  async (name) => {
    const { flairId, member, next } = scenes.FORUM
    const lists = async () => {
      const { payload } = (await stoa.call('postList', { type: 'community', tokenName: name })).body
      const members = (await stoa.call('communityMembers', { tokenName: name })).body.payload.items
      return { posts: payload.items.map(({ id }) => id), members: members.map(({ userId: id }) => id) }
    }
    await lists()
    const joined = await stoa.member(`reader_${next()}`)
    await stoa.call('communityJoin', { tokenName: 'FORUM', join: true }, { token: joined.token })
    const post = { tokenName: 'FORUM', title: 'New', postContent: POST_CONTENT, flairId }
    const written = await stoa.call('postCreate', post, { token: member.token })
    const { posts, members } = await lists()
    expect(posts).toContain(written.body.payload.post.id)
    expect(members).toContain(joined.id)
  },
)

test('an impossible name is refused like everywhere', async () => {
  for (const as of ['', 'x'.repeat(41), 'x'.repeat(5000)])
    expect((await send('postList', 'garden.example', { as, home: 'GARDEN' })).body.code).not.toBe('INTERNAL')
  expect((await send('postList', 'garden.example', { as: 'x'.repeat(81), home: 'GARDEN' })).body.code).toBe(
    'VALIDATION_FAILED',
  )
})
