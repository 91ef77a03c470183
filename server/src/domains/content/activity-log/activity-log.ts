import {
  type Activity,
  type ActivityAction,
  actionsWith,
  type CallParsedInput,
  type DecidedBy,
  PAGE_SIZE,
  type Page,
  type Permission,
  type PublicDecision,
  type SettingChange,
  traitsOf,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { firstIdAt } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, NotificationTriggers } from '../../people/accounts/index.ts'
import type { MembershipService } from '../../people/memberships/index.ts'
import { ACTION_TRAITS, actionsAbout, actionsWhere } from './action-traits.ts'
import { type ActivityRow, activityRepository } from './repository.ts'

interface ActivityDetails {
  /** Default: by the community. */
  by?: DecidedBy
  /** End of a ban; 0 if permanent. */
  until?: number
  given?: Permission[]
  taken?: Permission[]
  changes?: SettingChange[]
  /** State of a comment or post before it was hidden or approved. */
  former?: FormerState
  /** The file that was removed. */
  mediaId?: string
  /** The ban before a new ban, or the ban that was lifted. */
  formerBan?: FormerBan | undefined
  /** The decision that this one undoes. */
  undoes?: string | undefined
  /** The judged appeal, and the decision that granted it; null if nothing was left to undo. */
  judged?: JudgedAppeal | undefined
}

export interface JudgedAppeal {
  appealId: string
  undoneBy: string | null
}

/** A ban that undoing a decision restores. */
export interface FormerBan {
  kind: 'ban' | 'timeout'
  until: number
  reason: string
  contentHidden: boolean
}

/** The state that undoing a decision restores. */
export interface FormerState {
  status: number
  hiddenReason: string
  hiddenBy: string
}

/** A decision about people or content of a community. */
export interface NewActivity extends ActivityDetails {
  communityId: string
  actorId: string
  action: ActivityAction
  personId?: string
  postId?: string
  commentId?: string
  reason?: string
  /** The person isn't notified, because another decision of the same act says it. */
  isSilent?: boolean
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors'> {
  accounts: AccountService
  memberships: Pick<MembershipService, 'rolesAmong'>
  triggers: NotificationTriggers
}

/** Decisions that remove content from readers. */
const REMOVALS = actionsWhere(({ hides }) => hides !== undefined)
/** Decisions that take items out of a queue or put them back, and decisions about people. */
const OF_QUEUE = actionsWhere(({ queue }) => queue !== undefined)
const SHOWN_TO_PERSON = actionsWith({ shownToPerson: true })
const PUBLIC = actionsWith({ public: true })
/** Decisions to hide the same thing, one replacing the other: a moderator's, an admin's, and those undone in between. */
const HIDINGS_MAX = 20

/** Decisions about a comment's state; below, those about each state of a post and of a person. */
const COMMENT_STATE = actionsAbout('comment')
const POST_STATE = actionsAbout('post')
const OTHER_POST_STATES = [actionsAbout('file'), actionsAbout('lock'), actionsAbout('pin')]
const BAN_STATE = actionsAbout('ban')
const OTHER_PERSON_STATES = [actionsAbout('permissions'), actionsAbout('partner'), actionsAbout('allContent')]

type AboutState = Pick<LoggedActivity, 'communityId' | 'personId' | 'postId' | 'commentId'> & {
  action?: ActivityAction
}

/**
 * The state that a decision is about, of the comment, else the post, else the person, with the decisions about that
 * state.
 */
function stateOf({ commentId, postId, personId, action = 'banned' }: AboutState) {
  if (commentId) return { column: 'comment_id' as const, id: commentId, actions: COMMENT_STATE }
  if (postId) {
    const actions = OTHER_POST_STATES.find((state) => state.includes(action)) ?? POST_STATE
    return { column: 'post_id' as const, id: postId, actions }
  }
  const actions = OTHER_PERSON_STATES.find((state) => state.includes(action)) ?? BAN_STATE
  return { column: 'person_id' as const, id: personId, actions }
}

