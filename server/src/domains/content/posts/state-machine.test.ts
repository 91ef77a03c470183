import { type CallName, type ErrorCode, PostStatus } from '@stoa/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'

const tokenName = 'STATES'
/** From scheduling to publishing: short, so that nobody's token expires. */
const DELAY_MS = 200
/** Random steps of one run; the proof of a release takes more. */
const STEPS = Number(process.env.STOA_MODEL_STEPS ?? 400)
const PATIENCE_MS = 60_000 + STEPS * 100
const ROLES = ['author', 'moderator', 'admin', 'pinner', 'stranger'] as const
const ACTIONS = [
  ...(['hide', 'restore', 'pin', 'unpin', 'publish', 'schedule', 'unschedule', 'discard'] as const),
  ...(['approve', 'refuse', 'edit', 'film', 'wait'] as const),
]
type Role = (typeof ROLES)[number]
type Action = (typeof ACTIONS)[number]

/** What the specification says a post is. */
interface Model {
  status: number
  former: number
  /** Its author had hidden it before others did. */
  isWithdrawn: boolean
  isPinned: boolean
  scheduledAt: number
  /** It shows a recording without captions, which the community doesn't take. */
  lacksCaptions: boolean
}

let forum: Forum
let people: Record<Role, { id: string; token: string }>
let communityId: string

beforeAll(async () => {
  forum = await startForum()
  const { stoa, admin } = forum
  communityId = await seedCommunity(stoa, { tokenName, approvePosts: true, requireTranscripts: true })
  const member = (username: string) => stoa.member(username, { join: [tokenName] })
  people = {
    author: await member('author_states'),
    stranger: await member('stranger_states'),
    admin,
    moderator: await member('judge_states'),
    pinner: await member('pinner_states'),
  }
  const { setRole } = stoa.app.services.memberships
  await setRole(communityId, people.moderator.id, { moderator: true, permissions: ['hideContent'] })
  await setRole(communityId, people.pinner.id, { permissions: ['pinPost'] })
})
afterAll(() => forum.stoa.close())

const step = fc.record({ action: fc.constantFrom(...ACTIONS), role: fc.constantFrom(...ROLES), post: fc.nat(4) })

/** What is sent for an action about a post. */
function callOf(action: Exclude<Action, 'wait'>, postId: string): [CallName, object] {
  const about = { tokenName, postId }
  switch (action) {
    case 'hide':
      return ['postDelete', { ...about, hidden: true, reason: 'spam' }]
    case 'restore':
      return ['postDelete', { ...about, hidden: false }]
    case 'pin':
      return ['postPin', { ...about, isPinned: true }]
    case 'unpin':
      return ['postPin', { ...about, isPinned: false }]
    case 'publish':
      return ['postDraftPublish', about]
    case 'schedule':
      return ['postDraftSchedule', { ...about, scheduledAt: forum.stoa.clock.now() + DELAY_MS }]
    case 'unschedule':
      return ['postDraftUnschedule', about]
    case 'discard':
      return ['postDraftDelete', about]
    case 'approve':
      return ['postApprove', { postId, approve: true }]
    case 'refuse':
      return ['postApprove', { postId, approve: false }]
    case 'edit':
    case 'film': {
      const film = { type: 'audio', data: { url: 'https://films.example/a.mp3' } }
      const blocks = [{ type: 'paragraph', data: { text: 'Changed.' } }, ...(action === 'film' ? [film] : [])]
      const postContent = JSON.stringify({ blocks })
      return ['postEdit', { ...about, title: 'Changed', kind: 'community', postContent }]
    }
  }
}

const {
  published,
  pending,
  waitingForTranscript: waiting,
  scheduled,
  draft,
  hiddenByPublisher,
  hiddenByAdmin,
  hiddenByDomainAdmin,
} = PostStatus
const isHidden = (status: number) => status >= 1 && status <= 4

