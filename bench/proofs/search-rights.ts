import { type CallInput, type CallName, type CallOutput, CommentStatus, containsWord, PostStatus } from '@stoa/contract'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'
import { requestAsHost } from '../../server/test/request-as-host.ts'
import { seedCommunity } from '../../server/test/seed-community.ts'
import { report } from '../support/report.ts'

/** `PROVE_ACTIONS=10000` for the full proof. */
const ACTIONS = Number(process.env.PROVE_ACTIONS ?? 300)
/** Everything is compared after so many actions. */
const COMPARED_EVERY = Math.max(50, Math.ceil(ACTIONS / 20))
const ENTRIES_MAX = 120
const AUTHORS = 5
const SEED = 20_260_501
/** A word of every text. */
const COMMON = 'footbridge'
const COMMUNITIES = ['FORUM', 'GUARDED'] as const
type TokenName = (typeof COMMUNITIES)[number]
/** A domain that shows only one community. */
const DOMAIN = { host: 'garden.example', tokenName: 'GUARDED' } as const
/** Posts and people whose suggestions are compared at once, per reader. */
const SUGGESTED_AT_ONCE = 4

/** Somebody who searches and reads. */
interface Reader {
  name: string
  id: string
  token: string
  /** Communities that the person moderates. */
  moderates: readonly TokenName[]
}

/** A post or comment. */
interface Entry {
  kind: 'post' | 'comment'
  id: string
  /** The post of a comment; the post itself. */
  postId: string
  authorId: string
  tokenName: TokenName
  /** A word that no other text has. */
  marker: string
  /** The marker is in the title, too. */
  isInTitle: boolean
  /** Its title and text. */
  texts: string[]
}

/** What the reader who mutes has muted. */
interface Muted {
  user: Set<string>
  word: Set<string>
  topic: Set<string>
  community: Set<string>
  post: Set<string>
}

interface Run {
  stoa: TestApp
  random: () => number
  readers: Reader[]
  authors: Reader[]
  entries: Entry[]
  /** Topics of FORUM. */
  topics: string[]
  /** Who is banned from FORUM. */
  banned: Set<string>
  /** Whom the reader who blocks people has blocked. */
  blocked: Set<string>
  muted: Muted
  /** Ids of communities. */
  communityIds: Record<TokenName, string>
  /** Words of displayed names by account, and those of former ones. */
  names: Map<string, string>
  formerNames: string[]
  /** Accounts that were deleted or merged into others, with their names. */
  gone: Map<string, string>
  counts: Record<string, number>
  /** What search found although reading refuses it, and the reverse. */
  leaks: string[]
  misses: string[]
  comparisons: number
}

/** Statuses of what its moderators find besides what is published. */
const MODERATED: ReadonlySet<number> = new Set([
  PostStatus.hiddenByAdmin,
  PostStatus.hiddenByDomainAdmin,
  PostStatus.hiddenByCategoryAdmin,
  PostStatus.pending,
  PostStatus.waitingForTranscript,
])

/**
 * Random edits, hides, bans, deletions, merges, moves, schedules, mutes and blocks: after each, and for every role, search finds nothing that
 * reading refuses, at once, and everything that reading shows in lists, when the index has caught up. Runs on SQLite or
 * `STOA_TEST_DATABASE_URL`.
 */
export async function run(): Promise<void> {
  const { host, tokenName } = DOMAIN
  const domain = { origin: `http://${host}`, defaultTokenName: tokenName, isSingleTokenDomain: true }
  const stoa = await startTestApp({ STOA_URL: 'http://forum.example' }, { files: { 'domains/garden.json': domain } })
  try {
    await prove(await prepare(stoa))
  } finally {
    await stoa.close()
  }
}

