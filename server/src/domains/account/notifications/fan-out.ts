import { actionsWith, isPublicPost, type NotificationKind, PostStatus, ROLE_ACTIONS } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { type JobQueue, jobKind } from '../../../platform/jobs/queue.ts'
import { sha256 } from '../../../platform/security/keys.ts'
import type { Arrivals } from '../../content/checks/index.ts'
import type { Watchers } from '../../content/marks/index.ts'
import type { PostService } from '../../content/posts/index.ts'
import { type AccountService, NOTIFY, NOTIFY_OF_POST, type NotificationTrigger } from '../../people/accounts/index.ts'
import type { FollowService } from '../../people/follows/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import type { MuteService } from '../../people/mutes/index.ts'
import type { createNotificationWriter, Dispatch, NewNotification, Recipient } from './create-notifications.ts'
import type { createReplyMarker } from './read-state.ts'
import { OVERDUE, QUEUE } from './visibility.ts'

interface Dependencies {
  jobs: Pick<JobQueue, 'enqueue' | 'transactional'>
  arrivals: Pick<Arrivals, 'settle'>
  accounts: Pick<AccountService, 'accountsOf' | 'hold' | 'ownersOfAccounts' | 'recipientsById'>
  memberships: Pick<MembershipService, 'bannedAmong' | 'membersAfter' | 'membersAmong'>
  mutes: Pick<MuteService, 'unheardAmong'>
  follows: Pick<FollowService, 'followersAfter' | 'followersAmong'>
  posts: Pick<PostService, 'factsById'>
  watchers: Watchers
  createNotifications: ReturnType<typeof createNotificationWriter>
  noteReply: ReturnType<typeof createReplyMarker>
}

/** Triggers per transaction. */
const BATCH = 100
/** Recipients of a post per transaction. */
const PEOPLE_AT_ONCE = 100

/**
 * Stages of a post's fan-out: the author's followers, then the community's members. People who are both are notified
 * once.
 */
const FOLLOWERS = 'f'
const MEMBERS = 'm'
/** Reasons to be notified of a post. */
const POST_KINDS = ['reply', 'mention', 'newPost', 'communityPost'] as const

/** Decisions about people. */
const ABOUT_PEOPLE: ReadonlySet<string> = new Set(actionsWith({ group: 'members' }))

/** Decisions about roles name who made them. All others are anonymous: they are made in the community's name. */
const NAMING: ReadonlySet<string> = new Set(ROLE_ACTIONS)
const OF_ROLES: ReadonlySet<string> = new Set([...ROLE_ACTIONS, ...actionsWith({ group: 'ownership' })])

/** A comment of which those who watch its post are told, those after `position`. */
interface WatchedComment extends Pick<NewNotification, 'commentId' | 'postId' | 'communityId' | 'actorId'> {
  position: string
}

/** Tells those who watch a post of a comment, after the people that it answers or mentions. */
const NOTIFY_WATCHERS = jobKind<WatchedComment>('notify-watchers')

/** Triggers handled several per transaction. */
type SingleTrigger = Exclude<NotificationTrigger, { kind: 'post' }>

/** The people concerned, the actor, and the place. */
interface Concerned {
  userIds: string[]
  actorId: string
  /** Empty if it isn't about a community. */
  communityId: string
  /** The post whose thread it is about, if people can mute it: a text or a follow, not a decision. */
  mutable?: { threadId: string }
}

