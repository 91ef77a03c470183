import type { Me } from '@stoa/contract'
import { type InProcess, openInProcess } from '../support/in-process.ts'
import { report } from '../support/report.ts'
import { seed } from '../support/seed.ts'
import { stoaCheck } from '../support/stoa-check.ts'
import { createStorage } from '../support/storage.ts'

/** `PROVE_ACTIONS`: fewer, for a quick look. */
const ACTIONS = Number(process.env.PROVE_ACTIONS ?? 10_000)
const COMMENTS = 400
const MODERATORS = 4
const SEED = 20_260_101

/** State of a comment in the model. */
interface Modeled {
  id: string
  status: number
  isReported: boolean
  /** Decisions that can be undone, newest last, with the state before them. */
  undoableDecisions: Made[]
}

interface Made {
  activityId: string
  before: Pick<Modeled, 'status' | 'isReported'>
}

type Queue = InProcess['app']['services']['moderationQueue']

/**
 * 10,000 random actions of four moderators and some reporters, compared with a model: comments, the post's counter, open
 * reports and the replayed log match the model, and undoing, also of undoing, restores the exact state. Runs on SQLite or
 * `DATABASE_URL`.
 */
export async function run(): Promise<void> {
  const storage = await createStorage()
  const { tokenName, postId, commentIds } = await seed({ ...storage, comments: COMMENTS })
  const stoa = await openInProcess(storage)
  const moderators = await Promise.all(
    Array.from({ length: MODERATORS }, (_, index) => newModerator(stoa, tokenName, index)),
  )
  const model = new Map(
    commentIds.map((id): [string, Modeled] => [id, { id, status: 0, isReported: false, undoableDecisions: [] }]),
  )
  const random = randomNumbers(SEED)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  for (let step = 0, actionCount = 0; actionCount < ACTIONS; step += 1) {
    const comment = model.get(pick(commentIds))
    if (!comment) continue
    const about = { stoa, tokenName, viewer: pick(moderators), comment, step }
    const outcome = await act(
      pick(['report', 'report', 'decide', 'decide', 'race', 'hide', 'restore', 'undo'] as const),
      {
        ...about,
        other: pick(moderators),
        isApproval: random() < 0.5,
      },
    )
    if (outcome === 'nothing') continue
    actionCount += 1
    counts[outcome] = (counts[outcome] ?? 0) + 1
    const status = await statusOf(stoa, comment.id)
    if (status !== comment.status) wrong.push(`step ${step}, ${outcome}: ${status} instead of ${comment.status}`)
  }
  await stoa.app.background.settled()
  const differences = await compare(stoa, { postId, model })
  await stoa.close()
  const check = stoaCheck({ STOA_DATA: storage.dataFolder, ...(storage.url ? { DATABASE_URL: storage.url } : {}) })
  if (!check.clean) console.log(check.output)
  for (const line of wrong.slice(0, 10)) console.log(line)
  const none = (what: string, value: number) => ({ what, value: String(value), goal: '0', reached: value === 0 })
  report([
    { what: 'actions', value: JSON.stringify(counts) },
    none('steps after which a comment differs from the model', wrong.length),
    none('comments that differ from the replayed log', differences.unlikeLog),
    none('open reports that differ from the model', differences.reports),
    none('decisions missing in the model', differences.doubled),
    { what: 'the post’s counter', value: differences.counter, goal: 'its rows', reached: differences.isCounted },
    { what: 'stoa check', value: check.clean ? 'clean' : 'not clean', goal: 'clean', reached: check.clean },
  ])
  await storage.drop()
}

interface Step {
  stoa: InProcess
  tokenName: string
  viewer: Me
  other: Me
  comment: Modeled
  step: number
  isApproval: boolean
}

let decisions = 0

