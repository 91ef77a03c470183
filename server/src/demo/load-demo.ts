import type { ContentBlock, Me, Permission } from '@stoa/contract'
import { type App, createApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createPasswords } from '../domains/people/auth/index.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { createIds } from '../platform/ids.ts'
import type { Logger } from '../platform/logging/logger.ts'
import { type DemoPost } from './blocks.ts'
import { articleTalk, type DemoComment, type DemoReply } from './comments.ts'
import { enableMoney, giveMoney } from './money.ts'
import { communities, DEMO_PASSWORD, type DemoName, media, people, portraitOf } from './people.ts'
import { posts } from './posts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** When the demo starts; before the oldest post. */
const BEGINNING = 45 * 24 * HOUR
/** Age of the partner's article. */
const ARTICLE_AGE = 26 * HOUR
const AFTERWARD = HOUR
/** Time between two people's first visits. */
const NEXT_PERSON = 7 * HOUR

/** How long after something the reaction with this index follows: most come early. */
const reactionDelay = (index: number) => (index + 1) ** 2 * 13 * MINUTE

interface Dependencies {
  config: Config
  database: Database
  logger: Logger
  partnerUrl: string
  /** The current time, in ms. */
  now: number
}

const FOLLOWS: [DemoName, DemoName][] = [
  ['demo_emi', 'demo_cleo'],
  ['demo_emi', 'demo_juno'],
  ['demo_nia', 'demo_juno'],
  ['demo_faye', 'demo_emi'],
  ['demo_hana', 'demo_emi'],
  ['demo_kit', 'demo_ada'],
  ['demo_lou', 'demo_ada'],
]

const MODERATOR: Permission[] = [
  'hideContent',
  'hidePremiumContent',
  'pinPost',
  'banUser',
  'whitelistUser',
  'editBBS',
  'blockChat',
]

/** Whether this database contains the demo. */
export async function hasDemo({ services }: App): Promise<boolean> {
  return (await services.accounts.profilesByUsername([people[0].username])).length > 0
}

/**
 * Fills an empty database with the demo. Everything goes through the services, as if people did it, at the simulated
 * times: a separate application runs through the weeks. Uses few transactions, each with one flush to the disk.
 */
export async function loadDemo({ config, database, logger, partnerUrl, now }: Dependencies): Promise<void> {
  let time = now - BEGINNING
  const app = createApp({ config, database, logger, clock: { now: () => time } })
  const { services } = app
  if ((await services.communities.list({ limit: 1 })).items.length > 0) return
  if ((await services.accounts.listByUsername('', { after: '', limit: 1 })).length > 0) return
  const at = (when: number) => {
    time = Math.min(when, now)
  }
  const passwordHash = await createPasswords().hash(DEMO_PASSWORD)
  const articleUrl = `${partnerUrl}/articles/footbridge-reopens.html`

  await settle(app, { passwordHash, partnerUrl, nextPerson: () => at(time + NEXT_PERSON) })
  const viewers = await viewersOf(app)
  await database.transaction((tx) => introduce({ app, viewers, at }, tx))
  const threads = await database.transaction(async (tx) => {
    const begun = new Map<string, Thread>()
    for (const post of posts) {
      at(now - post.age * HOUR)
      const parentPostId = begun.get(post.respondsTo ?? '')?.id
      const begin = time
      const place = await publish({ app, viewers, at }, tx, { post, parentPostId, begin, partnerUrl })
      begun.set(post.title, { ...place, title: post.title, begin, talk: post.comments ?? [] })
    }
    return [...begun.values()]
  })
  at(now - ARTICLE_AGE)
  const articlePostId = await beginArticle(app, { database, viewers, articleUrl })
  threads.push({ id: articlePostId, tokenName: 'FORUM', title: '', begin: time, talk: articleTalk })

  const context = { app, viewers, at }
  const writtenComments = await database.transaction((tx) => comment(context, tx, threads))
  const replies = await database.transaction((tx) => reply(context, tx, writtenComments))
  await database.transaction((tx) => follow(context, tx, [...writtenComments, ...replies]))
  await database.transaction((tx) => settleDown(context, tx, { threads, now }))
  await database.transaction((tx) => giveMoney(context, tx, threads))
  if (!config.domainsFromFiles) await enableMoney(app, database)
  at(now)
  await services.posts.refreshHot()
  await app.background.settled()
  await database.transaction((tx) => backdate(tx, now))
  await app.events.flush()
}

