import { setTimeout as sleep } from 'node:timers/promises'
import { isPublicPost, type NotificationKind, PostStatus } from '@stoa/contract'
import type { Database, Unit } from '../../db/database.ts'
import type { Clock } from '../../lib/clock.ts'
import { sha256 } from '../../lib/keys.ts'
import type { Logger } from '../../lib/logger.ts'
import type { AccountService } from '../accounts/service.ts'
import type { FollowService } from '../follows/service.ts'
import type { MembershipService } from '../memberships/service.ts'
import type { PostService } from '../posts/service.ts'
import type { createAnswering } from './answering.ts'
import type { Happening } from './happenings.ts'
import type { createTelling, Recipient, Told } from './telling.ts'
import { TRIES_MAX, type WorkRow, workRepository } from './work-repository.ts'

interface Dependencies {
  database: Database
  clock: Clock
  logger: Logger
  accounts: Pick<AccountService, 'accountsOf' | 'hold' | 'ownersOfAccounts' | 'recipientsById'>
  memberships: Pick<MembershipService, 'bannedAmong' | 'membersAfter' | 'membersAmong'>
  follows: Pick<FollowService, 'followersAfter' | 'followersAmong'>
  posts: Pick<PostService, 'factsById'>
  tell: ReturnType<typeof createTelling>
  noteAnswer: ReturnType<typeof createAnswering>
}

/** Happenings that one transaction tells. */
const AT_ONCE = 20
/** People whom one transaction tells of a post. */
const PEOPLE_AT_ONCE = 100
/** Of the time, the share that the batches leave to everybody else, as a multiple of what they take. */
const GIVING_WAY = 1
const FIRST_WAIT_MS = 60 * 1000
const LONGEST_WAIT_MS = 60 * 60 * 1000
/** For so long what can't be told is kept to be looked into. */
const PARKED_MS = 90 * 24 * 60 * 60 * 1000

/** Stages of telling of a post: those who follow its author, then the community's members; who is both is told once. */
const FOLLOWERS = 'f'
const MEMBERS = 'm'
/** What a post may be to somebody. */
const POST_KINDS = ['reply', 'newPost', 'communityPost'] as const

/**
 * Tells people what has happened, after it has: a row of work is locked, told and removed by one transaction, so that a
 * process that dies leaves it to another one, and two at once take turns. A post is told to many in batches.
 */