/** Creates notifications from triggers. A post reaches its recipients in batches with a transaction each. */
export function defineFanOut(dependencies: Dependencies): void {
  const { jobs, arrivals, accounts, memberships, mutes, follows, posts, watchers } = dependencies
  const { createNotifications, noteReply } = dependencies

  /**
   * Returns a function that resolves the recipients of a trigger, by main account. Excludes the actor and people who
   * are deleted or banned there, or who don't hear of it because of blocks and mutes. One query for all triggers.
   */
  async function loadRecipients(tx: Transaction, triggers: Concerned[]): Promise<(about: Concerned) => Recipient[]> {
    const userIds = triggers.flatMap((one) => one.userIds)
    // Hold the accounts: no deletion, merge or change of settings until the notifications are written.
    const present = await accounts.hold(tx, userIds)
    const recipientsById = await accounts.recipientsById([...userIds, ...triggers.map(({ actorId }) => actorId)], tx)
    const banned = new Map<string, string[]>()
    for (const communityId of new Set(triggers.map((one) => one.communityId))) {
      if (communityId !== '') banned.set(communityId, await memberships.bannedAmong(communityId, [...present], tx))
    }
    const mutable = triggers.filter((one) => one.mutable)
    const isUnheard = await mutes.unheardAmong(
      {
        userIds: [...present],
        actorIds: mutable.flatMap(({ actorId }) => recipientsById.get(actorId)?.userId ?? []),
        postIds: mutable.flatMap((one) => one.mutable?.threadId || []),
      },
      tx,
    )
    return ({ userIds, actorId, communityId, mutable }) => {
      const actor = recipientsById.get(actorId)?.userId
      const candidates = userIds.flatMap((id) => recipientsById.get(id) ?? [])
      return uniqueRecipients(candidates).filter(
        ({ userId }) =>
          userId !== actor &&
          present.has(userId) &&
          !banned.get(communityId)?.includes(userId) &&
          !(mutable && isUnheard(userId, { actorId: actor ?? '', postId: mutable.threadId })),
      )
    }
  }

  /** Recipients of a comment: the author it replies to and the people it mentions. */
  function dispatchesOfComment(
    about: NotificationTrigger & { kind: 'comment' },
    recipientsOf: (about: Concerned) => Recipient[],
  ): Dispatch[] {
    const { commentId, postId, communityId, actorId, answered, mentioned } = about
    const notification = { threadId: postId, communityId, causeId: commentId, actorId, postId, commentId, action: '' }
    const mutable = { threadId: postId }
    const [author] = answered ? recipientsOf({ userIds: [answered.userId], actorId, communityId, mutable }) : []
    const mentionedRecipients = recipientsOf({ userIds: mentioned, actorId, communityId, mutable })
    const others = mentionedRecipients.filter(({ userId }) => userId !== author?.userId)
    const kinds = others.length < mentionedRecipients.length ? (['reply', 'mention'] as const) : (['reply'] as const)
    const toAuthor = author ? combineReasons(author, kinds) : []
    return [
      ...toAuthor.map(({ kind, recipient }) => {
        const targetId = kind === 'reply' && answered ? answered.targetId : postId
        return { notification: { ...notification, kind, targetId }, recipients: [recipient] }
      }),
      { notification: { ...notification, kind: 'mention', targetId: postId }, recipients: others },
    ]
  }

  function notificationOfDecision(about: NotificationTrigger & { kind: 'decision' }): NewNotification {
    const { activityId, action, communityId, actorId, postId, commentId } = about
    return {
      kind: OF_ROLES.has(action) ? 'role' : 'moderation',
      // Each decision about a person gets its own notification; decisions about the same post or comment share one.
      targetId: commentId || postId || activityId,
      threadId: postId || communityId,
      communityId,
      causeId: activityId,
      actorId: NAMING.has(action) ? actorId : '',
      postId,
      commentId,
      action,
    }
  }

  function notificationOfArrival({ arrivalId, communityId }: NotificationTrigger & { kind: 'queue' }): NewNotification {
    return {
      kind: 'queue',
      targetId: communityId,
      threadId: communityId,
      communityId,
      causeId: arrivalId,
      // Who wrote or reported it is part of the item.
      actorId: '',
      postId: '',
      commentId: '',
      action: QUEUE,
    }
  }

  function notificationOfOverdue(about: NotificationTrigger & { kind: 'overdue' }): NewNotification {
    const { communityId, day, count } = about
    return {
      ...notificationOfArrival({ kind: 'queue', arrivalId: '', actorId: '', moderatorIds: [], communityId }),
      kind: 'overdue',
      causeId: sha256(`overdue ${communityId} ${day}`).slice(0, 20),
      action: `${OVERDUE}${count}`,
    }
  }

  function notificationOfFollower({ actorId }: NotificationTrigger & { kind: 'follow' }): NewNotification {
    const nowhere = { targetId: '', threadId: '', communityId: '', postId: '', commentId: '' }
    return { ...nowhere, causeId: actorId, actorId, kind: 'follow', action: '' }
  }

  function notificationOfMention(about: NotificationTrigger & { kind: 'postMention' }): NewNotification {
    const { postId, communityId, actorId } = about
    const notification = { targetId: postId, threadId: postId, communityId, actorId, postId, commentId: '', action: '' }
    // Each person once. The post itself may be what they were told of when it was published.
    return { ...notification, kind: 'mention', causeId: sha256(`mention ${postId}`).slice(0, 20) }
  }

  function notificationOfReminder(about: NotificationTrigger & { kind: 'reminder' }): NewNotification {
    const { reminderId, communityId, postId, commentId } = about
    const targetId = commentId || postId
    const causeId = reminderId
    return {
      kind: 'reminder',
      targetId,
      threadId: postId,
      communityId,
      causeId,
      actorId: '',
      postId,
      commentId,
      action: '',
    }
  }

  function notificationOfChange({ changeId, change }: NotificationTrigger & { kind: 'account' }): NewNotification {
    const nowhere = { threadId: '', communityId: '', actorId: '', postId: '', commentId: '' }
    return { ...nowhere, targetId: changeId, causeId: changeId, kind: 'accountChanged', action: change }
  }

  /**
   * Whom a decision reaches. Anybody can found a community and decide there about people who never joined, so those
   * aren't notified.
   */
  async function reachable(
    tx: Transaction,
    { action, communityId }: NotificationTrigger & { kind: 'decision' },
    recipients: Recipient[],
  ): Promise<Recipient[]> {
    if (!ABOUT_PEOPLE.has(action)) return recipients
    const userIds = recipients.map(({ userId }) => userId)
    const members = await memberships.membersAmong(communityId, userIds, tx)
    return recipients.filter(({ userId }) => members.includes(userId))
  }

  /** Notifies in batches. A reply ends a batch, because it marks earlier notifications as read. */
  async function notify(tx: Transaction, triggers: SingleTrigger[]): Promise<void> {
    const recipientsOf = await loadRecipients(tx, triggers.map(concernedBy))
    let dispatches: Dispatch[] = []
    for (const trigger of triggers) {
      if (trigger.kind === 'comment') {
        const { answered, actorId, postId } = trigger
        if (answered && actorId !== '' && answered.targetId !== postId) {
          await createNotifications(tx, dispatches)
          dispatches = []
          await noteReply(tx, { accountIds: await accounts.accountsOf(actorId, tx), commentId: answered.targetId })
        }
        dispatches.push(...dispatchesOfComment(trigger, recipientsOf))
      } else if (trigger.kind === 'queue') {
        dispatches.push({
          notification: notificationOfArrival(trigger),
          recipients: recipientsOf(concernedBy(trigger)),
        })
      } else if (trigger.kind === 'overdue') {
        const notification = notificationOfOverdue(trigger)
        dispatches.push({ notification, recipients: recipientsOf(concernedBy(trigger)) })
      } else if (trigger.kind === 'decision') {
        const recipients = await reachable(tx, trigger, recipientsOf(concernedBy(trigger)))
        dispatches.push({ notification: notificationOfDecision(trigger), recipients })
      } else if (trigger.kind === 'postMention') {
        dispatches.push({
          notification: notificationOfMention(trigger),
          recipients: recipientsOf(concernedBy(trigger)),
        })
      } else if (trigger.kind === 'reminder') {
        dispatches.push({
          notification: notificationOfReminder(trigger),
          recipients: recipientsOf(concernedBy(trigger)),
        })
      } else {
        const notification =
          trigger.kind === 'account' ? notificationOfChange(trigger) : notificationOfFollower(trigger)
        dispatches.push({ notification, recipients: recipientsOf(concernedBy(trigger)) })
      }
    }
    await createNotifications(tx, dispatches)
    await enqueueWatched(tx, triggers)
    // Some of it may be decided by now.
    const queues = new Set(
      triggers.flatMap((one) => (one.kind === 'queue' || one.kind === 'overdue' ? [one.communityId] : [])),
    )
    for (const communityId of queues) arrivals.settle(tx, communityId)
  }

  async function enqueueWatched(tx: Transaction, triggers: SingleTrigger[]): Promise<void> {
    const fresh = triggers.filter((one) => one.kind === 'comment').filter(({ isNew }) => isNew)
    const watched = new Set(await watchers.watchedAmong([...new Set(fresh.map(({ postId }) => postId))], tx))
    for (const { commentId, postId, communityId, actorId } of fresh) {
      if (!watched.has(postId)) continue
      jobs.enqueue(tx, NOTIFY_WATCHERS, { payload: { commentId, postId, communityId, actorId, position: '' } })
    }
  }

  /**
   * Notifies the next people who watch a comment's post, except those who were told of the comment already. Returns the
   * progress, or null at the end.
   */
  async function notifyWatchers(tx: Transaction, { position, ...about }: WatchedComment): Promise<string | null> {
    const { commentId, postId, communityId, actorId } = about
    const post = (await posts.factsById([postId], null, tx)).get(postId)
    if (!post || !isPublicPost(post.status)) return null
    const userIds = await watchers.watchersAfter(postId, { after: position, limit: PEOPLE_AT_ONCE }, tx)
    const concerned = { userIds, actorId, communityId, mutable: { threadId: postId } }
    const recipients = (await loadRecipients(tx, [concerned]))(concerned)
    const notification = { ...about, kind: 'watched', targetId: postId, threadId: postId, causeId: commentId } as const
    await createNotifications(tx, [{ notification: { ...notification, action: '' }, recipients }])
    return userIds.length === PEOPLE_AT_ONCE ? (userIds.at(-1) ?? null) : null
  }

  /** The reasons to notify a person of a post: any of their accounts follows the author or has joined the community. */
  async function kindsTo(
    tx: Transaction,
    people: Recipient[],
    { author, communityId }: { author: string[]; communityId: string },
  ) {
    const owners = await accounts.ownersOfAccounts(
      people.map(({ userId }) => userId),
      tx,
    )
    const ownerIds = [...owners.keys()]
    const [following, joined] = await Promise.all([
      follows.followersAmong(author, ownerIds, tx),
      memberships.membersAmong(communityId, ownerIds, tx),
    ])
    const peopleOf = (ids: string[]) => new Set(ids.flatMap((id) => owners.get(id) ?? []))
    const [followers, members] = [peopleOf(following), peopleOf(joined)]
    return ({ userId }: Recipient) => [
      ...(followers.has(userId) ? ['newPost' as const] : []),
      ...(members.has(userId) ? ['communityPost' as const] : []),
    ]
  }

  /** Notifies the next recipients of a post. Returns the progress, or null at the end. */
  async function notifyOfPost(
    tx: Transaction,
    about: NotificationTrigger & { kind: 'post'; position: string },
  ): Promise<string | null> {
    const { postId, communityId, actorId, parentPostId, mentioned = [], position } = about
    const factsById = await posts.factsById([postId, ...(parentPostId === '' ? [] : [parentPostId])], null, tx)
    const post = factsById.get(postId)
    if (post?.status !== PostStatus.published) return null
    const notification = { communityId, causeId: postId, actorId, postId, commentId: '', action: '' }
    const author = await accounts.accountsOf(actorId, tx)
    const targets = {
      reply: parentPostId,
      mention: postId,
      newPost: postingIdOf(author[0] ?? '', communityId),
      communityPost: communityId,
    }
    /** Notifies each person once, by the reason that fits their settings best: one of these, closest first, or others. */
    const tellThem = async (userIds: string[], reasonsOf: (one: Recipient) => ('reply' | 'mention')[] = () => []) => {
      const concerned = { userIds, actorId, communityId, mutable: { threadId: parentPostId } }
      const people = (await loadRecipients(tx, [concerned]))(concerned)
      const kindsOf = await kindsTo(tx, people, { author, communityId })
      const all = people.flatMap((one) => combineReasons(one, [...reasonsOf(one), ...kindsOf(one)]))
      for (const kind of POST_KINDS) {
        const targetId = targets[kind]
        const recipients = all.flatMap((one) => (one.kind === kind ? [one.recipient] : []))
        await createNotifications(tx, [
          { notification: { ...notification, kind, targetId, threadId: targetId }, recipients },
        ])
      }
    }
    const parent = factsById.get(parentPostId)
    if (position === '') {
      const answered = parent && isPublicPost(parent.status) ? parent.publisherId : ''
      const addressed = [...(answered === '' ? [] : [answered]), ...mentioned]
      if (addressed.length > 0) {
        const mainIds = await accounts.recipientsById(addressed, tx)
        const mainIdOf = (id: string) => mainIds.get(id)?.userId
        const named = new Set(mentioned.map(mainIdOf))
        await tellThem(addressed, ({ userId }) => [
          ...(answered !== '' && userId === mainIdOf(answered) ? ['reply' as const] : []),
          ...(named.has(userId) ? ['mention' as const] : []),
        ])
      }
    }
    const stage = position.slice(0, 1) || FOLLOWERS
    const page = { after: position.slice(1), limit: PEOPLE_AT_ONCE }
    const people =
      stage === FOLLOWERS
        ? await follows.followersAfter(author, page, tx)
        : await memberships.membersAfter(communityId, page, tx)
    await tellThem(people)
    if (people.length === PEOPLE_AT_ONCE) return `${stage}${people.at(-1)}`
    return stage === FOLLOWERS ? MEMBERS : null
  }

  jobs.transactional(NOTIFY, {
    batch: BATCH,
    // So that many arrive together when many comment: a batch costs nearly the same whatever its size.
    pause: 4,
    // A reply marks what was stored before it as read.
    inOrder: true,
    async work(tx, batch) {
      await notify(
        tx,
        batch.map(({ payload }) => payload),
      )
      return undefined
    },
  })
  jobs.transactional(NOTIFY_WATCHERS, {
    pause: 1,
    async work(tx, [job]) {
      if (!job) return undefined
      const position = await notifyWatchers(tx, job.payload)
      return position === null ? undefined : { ...job.payload, position }
    },
  })
  jobs.transactional(NOTIFY_OF_POST, {
    pause: 1,
    async work(tx, [job]) {
      if (!job) return undefined
      const position = await notifyOfPost(tx, job.payload)
      return position === null ? undefined : { ...job.payload, position }
    },
  })
}