async function prepare(stoa: TestApp): Promise<Run> {
  const ids = { FORUM: await seedCommunity(stoa), GUARDED: await seedCommunity(stoa, { tokenName: 'GUARDED' }) }
  await stoa.database.transaction(({ connection }) =>
    connection('communities').where({ id: ids.GUARDED }).update({ approve_comments: 1, approve_posts: 1 }),
  )
  const person = async (name: string, moderates: readonly TokenName[] = [], networkAdmin = false): Promise<Reader> => {
    const { id, token } = await stoa.member(name, { join: [...COMMUNITIES], networkAdmin })
    for (const tokenName of networkAdmin ? [] : moderates) {
      const role = { moderator: true, permissions: ['hideContent', 'banUser', 'editBBS', 'approveAdmin'] as const }
      await stoa.app.services.memberships.setRole(ids[tokenName], id, { ...role, permissions: [...role.permissions] })
    }
    return { name, id, token, moderates }
  }
  const authors: Reader[] = []
  for (let index = 0; index < AUTHORS; index += 1) authors.push(await person(`anna_${index}`))
  const others = [
    { name: 'visitor', id: '', token: '', moderates: [] },
    await person('reader'),
    await person('blocker'),
    await person('muter'),
    await person('ruth', ['FORUM']),
    await person('gail', ['GUARDED']),
    await person('kate', COMMUNITIES, true),
  ]
  return {
    stoa,
    random: randomNumbers(SEED),
    readers: others,
    authors,
    entries: [],
    topics: [],
    banned: new Set(),
    blocked: new Set(),
    muted: { user: new Set(), word: new Set(), topic: new Set(), community: new Set(), post: new Set() },
    communityIds: ids,
    names: new Map(),
    formerNames: [],
    gone: new Map(),
    counts: {},
    leaks: [],
    misses: [],
    comparisons: 0,
  }
}

async function prove(run: Run): Promise<void> {
  const began = performance.now()
  for (const name of ['Roads', 'Rivers', 'Rails']) {
    const moderator = run.readers.find((reader) => reader.name === 'ruth')
    const flair = await call({ run, by: moderator }, 'flairCreate', { tokenName: 'FORUM', name })
    if (flair) run.topics.push(flair.flair.id)
  }
  for (let step = 0; step < ACTIONS; step += 1) {
    run.stoa.clock.advance(100)
    if (step % 50 === 0) await renewSessions(run)
    const name = step < 20 ? 'write a post' : (pick(run, Object.keys(ACTS)) as keyof typeof ACTS)
    const affected = await ACTS[name](run)
    const outcome = affected === null ? `${name}: nothing to do or refused` : name
    run.counts[outcome] = (run.counts[outcome] ?? 0) + 1
    if (affected) await compareEntries(run, affected, `step ${step}, ${name}`)
    if ((step + 1) % COMPARED_EVERY === 0 || step === ACTIONS - 1) await compareAll(run, `step ${step}`)
  }
  for (const line of [...run.leaks, ...run.misses].slice(0, 20)) console.log(line)
  const done = Object.entries(run.counts).filter(([name]) => name in ACTS)
  report([
    {
      what: `${ACTIONS} actions in ${Math.round((performance.now() - began) / 1000)} s`,
      value: JSON.stringify(run.counts),
    },
    {
      what: 'kinds of actions taken',
      value: `${done.length} of ${Object.keys(ACTS).length}`,
      goal: 'all',
      reached: done.length === Object.keys(ACTS).length,
    },
    {
      what: 'entries and readers compared',
      value: String(run.comparisons),
      goal: 'some',
      reached: run.comparisons > 0,
    },
    {
      what: 'found although reading refuses it',
      value: String(run.leaks.length),
      goal: '0',
      reached: run.leaks.length === 0,
    },
    {
      what: 'readable in lists, but not found',
      value: String(run.misses.length),
      goal: '0',
      reached: run.misses.length === 0,
    },
  ])
}

/** Signs everybody in again, as the clock has moved. */
async function renewSessions({ stoa, readers, authors }: Run): Promise<void> {
  for (const person of [...readers, ...authors]) {
    if (person.id === '') continue
    const { signedIn } = await stoa.app.services.sessions.begin({ userId: person.id, site: '', lasting: true })
    person.token = signedIn.accessToken
  }
}

/** Makes a call; null if it is refused. */
async function call<Name extends Parameters<TestApp['call']>[0]>(
  { run: { stoa, counts }, by }: { run: Run; by: Reader | undefined },
  name: Name,
  input: CallInput<Name>,
) {
  const { status, body } = await stoa.call(name, input, by?.token ? { token: by.token } : {})
  if (status === 200) return body.payload
  if (status >= 500) throw new Error(`${name}: ${body.code}`)
  counts[`${name} ${body.code}`] = (counts[`${name} ${body.code}`] ?? 0) + 1
  return null
}