export function createTellingWork(dependencies: Dependencies) {
  const { database, clock, logger, accounts, memberships, follows, posts, tell, noteAnswer } = dependencies
  const { dialect } = database

  /** Who of some people is told: the main account of each, once; not who did it, nobody who is gone or banned there. */
  async function recipientsOf(
    unit: Unit,
    userIds: string[],
    { actorId, communityId }: { actorId: string; communityId: string },
  ): Promise<Map<string, Recipient>> {
    // What hangs on an account goes with it: nobody goes, is merged or chooses anew until this is written.
    const present = await accounts.hold(unit, userIds)
    const known = await accounts.recipientsById([...userIds, actorId])
    const actor = known.get(actorId)?.userId
    const banned = communityId === '' ? [] : await memberships.bannedAmong(communityId, [...present])
    const found = userIds.flatMap((id) => {
      const recipient = known.get(id)
      const isTold = recipient && recipient.userId !== actor && present.has(recipient.userId)
      return isTold && !banned.includes(recipient.userId) ? [[id, recipient] as const] : []
    })
    return new Map(found)
  }

  async function tellOfComment(unit: Unit, about: Happening & { kind: 'comment' }): Promise<void> {
    const { commentId, postId, communityId, actorId, answered, mentioned } = about
    if (answered && actorId !== '' && answered.targetId !== postId) {
      await noteAnswer(unit, { accountIds: await accounts.accountsOf(actorId), commentId: answered.targetId })
    }
    const told = { threadId: postId, communityId, causeId: commentId, actorId, postId, commentId, action: '' }
    const people = await recipientsOf(unit, [...(answered ? [answered.userId] : []), ...mentioned], about)
    const author = answered && people.get(answered.userId)
    const named = once(mentioned.flatMap((id) => people.get(id) ?? []))
    const others = named.filter(({ userId }) => userId !== author?.userId)
    if (author) {
      const kinds = others.length < named.length ? (['reply', 'mention'] as const) : (['reply'] as const)
      for (const { kind, recipient } of toldOnce(author, kinds)) {
        await tell(unit, { ...told, kind, targetId: kind === 'reply' ? answered.targetId : postId }, [recipient])
      }
    }
    await tell(unit, { ...told, kind: 'mention', targetId: postId }, others)
  }

  async function tellOfDecision(unit: Unit, about: Happening & { kind: 'decision' }): Promise<void> {
    const { activityId, action, communityId, personId, postId, commentId } = about
    const people = await recipientsOf(unit, [personId], about)
    const told: Told = {
      kind: 'moderation',
      targetId: commentId || postId || communityId,
      threadId: postId || communityId,
      communityId,
      causeId: activityId,
      // Decisions are their community's: nobody is named.
      actorId: '',
      postId,
      commentId,
      action,
    }
    await tell(unit, told, [...people.values()])
  }

  async function tellOfFollower(unit: Unit, about: Happening & { kind: 'follow' }): Promise<void> {
    const { actorId, followedId } = about
    const people = await recipientsOf(unit, [followedId], { actorId, communityId: '' })
    const told = { targetId: '', threadId: '', communityId: '', causeId: actorId, actorId, postId: '', commentId: '' }
    await tell(unit, { ...told, kind: 'follow', action: '' }, [...people.values()])
  }

  async function tellOf(unit: Unit, row: WorkRow): Promise<void> {
    const happening = { kind: row.kind, ...JSON.parse(row.about) } as Happening
    if (happening.kind === 'comment') await tellOfComment(unit, happening)
    else if (happening.kind === 'decision') await tellOfDecision(unit, happening)
    else if (happening.kind === 'follow') await tellOfFollower(unit, happening)
  }

  /** What a post is to each of some people, by any of their accounts: one by somebody they follow, one of a community they have joined. */
  async function kindsTo(people: Recipient[], { author, communityId }: { author: string[]; communityId: string }) {
    const owners = await accounts.ownersOfAccounts(people.map(({ userId }) => userId))
    const own = [...owners.keys()]
    const [following, joined] = await Promise.all([
      follows.followersAmong(author, own),
      memberships.membersAmong(communityId, own),
    ])
    const peopleOf = (ids: string[]) => new Set(ids.flatMap((id) => owners.get(id) ?? []))
    const [followers, members] = [peopleOf(following), peopleOf(joined)]
    return ({ userId }: Recipient) => [
      ...(followers.has(userId) ? ['newPost' as const] : []),
      ...(members.has(userId) ? ['communityPost' as const] : []),
    ]
  }

  /** Tells some more people of a post; returns how far it is then, null at the end. */
  async function tellOfPost(unit: Unit, row: WorkRow): Promise<string | null> {
    const about = JSON.parse(row.about) as Omit<Happening & { kind: 'post' }, 'kind'>
    const { postId, communityId, actorId, parentPostId } = about
    const known = await posts.factsById([postId, ...(parentPostId === '' ? [] : [parentPostId])])
    const post = known.get(postId)
    if (post?.status !== PostStatus.published) return null
    const told = { communityId, causeId: postId, actorId, postId, commentId: '', action: '' }
    const author = await accounts.accountsOf(actorId)
    const targets = {
      reply: parentPostId,
      newPost: postingOf(author[0] ?? '', communityId),
      communityPost: communityId,
    }
    /** Tells some of it once, as what fits their switches best of all that it is to them. */
    const tellThem = async (userIds: string[], isAnswered = false) => {
      const people = once((await recipientsOf(unit, userIds, about)).values())
      const kindsOf = await kindsTo(people, { author, communityId })
      const all = people.flatMap((one) => toldOnce(one, [...(isAnswered ? ['reply' as const] : []), ...kindsOf(one)]))
      for (const kind of POST_KINDS) {
        const targetId = targets[kind]
        const recipients = all.flatMap((one) => (one.kind === kind ? [one.recipient] : []))
        await tell(unit, { ...told, kind, targetId, threadId: targetId }, recipients)
      }
    }
    const parent = known.get(parentPostId)
    if (row.position === '' && parent && isPublicPost(parent.status) && parent.publisherId !== '') {
      await tellThem([parent.publisherId], true)
    }
    const stage = row.position.slice(0, 1) || FOLLOWERS
    const page = { after: row.position.slice(1), limit: PEOPLE_AT_ONCE }
    const people =
      stage === FOLLOWERS
        ? await follows.followersAfter(author, page)
        : await memberships.membersAfter(communityId, page)
    await tellThem(people)
    if (people.length === PEOPLE_AT_ONCE) return `${stage}${people.at(-1)}`
    return stage === FOLLOWERS ? MEMBERS : null
  }

  const isDue = (ofMany: boolean) => workRepository(database.read).isDue({ now: clock.now(), ofMany })

  /** True while there may be more. Says of each happening that it is at hand. */
  async function tellSome(limit: number, atHand: (row: WorkRow) => void): Promise<boolean> {
    if (!(await isDue(false))) return false
    return database.transaction(async (unit) => {
      const repository = workRepository(unit.connection)
      const rows = await repository.lockDue({ now: clock.now(), ofMany: false, limit }, dialect)
      for (const row of rows) {
        atHand(row)
        await tellOf(unit, row)
      }
      await repository.delete(rows.map(({ id }) => id))
      return rows.length > 0
    })
  }

  async function tellMany(atHand: (row: WorkRow) => void): Promise<boolean> {
    if (!(await isDue(true))) return false
    return database.transaction(async (unit) => {
      const repository = workRepository(unit.connection)
      const [row] = await repository.lockDue({ now: clock.now(), ofMany: true, limit: 1 }, dialect)
      if (!row) return false
      atHand(row)
      const position = await tellOfPost(unit, row)
      if (position === null) await repository.delete([row.id])
      else await repository.move(row.id, position)
      return true
    })
  }

  /** What can't be told is tried again later, and holds up nothing else; after some tries it stays where it is. */
  async function putOff(row: WorkRow, error: unknown): Promise<void> {
    const tries = row.tries + 1
    const isParked = tries === TRIES_MAX
    const wait = isParked ? PARKED_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** row.tries)
    await database.transaction(({ connection }) =>
      workRepository(connection).putOff(row, { tries, due_at: clock.now() + wait }),
    )
    const about = { err: error, happening: row.kind, id: row.id, tries }
    if (isParked) logger.error(about, 'telling people failed too often, and is not tried any more')
    else logger.warn(about, 'telling people failed')
  }

  async function orPutOff(work: (atHand: (row: WorkRow) => void) => Promise<boolean>): Promise<boolean> {
    const tried: WorkRow[] = []
    return work((row) => void tried.push(row)).catch(async (error) => {
      const row = tried.at(-1)
      // Nothing was at hand: what is to be told has no part in it.
      if (!row) throw error
      await putOff(row, error)
      return true
    })
  }

  async function step(): Promise<boolean> {
    const start = performance.now()
    // Whose fault it is shows one by one.
    const hasTold = await tellSome(AT_ONCE, () => {}).catch(() => orPutOff((atHand) => tellSome(1, atHand)))
    const hasToldMany = await orPutOff(tellMany)
    // Between two batches it is everybody else's turn.
    if (hasToldMany) await sleep(GIVING_WAY * (performance.now() - start))
    return hasTold || hasToldMany
  }

  let isWanted = false
  let running: Promise<void> | null = null
  async function work(): Promise<void> {
    while (isWanted) {
      isWanted = false
      while (await step());
    }
  }

  /** Tells all that is due; one round at a time in this process. */
  return function tellAll(): Promise<void> {
    isWanted = true
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}

/**
 * As what somebody is told something that is of several kinds to them, the nearest first: once, by each channel on which
 * they want to hear of any, and mailed as what they want mails of. Nobody of whom it is of none.
 */
function toldOnce<Kind extends NotificationKind>(
  { userId, settings }: Recipient,
  kinds: readonly Kind[],
): { kind: Kind; recipient: Recipient }[] {
  const { onSite, email } = settings
  const kind = kinds.find((one) => email[one]) ?? kinds.find((one) => onSite[one]) ?? kinds[0]
  if (kind === undefined) return []
  const any = { ...onSite, [kind]: kinds.some((one) => onSite[one]) }
  return [{ kind, recipient: { userId, settings: { email, onSite: any } } }]
}

/** What somebody posts in a community stands together: one id for both. */
function postingOf(personId: string, communityId: string): string {
  return sha256(`${personId} ${communityId}`).slice(0, 20)
}

function once(recipients: Iterable<Recipient>): Recipient[] {
  return [...new Map([...recipients].map((one) => [one.userId, one])).values()]
}
