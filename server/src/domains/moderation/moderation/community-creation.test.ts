import type { CallInput } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness.ts'
import { picture, upload } from '../../../../test/uploads.ts'

let stoa: TestApp

beforeAll(async () => {
  stoa = await startTestApp()
})
afterAll(() => stoa.close())

const found = (token: string, input: Partial<CallInput<'communityCreate'>>, on = stoa) =>
  on.call(
    'communityCreate',
    { tokenName: 'ROSES', title: `All about ${input.tokenName ?? 'roses'}`, ...input },
    { token },
  )

test('the founder owns the community and is its first member', async () => {
  const { token, id } = await stoa.member('founder')
  const logo = await upload(stoa, token, { bytes: await picture(), purpose: 'logo' })
  const { status, body } = await found(token, {
    title: 'Roses',
    about: 'Thorns and all',
    logoImageURI: logo.url,
    approvePosts: true,
    flairs: [{ name: 'Climbers', color: 'red' }, { name: 'Hedges' }],
  })
  const { community } = body.payload
  expect(status).toBe(200)
  expect(community).toMatchObject({
    tokenName: 'ROSES',
    title: 'Roses',
    about: 'Thorns and all',
    urlSlug: 'roses',
    approvePosts: true,
    creatorID: id,
    numberOfMembers: 1,
    totalPosts: 0,
    logoImageURI: logo.url,
    activeFlairs: [
      { name: 'Climbers', color: 'red' },
      { name: 'Hedges', color: 'gray' },
    ],
  })
  const { user } = (await stoa.call('me', {}, { token })).body.payload
  expect([user.tokenOwner, user.joinedCommunities]).toEqual([['ROSES'], ['ROSES']])
  const listed = (await stoa.call('communityList', {})).body.payload.items
  expect(listed.map(({ tokenName }) => tokenName)).toContain('ROSES')
  const log = (await stoa.call('communityActivity', { tokenName: 'ROSES' }, { token })).body.payload.items
  expect(log.map(({ action, actor }) => [action, actor?.userId])).toEqual([['communityCreated', id]])
  expect((await stoa.call('mediaGet', { mediaId: logo.id }, { token })).body.payload.media.uses).toBe(1)
})

test('a name is taken once, also by concurrent founders', async () => {
  const { token } = await stoa.member('late_founder')
  await stoa.app.services.communities.create({
    tokenName: 'LILAC',
    title: 'Lilac',
    urlSlug: 'shrubs',
    about: '',
    creatorId: '',
  })
  for (const tokenName of ['LILAC', 'SHRUBS']) {
    expect([tokenName, (await found(token, { tokenName })).body.code]).toEqual([tokenName, 'COMMUNITY_EXISTS'])
  }
  const other = await stoa.member('other_founder')
  const both = await Promise.all([token, other.token].map((each) => found(each, { tokenName: 'TULIPS' })))
  expect(both.map(({ body }) => body.code ?? 'made').toSorted()).toEqual(['COMMUNITY_EXISTS', 'made'])
})

test('names, slugs and titles that readers could confuse with another community’s are refused', async () => {
  const { token } = await stoa.member('imitator')
  const first = await found(token, { tokenName: 'MARKET', title: 'Market talk' })
  expect(first.status).toBe(200)
  const titles = [
    'market talk',
    'Mаrket Talk',
    'MARKET-TALK',
    'Mar\u200Bket ta1k',
    'Markettalk',
    'Mаrket',
    'Аdmin',
    'ѕuрроrt',
  ]
  for (const title of titles) {
    const { body } = await found(token, { tokenName: 'BAZAAR', title })
    expect([title, body.code, body.details]).toEqual([
      title,
      'VALIDATION_FAILED',
      [expect.objectContaining({ field: 'title' })],
    ])
  }
  const made = await found(token, { tokenName: 'BAZAAR', title: 'Márket talk über alles' })
  expect(made.status).toBe(200)
  const edit = (input: Partial<CallInput<'communityEdit'>>) =>
    stoa.call('communityEdit', { tokenName: 'BAZAAR', ...input }, { token })
  const codes: Record<string, string> = {}
  for (const urlSlug of ['mаrket', 'marκet', 'rnarket', 'аdmin', 'sеarch', 'adrnin']) {
    codes[urlSlug] = (await edit({ urlSlug })).body.code ?? 'changed'
  }
  expect(codes).toEqual({
    mаrket: 'COMMUNITY_SLUG_EXISTS',
    marκet: 'COMMUNITY_SLUG_EXISTS',
    rnarket: 'COMMUNITY_SLUG_EXISTS',
    аdmin: 'COMMUNITY_NAME_RESERVED',
    sеarch: 'COMMUNITY_NAME_RESERVED',
    adrnin: 'COMMUNITY_NAME_RESERVED',
  })
  expect((await edit({ title: 'Mаrket' })).body.code).toBe('VALIDATION_FAILED')
  // Its own names don't conflict, and words of other scripts that differ in a vowel sign aren't confused.
  expect((await edit({ title: 'Bazaar', urlSlug: 'कल' })).status).toBe(200)
  expect((await edit({ title: 'BAZAAR', urlSlug: 'काल' })).status).toBe(200)
  const [one, other] = [await stoa.member('same_time'), await stoa.member('same_place')]
  const both = await Promise.all([
    found(one.token, { tokenName: 'ORCHID', title: 'Flowers' }),
    found(other.token, { tokenName: 'PEONYS', title: 'Flоwers' }),
  ])
  expect(both.map(({ body }) => body.code ?? 'made').toSorted()).toEqual(['VALIDATION_FAILED', 'made'])
})