/**
 * Dates notifications like the posts and comments they are about, and spreads the others over the weeks, because they
 * were made at the end of loading. None of them is mailed.
 */
async function backdate({ connection }: Transaction, now: number): Promise<void> {
  const causes = await connection('notification_causes as cause')
    .leftJoin('posts as post', 'post.id', 'cause.post_id')
    .leftJoin('comments as comment', 'comment.id', 'cause.comment_id')
    .leftJoin('notifications as notification', 'notification.id', 'cause.notification_id')
    .select<DatedCause[]>('cause.recipient_id', 'cause.cause_id', 'cause.notification_id', 'notification.kind', {
      post_at: 'post.created_at',
      comment_at: 'comment.created_at',
    })
  const latest = new Map<string, number>()
  for (const [index, cause] of causes.entries()) {
    const { recipient_id, cause_id, notification_id, kind } = cause
    const about = Number(cause.comment_at ?? cause.post_at ?? 0)
    const isLater = kind === 'moderation'
    const time = about > 0 ? Math.min(about + (isLater ? AFTERWARD : MINUTE), now) : now - (1 + (index % 12)) * 3 * DAY
    await connection('notification_causes')
      .where({ recipient_id, cause_id })
      .update({ created_at: time, to_mail: 0, mailed: 1 })
    latest.set(notification_id, Math.max(time, latest.get(notification_id) ?? 0))
  }
  for (const [id, time] of latest) {
    await connection('notifications')
      .where({ id })
      .update({ latest: createIds({ now: () => time }).next() })
  }
}

/** A notification's cause with the times of what it is about. */
interface DatedCause {
  recipient_id: string
  cause_id: string
  notification_id: string
  kind: string
  post_at: number | null
  comment_at: number | null
}

type Viewers = Record<DemoName, Me>

interface Thread {
  id: string
  tokenName: string
  title: string
  begin: number
  talk: DemoComment[]
}

/** A comment or reply already created. */
interface WrittenComment {
  id: string
  tokenName: string
  postId: string
  at: number
  source: DemoComment
}

interface Context {
  app: App
  viewers: Viewers
  /** Sets the simulated time, but never past the present. */
  at: (when: number) => void
}

/** `demo_ada` has the address ada@lower-mill.example, which leads nowhere. */
const emailOf = (username: DemoName) => `${username.replace('demo_', '')}@lower-mill.example`

/** Creates communities, people and their roles. */
async function settle(
  { services }: App,
  about: { passwordHash: string; partnerUrl: string; nextPerson: () => void },
): Promise<void> {
  const { accounts, communities: places, memberships, partnerOrigins } = services
  for (const { logo: _, ...community } of communities) await places.create({ ...community, creatorId: '' })
  const forum = await places.require('FORUM')
  await partnerOrigins.register(forum.id, about.partnerUrl)
  for (const { username, role, joined, ...person } of people) {
    about.nextPerson()
    const id = await accounts.create({ username, email: emailOf(username), passwordHash: about.passwordHash })
    if (role === 'admin') await accounts.setNetworkAdmin(username, true)
    if ('owns' in person) await memberships.setRole((await places.require(person.owns)).id, id, { owner: true })
    if (role === 'moderator') await memberships.setRole(forum.id, id, { moderator: true, permissions: MODERATOR })
    if (role === 'partner') await memberships.setRole(forum.id, id, { canSell: true })
    const viewer = await memberships.viewer(id, '')
    if (!viewer) continue
    for (const tokenName of joined) await memberships.join(viewer, { tokenName, join: true })
  }
}

/** Sets names, portraits and logos. */
async function introduce({ app, viewers }: Context, tx: Transaction): Promise<void> {
  const { profiles, communitySettings } = app.services
  for (const { username, name, title, about } of people) {
    const profileImage = portraitOf({ username })
    const profile = { profileName: name, profileTitle: title, profileAbout: about, profileImage }
    await profiles.edit(viewers[username], profile, tx)
  }
  for (const { tokenName, logo, banner, accent } of communities) {
    const looks = { logoImageURI: media(logo), bannerImageURI: media(banner), accent }
    await communitySettings.edit(tx, viewers.demo_admin, { tokenName, ...looks })
  }
}

