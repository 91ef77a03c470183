import { errorCode, StoaError } from '@stoa/client'
import { type CallInput, canTakePart } from '@stoa/contract'
import type { Intent, SerializedAction, Stoa } from '../stoa.ts'
import { loadViewer } from '../viewer.ts'
import { createMutationQueue, type Rows } from './mutation-queue.ts'

/** Whose name a call is made in. Default: the viewer's. */
export interface Actor {
  actorId?: string
}

/** A mutation that needs a signed-in person. */
export interface MemberAction<Result> {
  action: Intent['action']
  tokenName: string
  /** Whether it needs a membership. Default true. */
  isForMembers?: boolean
  /** The mutation as data. Default: it can't be resumed on another page load. */
  serializedAction?: SerializedAction
  /** Who began it, also if they have signed out since; empty for a visitor. Default: the last viewer. */
  writerId?: string | undefined
  run(actor: Actor): Promise<Result>
}

/**
 * Runs a mutation. If only members may do it, joins the community first. If it needs signing in, it rejects, and
 * `intent` in the state can resume it. A certain refusal makes no request.
 */
export async function withIntent<Result>(stoa: Stoa, mutation: MemberAction<Result>): Promise<Result> {
  const { action, tokenName, serializedAction } = mutation
  const { viewer, writerId: lastId } = stoa.state.getState()
  const { writerId = lastId } = mutation
  // Loading code, joining and waiting take time, in which somebody else may sign in.
  const actorId = mutation.writerId || viewer?.id
  const again = async () => {
    await withIntent(stoa, { ...mutation, writerId: undefined })
  }
  const ask = () => setIntent(stoa, { action, tokenName, kind: 'other-account', resume: again })
  // Nobody else can change this person's content.
  const isForOthers = action !== 'edit' && action !== 'hide'
  try {
    return await runAsMember(stoa, mutation, actorId === undefined ? {} : { actorId })
  } catch (error) {
    const code = errorCode(error)
    const me = code === 'ACTOR_MISMATCH' ? await loadViewer(stoa).catch(() => undefined) : undefined
    // The session has ended unnoticed.
    const hasEnded = me === null
    if (code === 'AUTH_REQUIRED' || code === 'TOKEN_EXPIRED' || hasEnded) {
      const resume = async () => {
        const me = await loadViewer(stoa)
        if (me && writerId && me.id !== writerId && isForOthers) ask()
        else await again()
      }
      setIntent(stoa, { action, tokenName, serializedAction, kind: 'sign-in', resume })
    }
    if (hasEnded) throw new StoaError('AUTH_REQUIRED', { message: 'The session has ended.', cause: error })
    if (me && isForOthers) {
      ask()
      throw new StoaError('ABORTED', { message: 'The person is asked first.', cause: error })
    }
    throw error
  }
}

/**
 * Runs a visitor's mutation without an account. If it fails after they have signed in, they are asked whether to do it
 * with their name: `inOwnName`.
 */
export async function withoutName<Result>(
  stoa: Stoa,
  { action, tokenName, run, inOwnName }: MemberAction<Result> & { inOwnName: () => Promise<unknown> },
): Promise<Result> {
  const { writerId } = stoa.state.getState()
  try {
    return await run({})
  } catch (error) {
    const { viewer } = stoa.state.getState()
    if (!viewer || viewer.id === writerId) throw error
    const resume = async () => void (await inOwnName())
    setIntent(stoa, { action, tokenName, kind: 'other-account', isNameless: writerId === '', resume })
    throw new StoaError('ABORTED', { message: 'The person is asked first.', cause: error })
  }
}

async function runAsMember<Result>(stoa: Stoa, mutation: MemberAction<Result>, actor: Actor): Promise<Result> {
  try {
    checkPermission(stoa, mutation)
    return await mutation.run(actor)
  } catch (error) {
    if (errorCode(error) !== 'JOIN_REQUIRED' || !mutation.tokenName) throw error
    clearMembership(stoa, mutation.tokenName)
    await setMembership(stoa, { tokenName: mutation.tokenName, join: true }, actor)
    const result = await mutation.run(actor)
    reportJoined(stoa, mutation)
    return result
  }
}

function reportJoined(stoa: Stoa, { tokenName }: MemberAction<unknown>): void {
  if (stoa.session?.isByPublisher?.()) return
  stoa.state.setState(({ communities }) => ({ joinedCommunity: communities[tokenName]?.title ?? tokenName }))
}

/** The viewer may have left in another window. Joining again does nothing while the state says they are a member. */
function clearMembership(stoa: Stoa, tokenName: string): void {
  stoa.state.setState(({ viewer }) => ({
    viewer: viewer && {
      ...viewer,
      joinedCommunities: viewer.joinedCommunities.filter((name) => name !== tokenName),
    },
  }))
}

function checkPermission(stoa: Stoa, { tokenName, isForMembers = true }: MemberAction<unknown>): void {
  const { viewer } = stoa.state.getState()
  if (viewer === undefined) return
  const decision = canTakePart(viewer, tokenName, stoa.clock())
  if (decision.allowed) return
  const { code } = decision
  // Otherwise the server decides. A ban may have been lifted, and other actions have their own rules.
  const isKnown = code === 'AUTH_REQUIRED' || (code === 'JOIN_REQUIRED' && isForMembers)
  if (isKnown) throw new StoaError(code, { message: 'Refused before asking the server.' })
}

function setIntent(stoa: Stoa, { resume, ...about }: Omit<Intent, 'cancel'>): void {
  const leave = () => stoa.state.setState((state) => (state.intent === intent ? { intent: null } : {}))
  const intent: Intent = {
    ...about,
    resume() {
      leave()
      return resume()
    },
    cancel: leave,
  }
  stoa.state.setState({ intent })
}

/** Joining or leaving a community. */
export type Membership = Pick<CallInput<'communityJoin'>, 'tokenName' | 'sawEmailNotice'> & { join: boolean }

/** Joins or leaves a community without checking that the viewer is signed in. */
export function setMembership(stoa: Stoa, membership: Membership, actor: Actor): Promise<void> {
  const { tokenName, join } = membership
  return stoa.singleton(createMutationQueue).mutate(tokenName, {
    kind: 'join',
    apply: (rows) => withMembership(rows, join),
    isApplied: ({ joinedCommunities = false }) => joinedCommunities === join,
    async send() {
      const { community, joinedCommunities } = await stoa.client.call('communityJoin', membership, actor)
      const isMember = joinedCommunities.includes(tokenName)
      return (rows) => ({ ...rows, communities: community, joinedCommunities: isMember || undefined })
    },
  })
}

function withMembership(rows: Rows, join: boolean): Rows {
  const { communities: community, joinedCommunities = false } = rows
  if (joinedCommunities === join) return rows
  const step = join ? 1 : -1
  return {
    ...rows,
    communities: community && { ...community, numberOfMembers: Math.max(0, community.numberOfMembers + step) },
    joinedCommunities: join || undefined,
  }
}

/** Runs an action of signed-in people, members or not. A visitor signs in first. */
export function whenSignedIn(
  stoa: Stoa,
  { action, run }: { action: Intent['action']; run: () => void },
): Promise<void> {
  return withIntent(stoa, { action, tokenName: '', isForMembers: false, run: async () => run() })
}