test('a community that looks like another from before can be edited', async () => {
  const { token } = await stoa.member('long_since')
  const { tokenName } = (await found(token, { tokenName: 'FERNS', title: 'Ferns' })).body.payload.community
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ token_name: tokenName }).update({ title: 'Roses', title_look: 'roses' }),
  )
  const edited = await stoa.call('communityEdit', { tokenName, title: 'Roses', about: 'Green' }, { token })
  expect([edited.status, edited.body.payload.community.about]).toEqual([200, 'Green'])
})

test('invalid names, titles and topics are refused, and nothing is created', async () => {
  const { token } = await stoa.member('careless')
  const refused: [Partial<CallInput<'communityCreate'>>, string][] = [
    [{ tokenName: 'VIDEO' }, 'COMMUNITY_NAME_RESERVED'],
    [{ tokenName: 'SEARCH' }, 'COMMUNITY_NAME_RESERVED'],
    [{ tokenName: 'ROSE' }, 'VALIDATION_FAILED'],
    [{ tokenName: 'ROSEBEDS' }, 'VALIDATION_FAILED'],
    [{ tokenName: 'rosie' }, 'VALIDATION_FAILED'],
    [{ tokenName: 'PANSY', title: '' }, 'VALIDATION_FAILED'],
    [{ tokenName: 'PANSY', title: 'x'.repeat(41) }, 'VALIDATION_FAILED'],
    [{ tokenName: 'PANSY', logoImageURI: '/api/me' }, 'VALIDATION_FAILED'],
    // The upload was removed before the form was sent.
    [{ tokenName: 'PANSY', bannerImageURI: `/media/${'1'.repeat(20)}/original.webp` }, 'VALIDATION_FAILED'],
    [{ tokenName: 'PANSY', flairs: [{ name: 'Beds' }, { name: 'beds' }] }, 'FLAIR_EXISTS'],
    [
      { tokenName: 'PANSY', flairs: Array.from({ length: 11 }, (_, index) => ({ name: `Topic ${index}` })) },
      'VALIDATION_FAILED',
    ],
  ]
  for (const [input, code] of refused) expect([input, (await found(token, input)).body.code]).toEqual([input, code])
  expect((await stoa.call('communityGet', { tokenName: 'PANSY' })).body.code).toBe('COMMUNITY_NOT_FOUND')
})

test.each([
  ['nobody', ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']],
  ['admins', ['FORBIDDEN', 'made', 'made']],
  ['members', ['made', 'made', 'made']],
])('where %s may create communities', async (communityFounders, expected) => {
  const own = await startTestApp({}, { files: { 'config.json': { communityFounders } } })
  const member = await own.member('a_member')
  const domainAdmin = await own.member('dom_demo')
  await own.app.services.accounts.setDomainAdmin('dom_demo', '')
  const admin = await own.member('gia_demo', { networkAdmin: true })
  const answers: string[] = []
  for (const [index, { token }] of [member, domainAdmin, admin].entries()) {
    const { body } = await found(token, { tokenName: `BEDS${'ABC'[index]}` }, own)
    answers.push(body.code ?? 'made')
  }
  expect(answers).toEqual(expected)
  await own.close()
})

test('repeated creation is refused with the time to wait', async () => {
  const own = await startTestApp({ STOA_RATE_SCALE: '1' })
  const { token } = await own.member('keen')
  expect((await found(token, {}, own)).status).toBe(200)
  const { status, body } = await found(token, { tokenName: 'LILAC' }, own)
  expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(body.details).toEqual({ retryAfterMs: expect.any(Number) })
  await own.close()
})