/** Adds saved posts and follows, and bans a person. */
async function settleDown(
  { app, viewers, at }: Context,
  tx: Transaction,
  { threads, now }: { threads: Thread[]; now: number },
): Promise<void> {
  const { follows, moderation, saves } = app.services
  for (const { id: entityId, begin, talk } of threads) {
    at(begin + DAY)
    if (talk.length > 3) await saves.set(viewers.demo_emi, { entityType: 'Post', entityId, mark: true }, { tx })
  }
  for (const [index, [follower, followed]] of FOLLOWS.entries()) {
    at(now - (index + 1) * 4 * DAY)
    await follows.set(viewers[follower], { followedUserId: viewers[followed].id, follow: true }, tx)
  }
  at(now - AFTERWARD)
  const reason = 'Kept arguing with people instead of the plan'
  const ban = { tokenName: 'FORUM', ban: true, banUserId: viewers.demo_mo.id, timeframe: 0, reason } as const
  await moderation.ban(viewers.demo_ben, ban, tx)
}

async function viewersOf({ services: { accounts, memberships } }: App): Promise<Viewers> {
  const profiles = await accounts.profilesByUsername(people.map(({ username }) => username))
  const viewers = await Promise.all(profiles.map(({ id }) => memberships.viewer(id, '')))
  return Object.fromEntries(viewers.flatMap((viewer) => (viewer ? [[viewer.username, viewer]] : []))) as Viewers
}

async function publish(
  { app, viewers, at }: Context,
  tx: Transaction,
  about: { post: DemoPost; parentPostId: string | undefined; begin: number; partnerUrl: string },
) {
  const { post, begin, partnerUrl } = about
  const { communities: places, posts: service, voting } = app.services
  const { activeFlairs } = await places.get(post.tokenName, tx)
  const flair = activeFlairs.find(({ name }) => name === post.flair)
  const { id, tokenName } = await service.create(
    viewers[post.by],
    {
      tokenName: post.tokenName,
      kind: post.kind ?? 'community',
      title: post.title,
      ...(about.parentPostId ? { parentPostId: about.parentPostId } : {}),
      postContent: document(post.blocks).replaceAll('{PARTNER_URL}', partnerUrl),
      heroImage: drawing(post.hero),
      featuredImage: drawing(post.preview),
      saveAsDraft: false,
      ...(flair ? { flairId: flair.id } : {}),
      ...(post.poll ? { pollOptions: post.poll.options, pollSettings: post.poll.settings ?? {} } : {}),
    },
    { tx },
  )
  if (post.tokenName === 'DARKSKY' && !post.isPending && post.by !== 'demo_juno')
    await service.approve(viewers.demo_juno, { postId: id, approve: true }, { tx })
  for (const [index, [name, selectedOptionIndex]] of Object.entries(post.poll?.votes ?? {}).entries()) {
    at(begin + reactionDelay(index))
    await voting.vote(viewers[name as DemoName], { postId: id, selectedOptionIndex }, { tx })
  }
  if (post.isPinned) await service.pin(viewers.demo_admin, { postId: id, tokenName, isPinned: true }, tx)
  await react({ app, viewers, at }, tx, { ...post, begin, entityId: id, entityType: 'Post' })
  for (let visit = 0; visit < post.views; visit += 1)
    await service.view(null, { postId: id, visitorId: '', address: `192.0.${visit >> 8}.${visit & 255}` }, tx)
  return { id, tokenName }
}

interface Reactions extends Pick<DemoReply, 'up' | 'down'> {
  entityId: string
  entityType: 'Post' | 'Comment'
  /** When it was published. */
  begin: number
}

/** Adds reactions, one after the other. */
async function react({ app, viewers, at }: Context, tx: Transaction, about: Reactions): Promise<void> {
  const { entityId, entityType, begin, up = [], down = [] } = about
  const all = [
    ...up.map((name) => ({ name, reactionName: 'thumb-up' as const })),
    ...down.map((name) => ({ name, reactionName: 'thumb-down' as const })),
  ]
  for (const [index, { name, reactionName }] of all.entries()) {
    at(begin + reactionDelay(index))
    await app.services.reactions.react(viewers[name], { entityId, entityType, reactionName }, { tx })
  }
}

