import { type CallName, isWrite } from '@stoa/contract'
import {
  type CallSubject,
  type HeldByPerson,
  linesByState,
  type PermissionRole,
  permissionTable,
  ROLES,
  responsesOf,
  type Subject,
  type Trial,
} from '@stoa/contract/fixtures'
import { type Call, calls } from '@stoa/contract/schemas'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databaseDigest } from '../databases/database-digest.ts'
import type { TestApp } from '../harness.ts'
import { type PermissionScene, seed, seedHeld, startPermissionScene } from './permission-scene.ts'
import { hearAll, PUBLIC_EVENTS, problemOf, SECRET_REASON } from './public-payloads.ts'

/** Concurrent requests. */
const AT_ONCE = 8
/** Representative roles for a community where nobody has a role: all others are strangers there, too. */
const ELSEWHERE: readonly PermissionRole[] = [
  'visitor',
  'member',
  'hideContent',
  'moderator',
  'owner',
  'banned',
  'sectionAdmin',
  'domainAdmin',
  'networkAdmin',
]
/** Roles with different permissions for stories, and those of other moderators. */
const ABOUT_STORIES: readonly PermissionRole[] = [...ELSEWHERE, 'stranger', 'partner', 'hidePremiumContent']
const STORIES_ELSEWHERE: readonly PermissionRole[] = ['partner', 'hidePremiumContent', 'domainAdmin']

/** One attempt by one role. */
interface Cell {
  role: PermissionRole
  isOwn: boolean
  community: 'same' | 'other'
  state: number | null
  expected: string
}

let scene: PermissionScene
let eventLog: Awaited<ReturnType<typeof hearAll>>
beforeAll(async () => {
  scene = await startPermissionScene()
  eventLog = await hearAll(scene.stoa)
})
afterAll(() => scene.stoa.close())

function cellsOf(trial: Trial, subject: Subject): Cell[] {
  const relations = [
    { isOwn: false, lines: trial.others },
    ...(trial.self === undefined ? [] : [{ isOwn: true, lines: trial.self }]),
  ]
  return relations.flatMap(({ isOwn, lines }) =>
    linesByState(lines, subject).flatMap(({ state, line }) =>
      (['same', 'other'] as const).flatMap((community) => {
        const roles = rolesAt(community, subject).filter((role) => !isOwn || role !== 'visitor')
        const visitorless = isOwn ? `visitor:nobody ${line}` : line
        const responses = responsesOf(visitorless, community)
        return roles.map((role) => ({ role, isOwn, community, state, expected: responses[role] }))
      }),
    ),
  )
}

function rolesAt(community: Cell['community'], subject: Subject): readonly PermissionRole[] {
  if (subject === 'story') return community === 'same' ? ABOUT_STORIES : STORIES_ELSEWHERE
  return community === 'same' ? ROLES : ELSEWHERE
}

/** Content for each cell. Always fresh, so that an allowed action doesn't affect what another role finds. */
async function thingsOf(cells: Cell[], subject: Subject, hasPoll: boolean): Promise<CallSubject[]> {
  const { people, author, communities, stoa } = scene
  const seeds = cells.map(({ role, isOwn, community, state }) => ({
    community: communities[community],
    publisherId: isOwn ? people[role].id : author.id,
    kind: subject === 'story' ? ('story' as const) : ('community' as const),
    postStatus: subject === 'comment' ? 0 : (state ?? 0),
    commentStatus: subject === 'comment' ? (state ?? 0) : null,
    hasPoll,
  }))
  const seeded = ['post', 'story', 'comment'].includes(subject) ? await seed(stoa, seeds) : null
  const held = subject === 'private' ? await heldIn(cells) : null
  return cells.map(({ role, isOwn, community }, index) => ({
    ...(held && { held: held[index] }),
    ...(seeded?.[index] ?? { ...communities[community], commentId: '', kind: 'community' as const }),
    personId: isOwn ? people[role].id : author.id,
  }))
}

/** What each person holds. Others' is the same for all who may not have it. */
async function heldIn(cells: Cell[]): Promise<HeldByPerson[]> {
  const { people, author, confidant, stoa } = scene
  const others = await seedHeld(stoa, author, confidant.id)
  const held: HeldByPerson[] = []
  for (const { role, isOwn } of cells) held.push(isOwn ? await seedHeld(stoa, people[role], author.id) : others)
  return held
}

async function responseCode(name: CallName, input: object, token: string): Promise<string> {
  const { status, body } = await scene.stoa.call(name, input as never, token === '' ? {} : { token })
  return status === 200 ? 'ok' : (body.code ?? String(status))
}

/** Tests several cases concurrently; describes unexpected responses. */
async function wrongAnswers(name: CallName, attempts: { cell: Cell; input: object }[]): Promise<string[]> {
  const wrong: string[] = []
  for (let at = 0; at < attempts.length; at += AT_ONCE) {
    await Promise.all(
      attempts.slice(at, at + AT_ONCE).map(async ({ cell, input }) => {
        const code = await responseCode(name, input, scene.people[cell.role].token)
        const { role, isOwn, community, state, expected } = cell
        if (code !== expected)
          wrong.push(`${role}, ${isOwn ? 'own' : 'others’'}, ${community}, ${state}: ${code} instead of ${expected}`)
      }),
    )
  }
  return wrong
}