const pick = <Item>({ random }: Run, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

let markers = 0
const newMarker = () => `mk${(markers += 1)}z`

const SENTENCES = [
  'Repairs took longer than planned.',
  'Who has walked across it?',
  'Die Brücke ist wieder offen.',
  '大桥重新开放了。',
  'Le pont rouvre demain matin.',
  'Ships pass below at noon.',
]
const textOf = (run: Run, marker: string) => `${pick(run, SENTENCES)} ${COMMON} ${marker} ${pick(run, SENTENCES)}`
const paragraph = (text: string) => JSON.stringify({ blocks: [{ type: 'paragraph', data: { text } }] })

type Act = (run: Run) => Promise<Entry[] | null>

const authorOf = (run: Run, { authorId }: Entry) => run.authors.find(({ id }) => id === authorId)
const posts = ({ entries }: Run) => entries.filter(({ kind }) => kind === 'post')
const moderatorOf = (run: Run, tokenName: TokenName) =>
  pick(
    run,
    run.readers.filter(({ moderates }) => moderates.includes(tokenName)),
  )

async function writePost(run: Run, saveAsDraft: boolean): Promise<[Entry] | null> {
  if (run.entries.length >= ENTRIES_MAX) return null
  const author = pick(run, run.authors)
  const tokenName = pick(run, COMMUNITIES)
  const marker = newMarker()
  const isInTitle = run.random() < 0.5
  const title = isInTitle ? `A ${COMMON} called ${marker}` : pick(run, SENTENCES)
  const text = isInTitle ? pick(run, SENTENCES) : textOf(run, marker)
  const input = {
    tokenName,
    title,
    postContent: paragraph(text),
    saveAsDraft,
    ...(tokenName === 'FORUM' && run.topics.length > 0 ? { flairId: pick(run, run.topics) } : {}),
  }
  const created = await call({ run, by: author }, 'postCreate', input)
  if (!created) return null
  const entry: Entry = {
    kind: 'post',
    id: created.post.id,
    postId: created.post.id,
    authorId: author.id,
    tokenName,
    marker,
    isInTitle,
    texts: [title, text],
  }
  run.entries.push(entry)
  return [entry]
}

/** A post with its comments, a comment alone. */
const withComments = (run: Run, entry: Entry) =>
  entry.kind === 'comment' ? [entry] : run.entries.filter(({ postId }) => postId === entry.id)

async function setHidden(
  run: Run,
  entry: Entry | undefined,
  { hidden, by }: { hidden: boolean; by: Reader | undefined },
): Promise<Entry[] | null> {
  if (!entry || !by) return null
  const about = { tokenName: entry.tokenName, hidden }
  // A moderator says why.
  const why = hidden && by.moderates.length > 0 ? { reason: 'spam' as const } : {}
  const changed =
    entry.kind === 'post'
      ? await call({ run, by: by }, 'postDelete', { ...about, ...why, postId: entry.id })
      : await call({ run, by: by }, 'commentDelete', { ...about, ...why, commentId: entry.id })
  return changed && withComments(run, entry)
}

async function removeAccount(run: Run, author: Reader, change: () => Promise<void>): Promise<void> {
  await change()
  run.gone.set(author.id, author.name)
  run.authors.splice(run.authors.indexOf(author), 1)
  run.banned.delete(author.id)
  run.blocked.delete(author.id)
  run.muted.user.delete(author.id)
  run.names.delete(author.id)
  const name = `anna_${AUTHORS + run.gone.size}`
  const { id, token } = await run.stoa.member(name, { join: [...COMMUNITIES] })
  run.authors.push({ name, id, token, moderates: [] })
}

const ACTS = {
  'write a post': (run) => writePost(run, false),
  'save a draft': (run) => writePost(run, true),
  comment: (run) => comment(run),
  'comment again': (run) => comment(run),
  async 'edit a post'(run) {
    const entry = pick(run, posts(run))
    const author = entry && authorOf(run, entry)
    if (!author) return null
    const former = entry.marker
    const marker = newMarker()
    const [title, text] = [`The ${COMMON} ${marker}`, textOf(run, marker)]
    const about = { tokenName: entry.tokenName, postId: entry.id, title }
    const topic = entry.tokenName === 'FORUM' ? { flairId: pick(run, run.topics) } : {}
    const input = { ...about, ...topic, postContent: paragraph(text), saveAsDraft: run.random() < 0.5 }
    if (!(await call({ run, by: author }, 'postEdit', input))) return null
    Object.assign(entry, { marker, isInTitle: true, texts: [title, text] })
    await expectForgotten(run, former, 'edit a post')
    return [entry]
  },
  async 'edit a comment'(run) {
    const entry = pick(
      run,
      run.entries.filter(({ kind }) => kind === 'comment'),
    )
    const author = entry && authorOf(run, entry)
    if (!author) return null
    const former = entry.marker
    const marker = newMarker()
    const content = textOf(run, marker)
    const input = { tokenName: entry.tokenName, commentId: entry.id, content }
    if (!(await call({ run, by: author }, 'commentEdit', input))) return null
    Object.assign(entry, { marker, texts: [content] })
    await expectForgotten(run, former, 'edit a comment')
    return [entry]
  },
  'hide as a moderator': (run) => {
    const entry = pick(run, run.entries)
    return setHidden(run, entry, { hidden: true, by: entry && moderatorOf(run, entry.tokenName) })
  },
  'restore as a moderator': (run) => {
    const entry = pick(run, run.entries)
    return setHidden(run, entry, { hidden: false, by: entry && moderatorOf(run, entry.tokenName) })
  },
  'hide as the author': (run) => {
    const entry = pick(run, run.entries)
    return setHidden(run, entry, { hidden: true, by: entry && authorOf(run, entry) })
  },
  'restore as the author': (run) => {
    const entry = pick(run, run.entries)
    return setHidden(run, entry, { hidden: false, by: entry && authorOf(run, entry) })
  },
  async 'decide on a pending post'(run) {
    const entry = pick(
      run,
      posts(run).filter(({ tokenName }) => tokenName === 'GUARDED'),
    )
    if (!entry) return null
    const input = { postId: entry.id, approve: run.random() < 0.7 }
    const decided = await call({ run, by: moderatorOf(run, 'GUARDED') }, 'postApprove', {
      ...input,
      ...(input.approve ? {} : { reason: 'spam' as const }),
    })
    return decided && withComments(run, entry)
  },
  async 'delete for good'(run) {
    const entry = pick(run, run.entries)
    const author = entry && authorOf(run, entry)
    if (!author || run.random() < 0.3) return null
    const about = { tokenName: entry.tokenName }
    const which = entry.kind === 'post' ? { postId: entry.id } : { commentId: entry.id }
    return (await call({ run, by: author }, 'contentDelete', { ...about, ...which })) && withComments(run, entry)
  },
  async 'ban and hide everything'(run) {
    const author = pick(run, run.authors)
    if (run.banned.has(author.id) || run.banned.size >= AUTHORS - 2) return null
    const input = {
      tokenName: 'FORUM',
      banUserId: author.id,
      ban: true,
      hideContent: run.random() < 0.7,
      reason: 'Spam',
    }
    if (!(await call({ run, by: moderatorOf(run, 'FORUM') }, 'userBan', input))) return null
    run.banned.add(author.id)
    return run.entries.filter(({ authorId }) => authorId === author.id)
  },
  async 'lift a ban'(run) {
    const banned = pick(run, [...run.banned])
    if (!banned) return null
    const input = { tokenName: 'FORUM', banUserId: banned, ban: false }
    if (!(await call({ run, by: moderatorOf(run, 'FORUM') }, 'userBan', input))) return null
    run.banned.delete(banned)
    return run.entries.filter(({ authorId }) => authorId === banned)
  },
  async 'delete an account'(run) {
    if (run.random() < 0.6) return null
    const author = pick(run, run.authors)
    const { database, app } = run.stoa
    const content = run.random() < 0.5 ? 'keep' : 'remove'
    await removeAccount(run, author, () =>
      database.transaction((tx) => app.services.deletions.requestFor(tx, author.id, { content, from: 'Forum' })),
    )
    return run.entries.filter(({ authorId }) => authorId === author.id)
  },
  async 'merge two accounts'(run) {
    const [from, into] = [pick(run, run.authors), pick(run, run.authors)]
    if (from === into || run.banned.has(from.id) || run.random() < 0.5) return null
    const { database, app } = run.stoa
    const [isBlocked, isMuted] = [run.blocked.has(from.id), run.muted.user.has(from.id)]
    try {
      await removeAccount(run, from, () =>
        database.transaction((tx) =>
          app.services.merges.mergeFor(tx, { fromId: from.id, intoId: into.id, from: 'Forum' }),
        ),
      )
    } catch (error) {
      // Others have been merged into it.
      if ((error as { code?: string }).code === 'MERGE_REFUSED') return null
      throw error
    }
    if (isBlocked) run.blocked.add(into.id)
    if (isMuted) run.muted.user.add(into.id)
    // Whom a viewer has blocked is cached for at most a second.
    run.stoa.clock.advance(1000)
    const moved = run.entries.filter(({ authorId }) => authorId === from.id)
    for (const entry of moved) entry.authorId = into.id
    return moved
  },
  async 'give another topic'(run) {
    const entry = pick(
      run,
      posts(run).filter(({ tokenName }) => tokenName === 'FORUM'),
    )
    if (!entry) return null
    const input = { tokenName: 'FORUM', postId: entry.id, flairId: pick(run, run.topics) }
    return (await call({ run, by: moderatorOf(run, 'FORUM') }, 'flairAttach', input)) && [entry]
  },
  async 'merge two topics'(run) {
    if (run.random() < 0.5) return null
    const moderator = moderatorOf(run, 'FORUM')
    const [flairId = '', intoFlairId = ''] = run.topics
    if (run.muted.topic.has(flairId)) return null
    if (!(await call({ run, by: moderator }, 'flairDelete', { tokenName: 'FORUM', flairId, intoFlairId }))) return null
    run.topics.shift()
    const name = `Topic ${newMarker()}`
    const created = await call({ run, by: moderator }, 'flairCreate', { tokenName: 'FORUM', name })
    if (created) run.topics.push(created.flair.id)
    return posts(run).slice(0, 3)
  },
  async 'block or unblock'(run) {
    const author = pick(run, run.authors)
    const block = !run.blocked.has(author.id)
    const blocker = run.readers.find(({ name }) => name === 'blocker')
    if (!(await call({ run, by: blocker }, 'dmBlock', { blockUserId: author.id, block }))) return null
    if (block) run.blocked.add(author.id)
    else run.blocked.delete(author.id)
    return run.entries.filter(({ authorId }) => authorId === author.id)
  },
  async 'schedule a post'(run) {
    const draft = await writePost(run, true)
    const [entry] = draft ?? []
    if (!entry) return null
    const input = { tokenName: entry.tokenName, postId: entry.id, scheduledAt: run.stoa.clock.now() + 3000 }
    return (await call({ run, by: authorOf(run, entry) }, 'postDraftSchedule', input)) && [entry]
  },
  async 'publish what is due'(run) {
    await run.stoa.app.jobs.runScheduled()
    await run.stoa.app.jobs.drain()
    const { entries } = run
    return entries.length === 0 ? null : posts(run).slice(-4)
  },
  async 'list or unlist a post'(run) {
    const entry = pick(run, posts(run))
    if (!entry) return null
    // As operators do with posts of articles.
    const { database, app, clock } = run.stoa
    const row = await database.read('posts').where({ id: entry.id }).first('status')
    const status = Number(row?.status)
    if (status !== PostStatus.published && status !== PostStatus.unlisted) return null
    const other = status === PostStatus.published ? PostStatus.unlisted : PostStatus.published
    await database.transaction(({ connection }) =>
      connection('posts').where({ id: entry.id }).update({ status: other, updated_at: clock.now() }),
    )
    app.services.searchIndex.note({ kind: 'post', id: entry.id })
    return withComments(run, entry)
  },
  async 'mute or unmute'(run) {
    const type = pick(run, Object.keys(run.muted)) as keyof Muted
    const known = run.muted[type]
    const choices = {
      user: run.authors.map(({ id }) => id),
      word: MUTED_WORDS,
      topic: run.topics,
      community: Object.values(run.communityIds),
      post: posts(run).map(({ id }) => id),
    }
    const isUndone = known.size > 1 || (known.size === 1 && run.random() < 0.4)
    const chosen = isUndone ? pick(run, [...known]) : pick(run, choices[type])
    if (chosen === undefined) return null
    const block = !known.has(chosen)
    const muter = run.readers.find(({ name }) => name === 'muter')
    const what = type === 'word' ? { text: chosen } : { entityId: chosen }
    if (!(await call({ run, by: muter }, 'notificationBlock', { entityType: type, ...what, block }))) return null
    if (block) known.add(chosen)
    else known.delete(chosen)
    return run.entries.slice(-4)
  },
  async 'choose another name'(run) {
    const author = pick(run, run.authors)
    const marker = newMarker()
    if (!(await call({ run, by: author }, 'userEdit', { profileName: `Anna ${marker}` }))) return null
    const former = run.names.get(author.id)
    if (former !== undefined) run.formerNames.push(former)
    run.names.set(author.id, marker)
    return []
  },
} satisfies Record<string, Act>

/** Words of some texts, in scripts with and without spaces. */
const MUTED_WORDS = ['planned', 'walked', 'brucke', '大桥', 'rouvre demain', 'NOON']

async function comment(run: Run): Promise<Entry[] | null> {
  const post = pick(run, posts(run))
  if (!post || run.entries.length >= ENTRIES_MAX) return null
  const author = pick(run, run.authors)
  const marker = newMarker()
  const content = textOf(run, marker)
  const input = { tokenName: post.tokenName, postId: post.id, content }
  const created = await call({ run, by: author }, 'commentCreate', input)
  if (!created) return null
  const { id } = created.comment
  const { tokenName } = post
  const entry: Entry = {
    kind: 'comment',
    id,
    postId: post.id,
    authorId: author.id,
    tokenName,
    marker,
    isInTitle: false,
    texts: [content],
  }
  run.entries.push(entry)
  return [entry]
}

/** Waits until the index has what was written. */
async function indexed({ stoa }: Run): Promise<void> {
  await stoa.app.background.settled()
  await stoa.app.services.searchIndex.settle()
  await stoa.app.services.searchIndex.catchUp()
}

/** A word that an edit removed is found by nobody. */
async function expectForgotten(run: Run, marker: string, what: string): Promise<void> {
  await indexed(run)
  for (const reader of [...run.readers, ...run.authors]) {
    for (const kind of ['post', 'comment'] as const) {
      if ((await found(run, { reader, kind, query: marker })).size > 0) {
        run.leaks.push(`${what}: ${reader.name} finds ${marker}, which was edited out`)
      }
    }
  }
}

/** Ids that a reader finds. */
async function found(
  { stoa, leaks }: Run,
  { reader, kind, query }: { reader: Reader; kind: Entry['kind']; query: string },
): Promise<Set<string>> {
  const ids = new Set<string>()
  const options = reader.token ? { token: reader.token } : {}
  for (let cursor: string | undefined, total: number | null = null; ; ) {
    const input = { query, sort: 'new' as const, limit: 500, ...(cursor ? { cursor } : {}) }
    const answer =
      kind === 'post'
        ? await stoa.call('searchPosts', input, options)
        : await stoa.call('searchComments', input, options)
    if (answer.status !== 200) throw new Error(`search: ${answer.body.code}`)
    const { items, cursor: next, total: counted } = answer.body.payload
    for (const item of items) ids.add('comment' in item ? item.comment.id : item.post.id)
    total ??= counted
    if (next) {
      cursor = next
      continue
    }
    if (total !== ids.size) leaks.push(`${reader.name} finds ${ids.size} of ${total} for ${query}`)
    return ids
  }
}

interface Reading {
  isReadable: boolean
  status: number
}

/** What a reader gets of an entry. */
async function reading({ stoa }: Run, reader: Reader, entry: Entry): Promise<Reading> {
  const options = reader.token ? { token: reader.token } : {}
  if (entry.kind === 'post') {
    const { status, body } = await stoa.call('postGet', { idOrSlug: entry.id }, options)
    const isReadable = status === 200 && JSON.stringify(body.payload.post).includes(entry.marker)
    return { isReadable, status: isReadable ? body.payload.post.status : -1 }
  }
  const { status, body } = await stoa.call('commentGet', { commentId: entry.id }, options)
  const isReadable = status === 200 && (body.payload.comment.content ?? '').includes(entry.marker)
  return { isReadable, status: isReadable ? body.payload.comment.status : -1 }
}

/** Whether what has this status is in lists that the reader gets. */
const isListed = (reader: Reader, { tokenName }: Entry, status: number) =>
  status === CommentStatus.published || (reader.moderates.includes(tokenName) && MODERATED.has(status))

/** Whether a reader has blocked or muted an entry. */
async function isUnwanted(run: Run, reader: Reader, entry: Entry): Promise<boolean> {
  if (reader.name === 'blocker') return run.blocked.has(entry.authorId)
  if (reader.name !== 'muter') return false
  const { user, word, topic, community, post } = run.muted
  if (user.has(entry.authorId) || post.has(entry.postId)) return true
  if (community.has(run.communityIds[entry.tokenName]) || containsWord([...word], entry.texts)) return true
  const row = await run.stoa.database.read('posts').where({ id: entry.postId }).first('flair_id')
  return topic.has(String(row?.flair_id))
}

/** Whether a reader has blocked or muted an author. */
const isAvoided = (run: Run, reader: Reader, authorId: string) =>
  (reader.name === 'blocker' && run.blocked.has(authorId)) || (reader.name === 'muter' && run.muted.user.has(authorId))

/** Compares what a reader finds of an entry with what the reader may read. */
async function compare(
  run: Run,
  about: { reader: Reader; entry: Entry; isFound: boolean; isIndexed: boolean; when: string },
): Promise<void> {
  const { reader, entry, isFound, isIndexed, when } = about
  const { isReadable, status } = await reading(run, reader, entry)
  const post = run.entries.find(({ id }) => id === entry.postId)
  const above = entry.kind === 'comment' && post ? await reading(run, reader, post) : null
  const isInList =
    isReadable && isListed(reader, entry, status) && (above === null || isListed(reader, entry, above.status))
  const isHidden = await isUnwanted(run, reader, entry)
  const what = `${when}: ${reader.name}, ${entry.kind} ${entry.marker} in ${entry.tokenName}, status ${status}`
  run.comparisons += 1
  if (isFound && (!isInList || isHidden)) {
    // A deletion goes on in between.
    const again = isIndexed ? null : await found(run, { reader, kind: entry.kind, query: entry.marker })
    if (again === null || again.has(entry.id)) run.leaks.push(`found: ${what}`)
  }
  if (isFound || !isIndexed || !isInList || isHidden) return
  // What is under a post that the reader avoids may be found or not.
  if (above !== null && post && isAvoided(run, reader, post.authorId)) return
  // A deleted account stays blocked until its texts have no author.
  if ((reader.name === 'blocker' || reader.name === 'muter') && run.gone.has(entry.authorId)) return
  run.misses.push(`not found: ${what}`)
}

/** Compares some entries right after a change, then when they are indexed. */
async function compareEntries(run: Run, affected: Entry[], when: string): Promise<void> {
  const entries = affected.slice(-4)
  for (const isIndexed of [false, true]) {
    if (isIndexed) await indexed(run)
    for (const reader of [...run.readers, ...run.authors]) {
      for (const entry of entries) {
        const ids = await found(run, { reader, kind: entry.kind, query: entry.marker })
        await compare(run, { reader, entry, isFound: ids.has(entry.id), isIndexed, when })
      }
    }
  }
}

/** Compares everything, with what a word finds that all texts have. */
async function compareAll(run: Run, when: string): Promise<void> {
  await indexed(run)
  for (const reader of [...run.readers, ...run.authors]) {
    const ids = {
      post: await found(run, { reader, kind: 'post', query: COMMON }),
      comment: await found(run, { reader, kind: 'comment', query: COMMON }),
    }
    for (const entry of run.entries) {
      await compare(run, { reader, entry, isFound: ids[entry.kind].has(entry.id), isIndexed: true, when })
    }
    await compareDomain(run, { reader, ids, when })
    await compareSuggestions(run, { reader, ids: ids.post, when })
    await comparePeople(run, reader, when)
    await compareCommunities(run, reader, when)
  }
}

/** Makes a call on the domain that shows one community. */
async function onDomain<Name extends CallName>(
  { stoa }: Run,
  { reader, path, input }: { reader: Reader; path: string; input: object },
): Promise<CallOutput<Name>> {
  const headers = {
    host: DOMAIN.host,
    'content-type': 'application/json',
    ...(reader.token ? { authorization: `Bearer ${reader.token}` } : {}),
  }
  const { status, body } = await requestAsHost(stoa, `/api/search/${path}`, {
    headers,
    requestBody: JSON.stringify(input),
  })
  if (status !== 200) throw new Error(`${path} on a domain: ${body.code}`)
  return body.payload as CallOutput<Name>
}

/** On a domain with one community, its texts are found that are found elsewhere, and no others. */
async function compareDomain(
  run: Run,
  { reader, ids, when }: { reader: Reader; ids: Record<Entry['kind'], Set<string>>; when: string },
): Promise<void> {
  const about = { reader, input: { query: COMMON, limit: 500 } }
  const { items } = await onDomain<'searchPosts'>(run, { ...about, path: 'posts' })
  const said = await onDomain<'searchComments'>(run, { ...about, path: 'comments' })
  const here = new Set([...items.map(({ post }) => post.id), ...said.items.map(({ comment }) => comment.id)])
  const isMuted = reader.name === 'muter' && run.muted.community.has(run.communityIds[DOMAIN.tokenName])
  for (const { kind, id, tokenName, marker } of run.entries) {
    run.comparisons += 1
    const isExpected = tokenName === DOMAIN.tokenName && ids[kind].has(id)
    const what = `${when}: ${reader.name}, ${kind} ${marker} on the domain`
    if (here.has(id) && tokenName !== DOMAIN.tokenName) run.leaks.push(`found: ${what}`)
    // There, a muted community is the one that is searched.
    else if (here.has(id) && !isExpected && !isMuted) run.leaks.push(`found: ${what}`)
    else if (!here.has(id) && isExpected) run.misses.push(`not found: ${what}`)
  }
}

/** Titles that are found are suggested, and no others. */
async function compareSuggestions(
  run: Run,
  { reader, ids, when }: { reader: Reader; ids: Set<string>; when: string },
): Promise<void> {
  const titled = posts(run).filter(({ isInTitle }) => isInTitle)
  for (let count = 0; count < SUGGESTED_AT_ONCE; count += 1) {
    const entry = pick(run, titled)
    if (!entry) return
    const suggested = await call({ run, by: reader }, 'searchSuggestions', { query: entry.marker })
    const isSuggested = suggested?.posts.some(({ id }) => id === entry.id) ?? false
    run.comparisons += 1
    const what = `${when}: ${reader.name}, ${entry.marker}`
    if (isSuggested && !ids.has(entry.id)) run.leaks.push(`suggested: ${what}`)
    if (!isSuggested && ids.has(entry.id)) run.misses.push(`not suggested: ${what}`)
  }
}

/** People are found and suggested by their names, but neither those who are gone, nor by former names. */
async function comparePeople(run: Run, reader: Reader, when: string): Promise<void> {
  const named = async (query: string) => {
    const people = await call({ run, by: reader }, 'searchUsers', { query, limit: 100 })
    return new Set(people?.items.map(({ user }) => user.id))
  }
  for (const [id, name] of run.gone) {
    run.comparisons += 1
    if ((await named(name)).has(id)) run.leaks.push(`${when}: ${reader.name} finds ${name}, who is gone`)
  }
  for (const name of run.formerNames.slice(-3)) {
    if ((await named(name)).size > 0) run.leaks.push(`${when}: ${reader.name} finds the former name ${name}`)
  }
  for (const { id, name } of run.authors) {
    for (const query of [name, run.names.get(id) ?? name]) {
      run.comparisons += 1
      const isFound = (await named(query)).has(id)
      const isExpected = !isAvoided(run, reader, id)
      if (isFound !== isExpected) run[isFound ? 'leaks' : 'misses'].push(`${when}: ${reader.name}, person ${query}`)
    }
  }
  const isBlocked = run.blocked.has(reader.id)
  const suggested = await call({ run, by: reader }, 'searchSuggestions', { query: 'blocker' })
  const isSuggested = suggested?.people.some(({ username }) => username === 'blocker') ?? false
  if (isSuggested === isBlocked) run[isBlocked ? 'leaks' : 'misses'].push(`${when}: ${reader.name}, blocker suggested`)
}

/** Communities are found unless they are muted; on a domain only its own. */
async function compareCommunities(run: Run, reader: Reader, when: string): Promise<void> {
  for (const tokenName of COMMUNITIES) {
    run.comparisons += 1
    const isMuted = reader.name === 'muter' && run.muted.community.has(run.communityIds[tokenName])
    const found = await call({ run, by: reader }, 'searchCommunities', { query: tokenName })
    const isFound = found?.items.some(({ community }) => community.tokenName === tokenName) ?? false
    if (isFound === isMuted) run[isFound ? 'leaks' : 'misses'].push(`${when}: ${reader.name}, community ${tokenName}`)
    const about = { reader, path: 'communities', input: { query: tokenName } }
    const { items } = await onDomain<'searchCommunities'>(run, about)
    if (items.some(({ community }) => community.tokenName !== DOMAIN.tokenName)) {
      run.leaks.push(`${when}: ${reader.name}, community ${tokenName} on the domain`)
    }
  }
}

/** Random numbers in [0, 1), reproducible by seed (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