/** A decision as logged. */
export type LoggedActivity = Required<
  Pick<NewActivity, 'communityId' | 'actorId' | 'action' | 'personId' | 'postId' | 'commentId'>
> & {
  id: string
}

/** A decision with the details that the person concerned may know. */
export type KnownDecision = LoggedActivity & {
  at: number
  by: DecidedBy
  reason: string
  until: number | null
  undone: boolean
  undoes: string | null
  /** The file that it is about. */
  mediaId: string | undefined
}

/** A decision that can be undone, with the state to restore. */
export type UndoableActivity = LoggedActivity &
  Required<Pick<ActivityDetails, 'by' | 'given' | 'taken'>> & {
    former: FormerState | undefined
    mediaId: string | undefined
    formerBan: FormerBan | undefined
    judged: JudgedAppeal | undefined
  }

/** A log entry before its post is looked up. */
export type LoggedDecision = Omit<Activity, 'post'>

/** `scope`: only decisions about content and people, not about settings and roles. */
type ListFilter = Omit<CallParsedInput<'communityActivity'>, 'tokenName'> & {
  scope?: 'queue'
  /** Only undone decisions, or only others. Default: all. */
  isUndone?: boolean | undefined
}

/** A public decision without names. The caller removes what the public may not see. */
export type LoggedPublicDecision = Omit<PublicDecision, 'post' | 'commentId'> &
  Pick<LoggedActivity, 'postId' | 'commentId'>

type Listener = (tx: Transaction, decisions: readonly LoggedActivity[]) => Promise<void>

export type ActivityLog = ReturnType<typeof createActivityLog>