/** All tables except those of visits. */
const dump = (stoa: TestApp) => databaseDigest(stoa, ['sessions', 'outbox'])

const trials = Object.entries(permissionTable).flatMap(([name, row]) =>
  row.who === 'byRole'
    ? Object.entries(row.trials).flatMap(([words, trial]) =>
        subjectsOf(trial.about ?? row.about).map((subject) => ({ name: name as CallName, words, trial, subject })),
      )
    : [],
)
function subjectsOf(subject: Subject): Subject[] {
  return subject === 'post' ? ['post', 'story'] : [subject]
}

describe.each(trials)('$name: $words ($subject)', ({ name, trial, subject }) => {
  afterEach(() => scene.reset())

  test('each role gets what the table says, and a refusal changes nothing', async () => {
    // Cards serve one community.
    const isServed = ({ community }: Cell) => community === 'same' || name !== 'moonpaySignUrl'
    const cells = cellsOf(trial, subject).filter(isServed)
    const things = await thingsOf(cells, subject, name === 'postVote')
    const attempts = cells.map((cell, index) => ({ cell, input: trial.send(things[index] as CallSubject) }))
    const refused = attempts.filter(({ cell }) => cell.expected !== 'ok' || !isWrite(calls[name]))
    await scene.stoa.app.background.settled()
    const before = await dump(scene.stoa)
    expect(await wrongAnswers(name, refused)).toEqual([])
    await scene.stoa.app.background.settled()
    expect(await dump(scene.stoa)).toEqual(before)
    expect(
      await wrongAnswers(
        name,
        attempts.filter((one) => !refused.includes(one)),
      ),
    ).toEqual([])
  })
})

test.each(trials.filter(({ name, subject }) => calls[name].method === 'POST' && subject !== 'story'))(
  '$name: $words can’t be done in another person’s name',
  async ({ name, trial, subject }) => {
    const { people, author, stoa } = scene
    const cell: Cell = {
      role: 'networkAdmin',
      isOwn: false,
      community: 'same',
      state: null,
      expected: 'ACTOR_MISMATCH',
    }
    const [thing] = await thingsOf([cell], subject, name === 'postVote')
    await scene.stoa.app.background.settled()
    const before = await dump(stoa)
    for (const field of ['userId', 'publisherId', 'reporterId', 'moderatorUserId']) {
      const input = { ...trial.send(thing as CallSubject), [field]: author.id }
      expect([field, await responseCode(name, input, people.networkAdmin.token)]).toEqual([field, 'ACTOR_MISMATCH'])
    }
    expect(await dump(stoa)).toEqual(before)
  },
)

describe('whatever the role', () => {
  const all = Object.entries(calls) as [CallName, Call][]

  test.each(all.filter(([, { access }]) => access === 'user'))('%s requires sign-in', async (name) => {
    expect(await responseCode(name, pathOnly(name), '')).toBe('AUTH_REQUIRED')
  })

  test.each(all.filter(([, { access, site }]) => access !== 'public' && !site))(
    '%s refuses site-bound sessions',
    async (name) => {
      const { sessions } = scene.stoa.app.services
      const { id } = scene.people.networkAdmin
      const { signedIn } = await sessions.begin({ userId: id, site: 'https://news.example', lasting: false })
      expect(await responseCode(name, pathOnly(name), signedIn.accessToken)).toBe('SITE_BOUND')
    },
  )

  /** Only the input that the address needs. */
  const pathOnly = (name: CallName) =>
    Object.fromEntries([...calls[name].path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => [field, 'x']))
})

test('regardless of what each role does, public events contain nothing a visitor may not read', async () => {
  const { stoa, communities, author } = scene
  const { tokenName, communityId } = communities.same
  // Cases that no row of the table covers.
  await stoa.app.services.partnerOrigins.register(communityId, 'https://news.example')
  const article = { url: 'https://news.example/told' }
  await stoa.call('commentCreate', { tokenName, article, content: 'The first' }, { token: author.token })
  await stoa.call('userEdit', { profileName: 'Another name' }, { token: author.token })
  const { payload } = (await stoa.call('articleThread', { community: tokenName, ...article })).body
  const input = { tokenName, postId: payload.post?.id ?? '', content: 'Said to be hidden' }
  const { comment } = (await stoa.call('commentCreate', input, { token: author.token })).body.payload
  const asModerator = { token: scene.people.moderator.token }
  const reason = { reason: 'other', reasonText: SECRET_REASON } as const
  const hide = { tokenName, commentId: comment.id, hidden: true, ...reason }
  expect((await stoa.call('commentDelete', hide, asModerator)).status).toBe(200)
  const ban = { tokenName, banUserId: author.id, ban: true, hideContent: true, reason: SECRET_REASON }
  expect((await stoa.call('userBan', ban, { token: scene.people.owner.token })).status).toBe(200)
  await stoa.app.background.settled()
  expect(PUBLIC_EVENTS.filter((name) => !eventLog.events.some((event) => event.name === name))).toEqual([])
  expect(new Set(eventLog.events.flatMap((event) => problemOf(event, eventLog.secrets) ?? []))).toEqual(new Set())
})
