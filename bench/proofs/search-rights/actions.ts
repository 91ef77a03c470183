import { PostStatus } from '@stoa/contract'
import { expectForgotten } from './comparisons.ts'
import {
  AUTHORS,
  COMMON,
  COMMUNITIES,
  call,
  type Entry,
  type Muted,
  newMarker,
  pick,
  posts,
  type Reader,
  type Run,
  type TokenName,
} from './run.ts'

const ENTRIES_MAX = 120

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
const moderatorOf = (run: Run, tokenName: TokenName) =>
  pick(
    run,
    run.readers.filter(({ moderates }) => moderates.includes(tokenName)),
  )

/** Writes a post or a draft as a random author. */
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

/** What happens in a run; each returns the entries that it affects, null if it did nothing. */
export const ACTS = {
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
      database.transaction((tx) =>
        app.services.deletions.requestFor(tx, author.id, { content, domain: app.services.domains.all[0] }),
      ),
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
          app.services.merges.mergeFor(tx, { fromId: from.id, intoId: into.id, domain: app.services.domains.all[0] }),
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
    await database.transaction(async (tx) => {
      await tx.connection('posts').where({ id: entry.id }).update({ status: other, updated_at: clock.now() })
      // Answers to visitors are cached until then.
      app.events.publish(tx, { name: 'post.changed', payload: { postId: entry.id, post: null } })
    })
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