/** Logs who decided what about whom, and why. Refers to people by id only; names are looked up when the log is read. */
export function createActivityLog({ database, clock, ids, cursors, accounts, memberships, triggers }: Dependencies) {
  const listeners: Listener[] = []

  /** Ids of the newest decisions about the same states as the rows. One query per kind of state. */
  async function newestOf(communityIds: readonly string[], rows: readonly ActivityRow[]): Promise<Set<string>> {
    const states = rows.map((row) => stateOf(loggedOf(row)))
    const kinds = new Map(states.map(({ column, actions }) => [actions, { column, actions }]))
    const repository = activityRepository(database.read)
    const newestRows = await Promise.all(
      [...kinds.values()].map(({ column, actions }) => {
        const ids = states.flatMap((state) => (state.actions === actions && state.id !== '' ? [state.id] : []))
        return repository.newestAmong({ column, ids: [...new Set(ids)], communityIds }, actions)
      }),
    )
    return new Set(newestRows.flat())
  }

  /** Logs decisions in the transaction that makes them; returns their ids. */
  async function add(tx: Transaction, ...decisions: NewActivity[]): Promise<string[]> {
    if (decisions.length === 0) return []
    const rows = decisions.map(
      ({ by, until, given, taken, changes, former, mediaId, formerBan, undoes, judged, ...decision }) => ({
        id: ids.next(),
        community_id: decision.communityId,
        actor_id: decision.actorId,
        action: decision.action,
        person_id: decision.personId ?? '',
        post_id: decision.postId ?? '',
        comment_id: decision.commentId ?? '',
        reason: decision.reason ?? '',
        undone_by: '',
        details: JSON.stringify({
          by,
          until,
          given,
          taken,
          changes,
          former,
          mediaId,
          formerBan,
          undoes,
          judged,
        } satisfies {
          [Name in keyof ActivityDetails]: unknown
        }),
        created_at: clock.now(),
      }),
    )
    await activityRepository(tx.connection).insert(rows)
    for (const [at, row] of rows.entries()) {
      if (traitsOf(row.action).notifies !== 'person' || decisions[at]?.isSilent) continue
      triggers.record(tx, {
        kind: 'decision',
        activityId: row.id,
        action: row.action,
        communityId: row.community_id,
        actorId: row.actor_id,
        personId: row.person_id,
        postId: row.post_id,
        commentId: row.comment_id,
      })
    }
    const logged = rows.map(loggedOf)
    for (const listener of listeners) await listener(tx, logged)
    return rows.map(({ id }) => id)
  }

  /**
   * The newest decision about the same state. For a person without an action, the state is whether they are banned.
   */
  async function newestAbout(about: AboutState, tx?: Transaction): Promise<(LoggedActivity & { at: number }) | null> {
    const { actions, ...subject } = stateOf(about)
    const repository = activityRepository(database.from(tx))
    const row = await repository.newestAbout({ ...subject, communityId: about.communityId }, actions)
    return row ? { ...loggedOf(row), at: Number(row.created_at) } : null
  }

  /** The decisions that hide a comment or post, latest first. */
  async function hidingsOf(about: AboutState, tx: Transaction): Promise<ActivityRow[]> {
    const { actions, ...subject } = stateOf(about)
    const { communityId } = about
    const repository = activityRepository(tx.connection)
    const latest = await repository.latestAbout({ ...subject, communityId }, { actions, limit: HIDINGS_MAX })
    const other = latest.findIndex((row) => ACTION_TRAITS[row.action].hides !== 'item')
    return other < 0 ? latest : latest.slice(0, other)
  }

  /** Decisions by id, with role and reason. */
  async function byIds(ids: string[], tx?: Transaction): Promise<Map<string, KnownDecision>> {
    const rows = await activityRepository(database.from(tx)).byIds(ids)
    return new Map(rows.map((row) => [row.id, knownOf(row)]))
  }

  return {
    /** Registers a listener that later domains use to act on decisions in the same transaction. */
    onDecisions(listener: Listener): void {
      listeners.push(listener)
    },
    add,
    /**
     * Logs that a comment or post was restored. That undoes the decisions that have hidden it: people who reported it
     * are notified, and its author's decisions say so. Returns its id.
     */
    async addRestoring(tx: Transaction, decision: NewActivity): Promise<string> {
      const { personId = '', postId = '', commentId = '', communityId, action } = decision
      const hiding = await hidingsOf({ communityId, personId, postId, commentId, action }, tx)
      const [id = ''] = await add(tx, { ...decision, undoes: hiding[0]?.id })
      for (const row of hiding) await activityRepository(tx.connection).setUndone(row.id, id)
      return id
    },
    /** Statuses that a comment or post had before each of the decisions that hide it, latest first. */
    async statusesBeforeHidings(tx: Transaction, about: AboutState): Promise<number[]> {
      return (await hidingsOf(about, tx)).flatMap((row) => detailsOf(row).former?.status ?? [])
    },
    /**
     * A decision that can be undone, with the state to restore. Null if it doesn't exist, can't be undone or was
     * undone.
     */
    async undoable(tx: Transaction, id: string): Promise<UndoableActivity | null> {
      const row = await activityRepository(tx.connection).byId(id)
      if (!row || row.undone_by !== '' || undoBlockOf(row, clock.now()) !== null) return null
      const { by = 'community', former, mediaId, formerBan, judged, given = [], taken = [] } = detailsOf(row)
      return { ...loggedOf(row), by, former, mediaId, formerBan, judged, given, taken }
    },
    /** The community of a decision. */
    async communityOf(id: string, tx?: Transaction): Promise<string | undefined> {
      return (await activityRepository(database.from(tx)).byId(id))?.community_id
    },
    /** Records that another decision undid this one. False if it had been undone before. */
    setUndone: (tx: Transaction, id: string, undoneBy: string): Promise<boolean> =>
      activityRepository(tx.connection).setUndone(id, undoneBy),
    newestAbout,
    /** Whether no newer decision about the same state prevents undoing this one. */
    async isNewest(decision: UndoableActivity, tx?: Transaction): Promise<boolean> {
      // Of files there may be several.
      const isRegardless = ACTION_TRAITS[decision.action].undo === 'always' || decision.mediaId !== undefined
      return isRegardless || (await newestAbout(decision, tx))?.id === decision.id
    },
    /** Number of removals of people's content, by community and person. One query. */
    async removalsOf(about: { personIds: string[]; communityIds: string[] }): Promise<Map<string, number>> {
      const rows = await activityRepository(database.read).countsOf(about, REMOVALS)
      return new Map(rows.map((row) => [`${row.community_id} ${row.person_id}`, Number(row.count)]))
    },
    /** How often each action was decided about a person's accounts in a community, without undone decisions. */
    async countsAbout(
      about: { personIds: string[]; communityId: string },
      actions: readonly ActivityAction[],
    ): Promise<Map<ActivityAction, number>> {
      const rows = await activityRepository(database.read).countsByAction(about, actions)
      return new Map(rows.map((row) => [row.action, Number(row.count)]))
    },
    byIds,
    /** Ids of those decisions that are bans and have been lifted or replaced since. */
    async replacedBansAmong(decisions: readonly KnownDecision[], tx?: Transaction): Promise<Set<string>> {
      const bans = decisions.filter(({ action }) => ACTION_TRAITS[action].ban === 'imposed')
      const idsOf = (column: 'personId' | 'communityId') => [...new Set(bans.map((one) => one[column]))]
      const about = { column: 'person_id' as const, ids: idsOf('personId'), communityIds: idsOf('communityId') }
      const newest = [
        ...(await byIds(await activityRepository(database.from(tx)).newestAmong(about, BAN_STATE), tx)).values(),
      ]
      const isReplaced = (ban: KnownDecision) =>
        newest.some(
          ({ id, personId, communityId }) =>
            id > ban.id && personId === ban.personId && communityId === ban.communityId,
        )
      return new Set(bans.filter(isReplaced).map(({ id }) => id))
    },
    /** Ids of those decisions that were undone without notifying the person again. */
    async withdrawnAmong(ids: string[], tx?: Transaction): Promise<Set<string>> {
      const repository = activityRepository(database.from(tx))
      const undone = (await repository.byIds(ids)).filter((row) => row.undone_by !== '')
      const undoings = await repository.byIds(undone.map((row) => row.undone_by))
      const silent = new Set(undoings.flatMap(({ id, action }) => (traitsOf(action).notifies ? [] : [id])))
      return new Set(undone.flatMap((row) => (silent.has(row.undone_by) ? [row.id] : [])))
    },
    /** For each decision that undoes an undo, by id: the decisions it puts back in force, latest first. */
    async reinstated(decisions: readonly KnownDecision[], tx?: Transaction): Promise<Map<string, string[]>> {
      const decisionsById = new Map(decisions.map((one) => [one.id, one]))
      const chainOf = ({ id }: KnownDecision) => {
        const chain = [id]
        for (let next = decisionsById.get(id)?.undoes; next; next = decisionsById.get(next)?.undoes) chain.push(next)
        return chain
      }
      for (;;) {
        const unknown = decisions.flatMap((one) => chainOf(one).filter((id) => !decisionsById.has(id)))
        if (unknown.length === 0) break
        const foundById = await byIds([...new Set(unknown)], tx)
        if (foundById.size === 0) break
        for (const one of foundById.values()) decisionsById.set(one.id, one)
      }
      return new Map(decisions.map((one) => [one.id, chainOf(one).filter((_, at) => at > 0 && at % 2 === 0)]))
    },
    /** Decisions about a person's accounts that are shown to the person, newest first. */
    async ofPerson(
      personIds: string[],
      page: { communityId: string | undefined; after: string | null; limit: number },
    ): Promise<KnownDecision[]> {
      const about = { ...page, actions: SHOWN_TO_PERSON }
      return (await activityRepository(database.read).ofPerson(personIds, about)).map(knownOf)
    },
    /** Public decisions about a community's content, without names, newest first. */
    async listPublic(about: {
      communityId: string
      limit?: number | undefined
      cursor?: string | undefined
    }): Promise<Page<LoggedPublicDecision>> {
      const { communityId, limit = PAGE_SIZE, cursor } = about
      const list = `public activity ${communityId}`
      const before = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const rows = await activityRepository(database.read).list({
        ...{ communityIds: [communityId], actions: PUBLIC, subjectId: undefined, before, from: null },
        limit: limit + 1,
      })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.id] })
      return {
        items: pageRows.map(knownOf).map(({ id, at, action, by, postId, commentId, reason, undone }) => {
          return { id, at, action, by, postId, commentId, reason: publicReason(reason), undone }
        }),
        ...end,
      }
    },
    /**
     * Role, person and reason of decisions, by id, and whether they have been reversed since. The reason may be empty.
     */
    async decisionsByIds(
      ids: string[],
      tx?: Transaction,
    ): Promise<Map<string, { by: DecidedBy; personId: string; reason: string; isReversed: boolean }>> {
      const repository = activityRepository(database.from(tx))
      const rows = await repository.byIds(ids)
      const undone = rows.flatMap((row) => (row.undone_by === '' ? [] : [row.id]))
      const reversed = new Set(await repository.reversedAmong(undone))
      return new Map(
        rows.map((row) => {
          const { by = 'community' } = detailsOf(row)
          return [row.id, { by, personId: row.person_id, reason: row.reason, isReversed: reversed.has(row.id) }]
        }),
      )
    },
    /** Decisions everywhere or in one community, newest first. The caller checks who may read it. */
    async everywhere(about: {
      communityId: string | undefined
      group: ListFilter['group']
      before: string | null
      limit: number
    }) {
      const actions = about.group && actionsWith({ group: about.group })
      const rows = await activityRepository(database.slowRead).everywhere({ ...about, actions })
      return rows.map(knownOf)
    },
    /** The log of some communities, newest first. The caller checks who may read it. */
    async list(
      communities: readonly { id: string; tokenName: string }[],
      about: ListFilter,
    ): Promise<Page<LoggedDecision>> {
      const tokenNames = new Map(communities.map(({ id, tokenName }) => [id, tokenName]))
      const communityIds = [...tokenNames.keys()]
      const { limit = PAGE_SIZE, cursor, username, subjectId, since, until } = about
      const accountsOf = async (userId: string | undefined) =>
        userId === undefined ? undefined : accounts.accountsOf(await accounts.mainOf(userId))
      const [profile] = username === undefined ? [] : await accounts.profilesByUsername([username])
      const list = `activity ${about.scope ?? communityIds.join()}`
      const after = cursor === undefined ? null : (cursors.decode(list, cursor) as [string])[0]
      const untilId = until === undefined ? null : firstIdAt(until)
      const rows = await activityRepository(database.read).list({
        ...{ communityIds, subjectId, isUndone: about.isUndone },
        actorIds: await accountsOf(about.actorId),
        personIds: await accountsOf(about.personId),
        // If there is no such person, nothing matches.
        involvedIds: username === undefined ? undefined : ((await accountsOf(profile?.id)) ?? []),
        actions: wantedActions(about),
        before: after !== null && (untilId === null || after < untilId) ? after : untilId,
        from: since === undefined ? null : firstIdAt(since),
        limit: limit + 1,
      })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => [row.id] })
      const profiles = await accounts.profilesById(pageRows.flatMap((row) => [row.actor_id, row.person_id]))
      const roleOf = await memberships.rolesAmong({ communityIds, profiles })
      const person = (id: string, communityId: string) => {
        const { id: userId = id, username = '', displayName = '', slugUrl = '' } = profiles.get(id) ?? {}
        const role = roleOf(communityId, id)
        return { userId, username, displayName, slugUrl, ...(role ? { role } : {}) }
      }
      const now = clock.now()
      const newest = await newestOf(communityIds, pageRows)
      const otherIds = pageRows
        .flatMap((row) => [row.undone_by, detailsOf(row).judged?.undoneBy ?? ''])
        .filter((id) => id !== '')
      const others = await activityRepository(database.read).byIds([...new Set(otherIds)])
      const othersById = new Map(others.map((row) => [row.id, row]))
      return {
        items: pageRows.map((row) =>
          present(row, {
            tokenName: tokenNames.get(row.community_id) ?? '',
            person: (id) => person(id, row.community_id),
            blocked: undoBlockOf(row, now, newest),
            othersById,
            now,
          }),
        ),
        ...end,
      }
    },
  }
}