/** What the model answers: an error, or null and the post as it is then. `pinned`: how many posts are. */
function predicted(
  model: Model,
  { action, role, pinned, now }: { action: Action; role: Role; pinned: number; now: number },
): { code: ErrorCode | null; next: Model } {
  const refuse = (code: ErrorCode) => ({ code, next: model })
  const become = (change: Partial<Model>) => ({ code: null, next: { ...model, ...change } })
  const same = { code: null, next: model }
  const { status, former } = model
  const isAuthor = role === 'author'
  const isAdmin = role === 'admin'
  const moderates = role === 'moderator' || isAdmin
  if (action === 'wait') return same
  if (status !== published && !isAuthor && !moderates) return refuse('POST_NOT_FOUND')
  switch (action) {
    case 'hide':
    case 'restore': {
      if (status === hiddenByDomainAdmin && !isAdmin) return refuse('HIDDEN_BY_DOMAIN_ADMIN')
      if (!isAuthor && (status === draft || (status === hiddenByPublisher && action === 'restore')))
        return refuse('FORBIDDEN')
      const byOthers = isHidden(status) && status !== hiddenByPublisher
      if (!moderates && (!isAuthor || byOthers)) return refuse('FORBIDDEN')
      if (action === 'hide' && model.isPinned) return refuse('POST_PINNED')
      if (action === 'restore') {
        if (!isHidden(status)) return same
        if (!isAuthor && model.isWithdrawn) return become({ status: hiddenByPublisher, isWithdrawn: false })
        const to = former === published && !moderates ? pending : former
        return become({ status: to === waiting && !model.lacksCaptions ? pending : to, former: 0 })
      }
      const to = isAuthor ? hiddenByPublisher : isAdmin ? hiddenByDomainAdmin : hiddenByAdmin
      const outranks = !isAuthor && (isAdmin ? status !== hiddenByDomainAdmin : status === hiddenByPublisher)
      if (isHidden(status) && !outranks) return same
      return become({
        status: to,
        former: isHidden(status) ? former : status === scheduled ? draft : status,
        isWithdrawn: model.isWithdrawn || status === hiddenByPublisher,
        scheduledAt: 0,
      })
    }
    case 'pin':
    case 'unpin': {
      if (role !== 'pinner' && !isAdmin) return refuse('FORBIDDEN')
      if (action === 'unpin') return become({ isPinned: false })
      if (status !== published) return refuse('POST_NOT_PUBLISHED')
      if (model.isPinned) return same
      return pinned >= 3 ? refuse('PIN_LIMIT') : become({ isPinned: true })
    }
    case 'publish':
    case 'schedule':
    case 'unschedule':
    case 'discard': {
      if (!isAuthor && !(moderates && status === scheduled)) return refuse('FORBIDDEN')
      if (status !== draft && status !== scheduled) return refuse('POST_NOT_DRAFT')
      if (action === 'publish') {
        const to = moderates ? published : pending
        return become({ status: model.lacksCaptions ? waiting : to, scheduledAt: 0 })
      }
      if (action === 'schedule') return become({ status: scheduled, scheduledAt: now + DELAY_MS })
      if (action === 'unschedule') return become({ status: draft, scheduledAt: 0 })
      if (!isAuthor) return refuse('FORBIDDEN')
      return become({ status: hiddenByPublisher, former: draft, scheduledAt: 0 })
    }
    case 'approve':
    case 'refuse': {
      if (!moderates) return refuse('FORBIDDEN')
      const to = action === 'approve' ? published : isAdmin ? hiddenByDomainAdmin : hiddenByAdmin
      if (status === to) return same
      if (status !== pending) return refuse('EDIT_CONFLICT')
      return action === 'approve' ? become({ status: to }) : become({ status: to, former: pending })
    }
    case 'edit':
    case 'film': {
      const isClosed = status === published || isHidden(status)
      const mayEdit = status === draft || status === hiddenByPublisher ? isAuthor : moderates || (isAuthor && !isClosed)
      if (!mayEdit) return refuse('FORBIDDEN')
      const lacksCaptions = action === 'film'
      if (lacksCaptions && isClosed && !model.lacksCaptions) return refuse('VALIDATION_FAILED')
      if (status === pending && lacksCaptions) return become({ lacksCaptions, status: waiting })
      // Its author may not approve.
      return become({ lacksCaptions, ...(status === waiting && !lacksCaptions ? { status: pending } : {}) })
    }
  }
}

test(
  'posts never have a state or response that isn’t in the specification',
  async () => {
    const { stoa } = forum
    const posts = [draft, draft, pending, draft, pending].map(async (status) => ({
      id: await forum.newPost({ communityId, publisherId: people.author.id, status }),
      model: { status, former: 0, isWithdrawn: false, isPinned: false, scheduledAt: 0, lacksCaptions: false } as Model,
    }))
    const known = await Promise.all(posts)
    const seed = fc.sample(fc.integer(), 1)[0]
    const steps = fc.sample(step, { numRuns: STEPS, ...(seed === undefined ? {} : { seed }) })
    for (const [index, { action, role, post }] of steps.entries()) {
      const about = known[post]
      if (!about) continue
      const said = `seed ${seed}, step ${index}: ${role} ${action}s a post of status ${about.model.status}`
      if (action === 'wait') {
        stoa.clock.advance(DELAY_MS / 2)
        await stoa.app.jobs.drain()
        for (const one of known) {
          const isDue = one.model.status === scheduled && one.model.scheduledAt <= stoa.clock.now()
          // Its author may not approve.
          if (isDue) one.model = { ...one.model, status: one.model.lacksCaptions ? waiting : pending, scheduledAt: 0 }
        }
      } else {
        const pinned = known.filter(({ model }) => model.isPinned).length
        const { code, next } = predicted(about.model, { action, role, pinned, now: stoa.clock.now() })
        const [name, input] = callOf(action, about.id)
        const { status, body } = await stoa.call(name, input as never, { token: people[role].token })
        expect([said, status === 200 ? null : body.code]).toEqual([said, code])
        about.model = next
      }
      const rows = await stoa.database.read('posts').whereIn(
        'id',
        known.map(({ id }) => id),
      )
      const found = known.map(({ id }) => rows.find((row) => row.id === id))
      expect([said, ...found.map((row) => [row.status, Boolean(row.is_pinned), row.scheduled_at])]).toEqual([
        said,
        ...known.map(({ model }) => [model.status, model.isPinned, model.scheduledAt]),
      ])
    }
    const broken = (await stoa.app.services.integrity.check()).filter(({ row }) =>
      known.some(({ id }) => row.includes(id)),
    )
    expect(broken).toEqual([])
  },
  PATIENCE_MS,
)
