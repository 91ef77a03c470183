import { errorCode, StoaError } from '@stoa/client'
import { type Community, canTakePart, isOwn } from '@stoa/contract'
import type { Follow, Intent, SerializedAction, Stoa } from '../stoa.ts'
import { loadViewer } from '../viewer.ts'
import { createMutationQueue, type MutationQueue } from './mutation-queue.ts'

/** A mutation that needs a signed-in member. */
export interface MemberAction<Result> {
  action: Intent['action']
  tokenName: string
  /** The mutation as data. Default: it can't be resumed on another page load. */
  serialized?: SerializedAction
  run(): Promise<Result>
}

/**
 * Runs a mutation. If only members may do it, joins the community first. If it needs signing in, it rejects, and
 * `intent` in the state can resume it. A certain refusal makes no request.
 */
export async function withIntent<Result>(stoa: Stoa, mutation: MemberAction<Result>): Promise<Result> {
  const { action, tokenName, serialized } = mutation
  try {
    return await runAsMember(stoa, mutation)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'AUTH_REQUIRED' || code === 'TOKEN_EXPIRED') {
      const resume = async () => {
        await loadViewer(stoa)
        await withIntent(stoa, mutation)
      }
      setIntent(stoa, { action, tokenName, serialized, kind: 'sign-in', resume })
    }
    throw error
  }
}

async function runAsMember<Result>(stoa: Stoa, mutation: MemberAction<Result>): Promise<Result> {
  try {
    checkPermission(stoa, mutation)
    return await mutation.run()
  } catch (error) {
    if (errorCode(error) !== 'JOIN_REQUIRED' || !mutation.tokenName) throw error
    clearMembership(stoa, mutation.tokenName)
    await setMembership(stoa, { tokenName: mutation.tokenName, join: true })
    const result = await mutation.run()
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

/** Actions that don't need a membership. */
const OPEN_TO_NON_MEMBERS: ReadonlySet<Intent['action']> = new Set(['join', 'edit', 'hide', 'follow', 'save', 'report'])

function checkPermission(stoa: Stoa, { action, tokenName }: MemberAction<unknown>): void {
  const { viewer } = stoa.state.getState()
  if (viewer === undefined) return
  const decision = canTakePart(viewer, tokenName, stoa.clock())
  if (decision.allowed) return
  const { code } = decision
  // Otherwise the server decides. A ban may have been lifted, and other actions have their own rules.
  const isKnown = code === 'AUTH_REQUIRED' || (code === 'JOIN_REQUIRED' && !OPEN_TO_NON_MEMBERS.has(action))
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

interface Membership {
  community: Community | undefined
  joined: boolean
}

/** Joins or leaves without checking that the viewer is signed in. */
function setMembership(stoa: Stoa, { tokenName, join: wanted }: { tokenName: string; join: boolean }) {
  return stoa.singleton(createMembershipQueue).mutate(tokenName, {
    kind: 'join',
    apply: (membership) => withMembership(membership, wanted),
    isApplied: ({ joined }) => joined === wanted,
    async send() {
      const { community, joinedCommunities } = await stoa.client.call('communityJoin', { tokenName, join: wanted })
      return () => ({ community, joined: joinedCommunities.includes(tokenName) })
    },
  })
}

/** The queue of changed memberships. */
function createMembershipQueue(stoa: Stoa): MutationQueue<Membership> {
  return createMutationQueue(stoa, {
    read(tokenName) {
      const { communities, viewer } = stoa.state.getState()
      return { community: communities[tokenName], joined: viewer?.joinedCommunities.includes(tokenName) ?? false }
    },
    write(tokenName, { community, joined }) {
      stoa.state.setState(({ communities, viewer }) => {
        const others = viewer?.joinedCommunities.filter((name) => name !== tokenName) ?? []
        return {
          communities: community ? { ...communities, [tokenName]: community } : communities,
          viewer: viewer && { ...viewer, joinedCommunities: joined ? [...others, tokenName] : others },
        }
      })
    },
  })
}

function withMembership({ community, joined }: Membership, wanted: boolean): Membership {
  if (joined === wanted) return { community, joined }
  const step = wanted ? 1 : -1
  return {
    community: community && { ...community, numberOfMembers: Math.max(0, community.numberOfMembers + step) },
    joined: wanted,
  }
}

/** Joins or leaves a community. */
export function join(stoa: Stoa, input: { tokenName: string; join: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'join',
    tokenName: input.tokenName,
    serialized: { action: 'join', input },
    run: () => setMembership(stoa, input),
  })
}

/** Follows or unfollows a person. Does nothing if signing in shows that it is the viewer. */
export function follow(stoa: Stoa, input: { userId: string; follow: boolean }): Promise<void> {
  return withIntent(stoa, {
    action: 'follow',
    tokenName: '',
    serialized: { action: 'follow', input },
    async run() {
      const { viewer } = stoa.state.getState()
      if (!isOwn(viewer ?? null, input.userId)) await setFollow(stoa, input)
    },
  })
}

/** Runs an action of signed-in people, members or not. A visitor signs in first. */
export function whenSignedIn(
  stoa: Stoa,
  { action, run }: { action: Intent['action']; run: () => void },
): Promise<void> {
  return withIntent(stoa, { action, tokenName: '', run: async () => run() })
}

function setFollow(stoa: Stoa, { userId, follow: wanted }: { userId: string; follow: boolean }): Promise<void> {
  return stoa.singleton(createFollowQueue).mutate(userId, {
    kind: 'follow',
    apply: (shown) => withFollow(shown, wanted),
    isApplied: ({ follows }) => follows === wanted,
    async send() {
      const response = await stoa.client.call('userFollow', { followedUserId: userId, follow: wanted })
      return () => response
    },
  })
}

/** The queue of changed follows. */
function createFollowQueue(stoa: Stoa): MutationQueue<Follow> {
  return createMutationQueue(stoa, {
    read: (userId) => stoa.state.getState().follows[userId] ?? { followers: 0 },
    write: (userId, shown) => stoa.state.setState(({ follows }) => ({ follows: { ...follows, [userId]: shown } })),
  })
}

function withFollow({ followers, follows }: Follow, wanted: boolean): Follow {
  if ((follows ?? false) === wanted) return { followers, follows: wanted }
  return { followers: Math.max(0, followers + (wanted ? 1 : -1)), follows: wanted }
}