/** Takes one action, unless it makes no sense now; returns what it did. */
async function act(kind: 'report' | 'decide' | 'race' | 'hide' | 'restore' | 'undo', about: Step): Promise<string> {
  const { stoa, tokenName, viewer, other, comment, step, isApproval } = about
  const { comments, moderationQueue: queue } = stoa.app.services
  if (kind === 'report') {
    if (comment.status !== 0) return 'nothing'
    await reportAs(about, `reader_${step}`)
    comment.isReported = true
    return 'report'
  }
  if (kind === 'hide' || kind === 'restore') {
    const isHiding = kind === 'hide'
    if (isHiding === comment.status > 0) return 'nothing'
    const before = stateOf(comment)
    const input = { tokenName, commentId: comment.id, hidden: isHiding, ...(isHiding && { reason: 'spam' as const }) }
    await comments.setHidden(viewer, input)
    comment.status = isHiding ? 1 : 0
    decisions += 1
    if (isHiding) comment.isReported = false
    comment.undoableDecisions.push({ activityId: await newestDecision(stoa, comment.id), before })
    return kind
  }
  if (kind === 'undo') {
    const last = comment.undoableDecisions.pop()
    if (!last) return 'nothing'
    try {
      await queue.undo(viewer, { tokenName, activityIds: [last.activityId] })
    } catch (error) {
      // It has been reported again since it was approved, so an open report exists already.
      const isNew = comment.isReported && last.before.isReported && comment.status === last.before.status
      if ((error as { code?: string }).code !== 'UNDO_REFUSED' || !isNew) throw error
      return 'undo refused'
    }
    decisions += 1
    const before = stateOf(comment)
    Object.assign(comment, last.before)
    // Hiding it again closes its report.
    if (comment.status > 0) comment.isReported = false
    if (comment.status === before.status) return 'undo'
    // The undo is itself a decision that can be undone. Until then, earlier decisions can't be undone.
    comment.undoableDecisions = [{ activityId: await newestDecision(stoa, comment.id), before }]
    return before.status > 0 ? 'undo, restoring' : 'undo, hiding again'
  }
  const itemId = comment.isReported ? await openReport(stoa, comment.id) : undefined
  if (!itemId) return 'nothing'
  const before = stateOf(comment)
  const decide = (by: Me, isKept: boolean) => decideAs(queue, by, { tokenName, itemId, isKept })
  const outcomes = await Promise.all(
    kind === 'race' ? [decide(viewer, true), decide(other, false)] : [decide(viewer, isApproval)],
  )
  const [activity, ...more] = outcomes.flatMap((response) => response ?? [])
  if (!activity || more.length > 0) throw new Error(`${more.length + 1} of ${outcomes.length} decisions were made`)
  decisions += 1
  comment.isReported = false
  if (!activity.isKept) comment.status = 1
  comment.undoableDecisions.push({ activityId: activity.activityId, before })
  return kind
}

const stateOf = ({ status, isReported }: Modeled) => ({ status, isReported })

/** Null if somebody else decided first. */
async function decideAs(queue: Queue, viewer: Me, about: { tokenName: string; itemId: string; isKept: boolean }) {
  const { tokenName, itemId, isKept } = about
  const decisionInput = isKept
    ? { decision: 'approve' as const }
    : { decision: 'hide' as const, reason: 'spam' as const }
  try {
    const { decided } = await queue.decide(viewer, { tokenName, itemIds: [itemId], ...decisionInput })
    const [activity] = decided
    return activity ? { activityId: activity.activityId, isKept } : null
  } catch (error) {
    if ((error as { code?: string }).code === 'QUEUE_DECIDED') return null
    throw error
  }
}

async function reportAs({ stoa, tokenName, comment }: Step, username: string): Promise<void> {
  const { id } = await stoa.member({ username, join: tokenName })
  const viewer = await stoa.app.services.memberships.viewer(id, '')
  if (!viewer) throw new Error('reader not found')
  const about = { reportedType: 'Comment' as const, reportedCommentId: comment.id, reportReason: 'spam' as const }
  await stoa.app.services.reports.create(viewer, { tokenName, ...about })
}

async function compare(stoa: InProcess, { postId, model }: { postId: string; model: Map<string, Modeled> }) {
  const { read } = stoa.database
  const log: { comment_id: string; action: string }[] = await read('mod_activities').orderBy('id')
  const replayed = new Map<string, number>()
  for (const { comment_id, action } of log) {
    if (action === 'commentHidden') replayed.set(comment_id, 1)
    if (action === 'commentRestored') replayed.set(comment_id, 0)
  }
  const open: string[] = await read('report_items').where({ status: 'open' }).pluck('entity_id')
  const all = [...model.values()]
  const visibleCount = all.filter(({ status }) => status === 0).length
  const { num_comments: counted } = await read('posts').where({ id: postId }).first('num_comments')
  return {
    unlikeLog: all.filter(({ id, status }) => (replayed.get(id) ?? 0) !== status).length,
    reports: all.filter(({ id, isReported }) => open.includes(id) !== isReported).length,
    doubled: log.length - decisions,
    counter: `${counted} of ${visibleCount}`,
    isCounted: Number(counted) === visibleCount,
  }
}

async function statusOf({ database }: InProcess, id: string): Promise<number> {
  return (await database.read('comments').where({ id }).first('status')).status
}

async function openReport({ database }: InProcess, entity_id: string): Promise<string | undefined> {
  return (await database.read('report_items').where({ entity_id, status: 'open' }).first('id'))?.id
}

async function newestDecision({ database }: InProcess, comment_id: string): Promise<string> {
  return (await database.read('mod_activities').where({ comment_id }).orderBy('id', 'desc').first('id')).id
}

async function newModerator(stoa: InProcess, tokenName: string, index: number): Promise<Me> {
  const { id } = await stoa.member({ username: `guard_${index}`, join: tokenName })
  const { communities, memberships } = stoa.app.services
  const community = await communities.require(tokenName)
  await memberships.setRole(community.id, id, { moderator: true, permissions: ['hideContent'] })
  const viewer = await memberships.viewer(id, '')
  if (!viewer) throw new Error('moderator not found')
  return viewer
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
