import { PERMISSIONS, type Permission, PostStatus } from '@stoa/contract'
import { type CallSubject, type HeldByPerson, type PermissionRole, ROLES } from '@stoa/contract/fixtures'
import { domainSettings } from '@stoa/contract/schemas'
import { groupBy } from '../../src/platform/group-by.ts'
import { type Built, startTestApp, type TestApp } from '../harness.ts'
import { giveMoney } from '../money.ts'
import { seedCommunity } from '../seed-community.ts'

/** Two communities: FORUM with a person in every role, and OTHER without any. */
export interface PermissionScene {
  stoa: TestApp
  people: Record<PermissionRole, { id: string; token: string }>
  /** A member without permissions, whose content everyone else acts on. */
  author: { id: string; token: string }
  /** Lets nobody write first, except the author. */
  confidant: { id: string; token: string }
  communities: Record<'same' | 'other', TestCommunity>
  /** Restores all roles and removes new content. */
  reset(): Promise<void>
}

export interface TestCommunity {
  tokenName: string
  communityId: string
  flairId: string
  /** A public post without an author. */
  postId: string
}

/** Content inserted for one case. */
export interface Seed {
  community: TestCommunity
  publisherId: string
  postStatus: number
  /** Default: a community post. */
  kind?: CallSubject['kind']
  /** Null: no comment is needed. */
  commentStatus: number | null
  hasPoll: boolean
}

/** Tables of roles and content, which `reset` empties: thousands of rows would slow every query. */
const BEGUN_ANEW = [
  ...['memberships', 'community_roles', 'bans', 'mod_activities', 'content_hides', 'hidden_contents'],
  ...['posts', 'post_slugs', 'post_revisions', 'polls', 'poll_options', 'poll_votes', 'reactions', 'saves'],
  'personal_hides',
  ...['comments', 'comment_revisions', 'notifications', 'notification_causes'],
  ...['conversation_sides', 'messages', 'message_deletions', 'push_subscriptions', 'mutes', 'blocks'],
]
/** A browser's keys, from RFC 8291. */
const BROWSER_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const NOBODY = { id: '', token: '' }
const ROWS_PER_INSERT = 40
const NEW_FOR_MS = 3 * 60 * 1000
/** Roles whose holders haven't joined. */
const OUTSIDE: readonly PermissionRole[] = ['visitor', 'stranger', 'owner', 'domainAdmin', 'networkAdmin']