const drawing = (name: string | undefined) => (name ? { url: media(name), width: 960, height: 540 } : null)

function document(blocks: ContentBlock[]): string {
  return JSON.stringify({ blocks })
}

/** The first reaction creates the article's post, as usual. Then adds a poll. */
async function beginArticle(
  app: App,
  about: { database: Database; viewers: Viewers; articleUrl: string },
): Promise<string> {
  const { articles, reactions, polls, voting } = app.services
  const { database, viewers, articleUrl } = about
  const target = { tokenName: 'FORUM', article: { url: articleUrl } }
  const postId = await articles.onPost(target, async (entityId, tx) => {
    await reactions.react(viewers.demo_dov, { entityId, entityType: 'Post', reactionName: 'thumb-up' }, { tx })
    return entityId
  })
  await database.transaction(async (tx) => {
    const settings = { closesAt: null, results: 'always', voters: 'public' } as const
    await polls.create(tx, postId, {
      options: ['The bench in the middle', 'The bicycle channel', 'Both', 'Neither'],
      settings,
    })
    await tx.connection('posts').where({ id: postId }).update({ has_poll: 1 })
    for (const [name, selectedOptionIndex] of Object.entries({
      demo_faye: 0,
      demo_ben: 1,
      demo_hana: 0,
      demo_gil: 3,
    })) {
      await voting.vote(viewers[name as DemoName], { postId, selectedOptionIndex }, { tx })
    }
  })
  return postId
}

async function comment({ app, viewers, at }: Context, tx: Transaction, threads: Thread[]): Promise<WrittenComment[]> {
  const writtenComments: WrittenComment[] = []
  for (const { id: postId, tokenName, begin, talk } of threads) {
    for (const demoComment of talk) {
      const when = begin + demoComment.after * MINUTE
      at(when)
      const input = { tokenName, postId, content: demoComment.text }
      const { commentId } = await app.services.comments.create(viewers[demoComment.by], input, { tx })
      writtenComments.push({ id: commentId, tokenName, postId, at: when, source: demoComment })
    }
  }
  return writtenComments
}

/** Replies to comments, one after the other. */
async function reply(
  { app, viewers, at }: Context,
  tx: Transaction,
  comments: WrittenComment[],
): Promise<WrittenComment[]> {
  const writtenComments: WrittenComment[] = []
  for (const { id: replyToCommentId, tokenName, postId, at: begin, source: parent } of comments) {
    let when = begin
    for (const demoReply of parent.replies ?? []) {
      when += demoReply.after * MINUTE
      at(when)
      const input = { tokenName, postId, replyToCommentId, content: demoReply.text }
      const { commentId } = await app.services.comments.create(viewers[demoReply.by], input, { tx })
      writtenComments.push({ id: commentId, tokenName, postId, at: when, source: demoReply })
    }
  }
  return writtenComments
}

/** Adds what happens to comments later: reactions, edits, reports, hiding. */
async function follow(
  { app, viewers, at }: Context,
  tx: Transaction,
  writtenComments: WrittenComment[],
): Promise<void> {
  const { comments, reports } = app.services
  for (const { id: commentId, tokenName, at: begin, source } of writtenComments) {
    await react({ app, viewers, at }, tx, { ...source, begin, entityId: commentId, entityType: 'Comment' })
    at(begin + AFTERWARD)
    if (source.edited) await comments.edit(viewers[source.by], { tokenName, commentId, content: source.edited }, { tx })
    const hide = { tokenName, commentId, hidden: true }
    if (source.hidden === 'publisher') await comments.setHidden(viewers[source.by], hide, tx)
    for (const [reporter, reportText] of source.reported ?? []) {
      const report = { reportedType: 'Comment', reportedCommentId: commentId, reportReason: 'other' } as const
      await reports.create(viewers[reporter], { tokenName, ...report, reportText }, { tx })
    }
    if (source.hidden === 'moderator') await comments.setHidden(viewers.demo_ben, { ...hide, reason: 'spam' }, tx)
  }
}