function detailsOf({ details }: Pick<ActivityRow, 'details'>): ActivityDetails {
  return JSON.parse(details) as ActivityDetails
}

function loggedOf(row: ActivityRow): LoggedActivity {
  const { id, action, community_id: communityId, actor_id: actorId } = row
  return { id, action, communityId, actorId, personId: row.person_id, postId: row.post_id, commentId: row.comment_id }
}

function knownOf(row: ActivityRow): KnownDecision {
  const { by = 'community', until = null, undoes = null, mediaId } = detailsOf(row)
  const { reason, undone_by } = row
  return { ...loggedOf(row), at: Number(row.created_at), by, reason, until, undoes, undone: undone_by !== '', mediaId }
}

/** Actions to list; undefined for all. */
function wantedActions({ action, group, scope }: ListFilter): readonly ActivityAction[] | undefined {
  const actionLists = [action && [action], group && actionsWith({ group }), scope && OF_QUEUE].filter(
    (list) => list !== undefined,
  )
  return actionLists.length === 0
    ? undefined
    : actionLists.reduce((result, list) => result.filter((one) => list.includes(one)))
}

/** Hides a moderator's own wording, which is only for those concerned. */
function publicReason(reason: string): PublicDecision['reason'] {
  if (reason === '' || reason === 'spam' || reason === 'hateful' || reason === 'nudity') return reason
  return 'other'
}