export async function startPermissionScene(built: Built = {}): Promise<PermissionScene> {
  const stoa = await startTestApp({}, { ...built, files: { 'config.json': { money: true } } })
  await stoa.app.services.servedDomains.prepare()
  const newCommunity = async (tokenName: string): Promise<TestCommunity> => {
    const communityId = await seedCommunity(stoa, { tokenName, flairs: ['Topic'] })
    const flair = await stoa.database.read('flairs').where({ community_id: communityId }).first('id')
    const communityFacts = { tokenName, communityId, flairId: String(flair?.id), postId: '' }
    const [thing] = await seed(stoa, [
      { community: communityFacts, publisherId: '', postStatus: 0, commentStatus: null, hasPoll: false },
    ])
    return { ...communityFacts, postId: thing?.postId ?? '' }
  }
  const communities = { same: await newCommunity('FORUM'), other: await newCommunity('OTHER') }
  // Deposits begin when a community isn't new any more.
  stoa.clock.advance(NEW_FOR_MS)
  const { memberships, accounts } = stoa.app.services
  const { communityId } = communities.same
  const entries: [PermissionRole, { id: string; token: string }][] = []
  for (const [index, role] of ROLES.entries()) {
    if (role === 'visitor') {
      entries.push([role, NOBODY])
      continue
    }
    const username = `role_${index}`
    const join = OUTSIDE.includes(role) ? [] : ['FORUM']
    const person = await stoa.member(username, { join, networkAdmin: role === 'networkAdmin' })
    if (role === 'partner') await memberships.setRole(communityId, person.id, { canSell: true })
    // Permissions granted before leaving the community.
    const formerRole = { moderator: true, canSell: true, permissions: [...PERMISSIONS] }
    if (role === 'stranger') await memberships.setRole(communityId, person.id, formerRole)
    if (role === 'creator') {
      const creator = { creator_id: person.id }
      await stoa.database.transaction(({ connection }) =>
        connection('communities').where({ id: communityId }).update(creator),
      )
    }
    if (role === 'owner') await memberships.setRole(communityId, person.id, { owner: true })
    if (role === 'moderator')
      await memberships.setRole(communityId, person.id, { moderator: true, permissions: ['hideContent'] })
    if (isPermission(role)) await memberships.setRole(communityId, person.id, { permissions: [role] })
    if (role === 'domainAdmin') await accounts.setDomainAdmin(username, '')
    if (role === 'sectionAdmin') await giveSection(stoa, person.id)
    if (role === 'banned') await ban(stoa, communityId, person.id)
    entries.push([role, person])
  }
  const people = Object.fromEntries(entries) as PermissionScene['people']
  const author = await stoa.member('author_demo', { join: ['FORUM', 'OTHER'] })
  const confidant = await stoa.member('confidant_demo', { join: ['FORUM', 'OTHER'] })
  await stoa.call('dmSettings', { messageSettings: { audience: 'nobody' } }, { token: confidant.token })
  for (const userId of Object.values(people).flatMap(({ id }) => (id === '' ? [] : [id]))) {
    for (const { communityId: id } of Object.values(communities))
      await giveMoney(stoa, { userId, communityId: id, tokens: 1 })
  }
  // Made when it is first needed.
  await stoa.app.services.push.publicKey()
  const begun = await Promise.all(BEGUN_ANEW.map((table) => stoa.database.read(table)))
  const counts = await stoa.database.read('communities').select('id', 'total_posts')
  const reset = async () => {
    await stoa.database.transaction(async ({ connection }) => {
      for (const [index, table] of BEGUN_ANEW.entries()) {
        await connection(table).del()
        const rows = begun[index]
        if (rows?.length) await connection(table).insert(rows)
      }
      for (const { id, ...counters } of counts) await connection('communities').where({ id }).update(counters)
    })
    for (const { id } of Object.values(people)) stoa.app.viewers.forget(id)
  }
  return { stoa, people, author, confidant, communities, reset }
}

/** Makes somebody an admin of a section with FORUM, in a domain whose settings no test changes. */
async function giveSection(stoa: TestApp, adminId: string): Promise<void> {
  const sections = [{ name: 'Town', slug: 'town', communities: ['FORUM'], admins: [adminId] }]
  const settings = domainSettings.parse({ defaultTokenName: 'FORUM', money: true, sections })
  const domain = { name: 'town', host: 'town.example', settings }
  await stoa.app.services.domainSettings.create('operator', domain, { isProven: true })
  stoa.app.viewers.forget(adminId)
}

const isPermission = (role: PermissionRole): role is PermissionRole & Permission =>
  (PERMISSIONS as readonly string[]).includes(role)

async function ban(stoa: TestApp, communityId: string, userId: string): Promise<void> {
  await stoa.database.transaction((tx) =>
    stoa.app.services.memberships.ban(tx, [userId], {
      community_id: communityId,
      kind: 'ban',
      decision_id: '',
      until: 0,
      reason: '',
      banned_by: '',
      created_at: stoa.clock.now(),
    }),
  )
}

/** The slug of a seeded post. Encoded, because two ids may differ only in case. */
const slugOf = (postId: string) => `seeded-${Buffer.from(postId).toString('hex')}`