function concernedBy(trigger: SingleTrigger): Concerned {
  if (trigger.kind === 'account' || trigger.kind === 'reminder') {
    return { userIds: [trigger.userId], actorId: '', communityId: '' }
  }
  if (trigger.kind === 'overdue') {
    return { userIds: trigger.moderatorIds, actorId: '', communityId: trigger.communityId }
  }
  const { actorId } = trigger
  if (trigger.kind === 'queue') return { userIds: trigger.moderatorIds, actorId, communityId: trigger.communityId }
  if (trigger.kind === 'follow') {
    return { userIds: [trigger.followedId], actorId, communityId: '', mutable: { threadId: '' } }
  }
  // No community: banned people are notified of decisions about them, such as the ban itself.
  if (trigger.kind === 'decision') return { userIds: [trigger.personId], actorId, communityId: '' }
  const { mentioned, communityId, postId } = trigger
  const answered = trigger.kind === 'comment' ? trigger.answered : null
  const userIds = [...(answered ? [answered.userId] : []), ...mentioned]
  return { userIds, actorId, communityId, mutable: { threadId: postId } }
}

/**
 * Combines several reasons, closest first, into one notification. It appears on every channel on which any of them is
 * wanted, and is mailed as the kind whose mails are wanted. Omits people without a reason.
 */
function combineReasons<Kind extends Exclude<NotificationKind, 'accountChanged'>>(
  { userId, settings }: Recipient,
  kinds: readonly Kind[],
): { kind: Kind; recipient: Recipient }[] {
  const { onSite, email, push } = settings
  const wantedBy = (switches: Record<Kind, boolean>) => kinds.find((one) => switches[one])
  const kind = wantedBy(email) ?? wantedBy(onSite) ?? wantedBy(push) ?? kinds[0]
  if (kind === undefined) return []
  const any = <Switches extends Record<Kind, boolean>>(switches: Switches) => ({
    ...switches,
    [kind]: wantedBy(switches) !== undefined,
  })
  return [{ kind, recipient: { userId, settings: { ...settings, onSite: any(onSite), push: any(push) } } }]
}

/** A person's posts in a community share one notification id. */
function postingIdOf(personId: string, communityId: string): string {
  return sha256(`${personId} ${communityId}`).slice(0, 20)
}

function uniqueRecipients(recipients: Iterable<Recipient>): Recipient[] {
  return [...new Map([...recipients].map((one) => [one.userId, one])).values()]
}