/** Why a decision can't be undone; null if it can be. Without `newest`, newer decisions aren't considered. */
function undoBlockOf(row: ActivityRow, now: number, newest?: ReadonlySet<string>): Activity['undoBlock'] {
  const { undo, undoNeeds, ban } = ACTION_TRAITS[row.action]
  const details = detailsOf(row)
  if (!undo || (undoNeeds && !details[undoNeeds])) return 'kind'
  if (newest && undo === 'ifNewest' && details.mediaId === undefined && !newest.has(row.id)) return 'newer'
  if (ban === 'lifted') return isOver(details.formerBan?.until, now) ? 'over' : null
  return ban === 'imposed' && details.until !== undefined && isOver(details.until, now) ? 'over' : null
}

/** Whether a ban's end has passed; 0 never does. */
function isOver(end: number | undefined, now: number): boolean {
  return end === undefined || (end !== 0 && end <= now)
}

function present(
  row: ActivityRow,
  about: {
    tokenName: string
    person: (userId: string) => NonNullable<Activity['actor']>
    blocked: Activity['undoBlock']
    /** The decisions that undid it or granted the appeal. */
    othersById: ReadonlyMap<string, ActivityRow>
    now: number
  },
): LoggedDecision {
  const { tokenName, person, blocked, othersById, now } = about
  const { until, given, taken, changes, undoes, judged } = detailsOf(row)
  const canUndo = blocked === null && row.undone_by === ''
  const lift = judged ? othersById.get(judged.undoneBy ?? '') : row
  const { formerBan } = canUndo && lift && ACTION_TRAITS[lift.action].ban === 'lifted' ? detailsOf(lift) : {}
  return {
    id: row.id,
    at: Number(row.created_at),
    tokenName,
    action: row.action,
    actor: row.actor_id === '' ? null : person(row.actor_id),
    person: row.person_id === '' ? null : person(row.person_id),
    postId: row.post_id || null,
    commentId: row.comment_id || null,
    reason: row.reason,
    until: until ?? null,
    given: given ?? [],
    taken: taken ?? [],
    changes: changes ?? [],
    undoes: undoes ?? null,
    undone: row.undone_by !== '',
    reinstated: (othersById.get(row.undone_by)?.undone_by ?? '') !== '',
    canUndo,
    undoBlock: row.undone_by === '' ? blocked : null,
    bansAgain: formerBan && !isOver(formerBan.until, now) ? formerBan : null,
  }
}