/** Inserts posts and comments directly, and returns what each try refers to. */
export async function seed(stoa: TestApp, seeds: Seed[]): Promise<Omit<CallSubject, 'personId'>[]> {
  const now = stoa.clock.now()
  const things = seeds.map(({ community, commentStatus, kind = 'community' }) => ({
    kind,
    tokenName: community.tokenName,
    flairId: community.flairId,
    postId: commentStatus === null || community.postId === '' ? stoa.app.ids.next() : community.postId,
    commentId: stoa.app.ids.next(),
  }))
  const rowOf = (index: number) => ({ ...seeds[index], ...things[index] }) as Seed & Omit<CallSubject, 'personId'>
  const all = seeds.map((_, index) => rowOf(index))
  const posts = all.filter(({ commentStatus }) => commentStatus === null)
  const comments = all.filter(({ commentStatus }) => commentStatus !== null)
  const polls = posts.filter(({ hasPoll }) => hasPoll)
  await stoa.database.transaction(async ({ connection }) => {
    const insert = async (table: string, rows: object[]) => {
      for (let at = 0; at < rows.length; at += ROWS_PER_INSERT)
        await connection(table).insert(rows.slice(at, at + ROWS_PER_INSERT))
    }
    await insert(
      'posts',
      posts.map(({ community, postId, postStatus, publisherId, kind, hasPoll }) => ({
        id: postId,
        community_id: community.communityId,
        kind,
        status: postStatus,
        title: `A post ${postId}`,
        slug: slugOf(postId),
        publisher_id: publisherId,
        flair_id: community.flairId,
        content: '{"blocks":[{"type":"paragraph","data":{"text":"Words"}}]}',
        has_poll: Number(hasPoll),
        active_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    const counted = posts.filter(({ postStatus }) => postStatus === PostStatus.published)
    for (const [id, inCommunity] of groupBy(counted, ({ community }) => community.communityId)) {
      await connection('communities').where({ id }).increment('total_posts', inCommunity.length)
    }
    await insert(
      'post_slugs',
      posts.map(({ community, postId }) => ({
        community_id: community.communityId,
        slug: slugOf(postId),
        post_id: postId,
      })),
    )
    await insert(
      'comments',
      comments.map(({ community, postId, commentId, commentStatus, publisherId }) => ({
        id: commentId,
        post_id: postId,
        community_id: community.communityId,
        publisher_id: publisherId,
        content: `Said in ${commentId}`,
        mentions: '[]',
        status: commentStatus,
        is_listed: Number(commentStatus === 0),
        active_at: now,
        created_at: now,
      })),
    )
    await insert(
      'polls',
      polls.map(({ postId }) => ({ post_id: postId, options: '["A","B"]', results: 'always', voters: 'public' })),
    )
    await insert(
      'poll_options',
      polls.flatMap(({ postId }) => [0, 1].map((option) => ({ post_id: postId, option_index: option }))),
    )
  })
  return things
}

/** A message to a person from the other one, in a conversation that both have accepted, and a device. */
export async function seedHeld(
  stoa: TestApp,
  person: { id: string; token: string },
  otherId: string,
): Promise<HeldByPerson> {
  const now = stoa.clock.now()
  const messageId = stoa.app.ids.next()
  const former = await stoa.database.read('conversation_sides').where({ user_id: person.id, other_id: otherId }).first()
  const conversationId = String(former?.conversation_id ?? stoa.app.ids.next())
  await stoa.database.transaction(async ({ connection }) => {
    const sides = [
      { user_id: person.id, other_id: otherId },
      { user_id: otherId, other_id: person.id },
    ].map((side) => ({ ...side, conversation_id: conversationId, box: 'inbox', active_at: now }))
    if (!former) await connection('conversation_sides').insert(sides)
    const message = { id: messageId, conversation_id: conversationId, sender_id: otherId, recipient_id: person.id }
    await connection('messages').insert({ ...message, text: 'For you alone', created_at: now })
  })
  const endpoint = `https://push.example/${messageId}`
  const subscription = { endpoint, keys: BROWSER_KEYS }
  const { body } = await stoa.call('pushSubscribe', { subscription }, { token: person.token })
  const deviceId = body.payload.devices.find((device) => device.endpoint === endpoint)?.id ?? ''
  return { otherId, conversationId, messageId, deviceId, endpoint }
}
