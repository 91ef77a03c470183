import type { CallName } from '@stoa/contract'
import {
  linesByState,
  type PermissionRole,
  permissionTable,
  ROLES,
  responsesOf,
  type Subject,
} from '@stoa/contract/fixtures'
import type { RenderFragment } from '../../src/domains/content/articles/fragments.ts'
import { type PermissionScene, type Seed, seed, startPermissionScene, type TestCommunity } from './permission-scene.ts'

/** A post, story or comment, with what decides who may read it. */
export interface Written {
  kind: 'post' | 'story' | 'comment'
  state: number
  community: 'same' | 'other'
  /** The author's role; null: none. */
  owner: PermissionRole | null
  postId: string
  /** Empty for a post. */
  commentId: string
  /** For a comment: state and kind of its post. */
  under: { state: number; kind: 'post' | 'story' } | null
  /** A text that shows wherever the item is shown. */
  words: string
}

/** A partner's site registered for both communities. */
export const SITE = 'https://news.example'

export interface ReadingScene extends PermissionScene {
  items: Written[]
  /** Tokens that are valid on the partner's site only. */
  siteTokens: Map<PermissionRole, string>
}

/** Posts, stories and comments in every state, by an author and by someone in each role. */
export async function startReadingScene(): Promise<ReadingScene> {
  const scene = await startPermissionScene({ renderFragment: asTheyAre })
  const { stoa, communities, people, author } = scene
  const postPlans: (Omit<Written, 'postId' | 'commentId' | 'words' | 'under'> & { underAt?: number })[] = []
  const owners = [null, ...ROLES.filter((role) => role !== 'visitor')]
  const posts = owners.flatMap((owner) =>
    COMMUNITIES.filter((community) => owner === null || community === 'same').flatMap((community) =>
      (['post', 'story'] as const).flatMap((kind) =>
        Array.from({ length: 10 }, (_, state) => ({ kind, state, community, owner })),
      ),
    ),
  )
  postPlans.push(...posts)
  const madePosts = await seed(
    stoa,
    postPlans.map((about) => seedOf(about, communities[about.community])),
  )
  const asPosts = postPlans.map((about, index): Written => {
    const postId = madePosts[index]?.postId ?? ''
    return { ...about, postId, commentId: '', under: null, words: `A post ${postId}` }
  })
  const comments = owners.flatMap((owner) =>
    COMMUNITIES.filter((community) => owner === null || community === 'same').flatMap((community) =>
      Array.from({ length: 6 }, (_, state) => ({ kind: 'comment' as const, state, community, owner, at: null })),
    ),
  )
  const underPosts = asPosts
    .filter(({ owner }) => owner === null)
    .flatMap((at) => [
      { kind: 'comment' as const, state: 0, community: at.community, owner: null, at },
      { kind: 'comment' as const, state: 1, community: at.community, owner: 'member' as const, at },
      { kind: 'comment' as const, state: 5, community: at.community, owner: 'member' as const, at },
    ])
  const commentPlans: (Omit<Written, 'postId' | 'commentId' | 'words' | 'under'> & { at: Written | null })[] = [
    ...comments,
    ...underPosts,
  ]
  const madeComments = await seed(
    stoa,
    commentPlans.map((about) =>
      seedOf(about, {
        ...communities[about.community],
        postId: about.at?.postId ?? communities[about.community].postId,
      }),
    ),
  )
  const asComments = commentPlans.map(({ at, ...about }, index): Written => {
    const { postId = '', commentId = '' } = madeComments[index] ?? {}
    const under = at ? { state: at.state, kind: at.kind as 'post' | 'story' } : { state: 0, kind: 'post' as const }
    return { ...about, postId, commentId, under, words: `Said in ${commentId}` }
  })
  await stoa.database.transaction(async ({ connection }) => {
    // Shown in lists of partners, pinned posts and responses, if its state allows it.
    await connection('posts').update({ is_response: 1, is_whitelisted: 1, is_pinned: 1, pinned_at: stoa.clock.now() })
  })
  return { ...scene, items: [...asPosts, ...asComments], siteTokens: await signInAtSite(scene) }

  function seedOf({ kind, state, owner }: Pick<Written, 'kind' | 'state' | 'owner'>, community: TestCommunity): Seed {
    const isComment = kind === 'comment'
    return {
      community,
      publisherId: owner === null ? author.id : people[owner].id,
      kind: kind === 'story' ? 'story' : 'community',
      postStatus: isComment ? 0 : state,
      commentStatus: isComment ? state : null,
      hasPoll: false,
    }
  }
}

async function signInAtSite({ stoa, people, communities }: PermissionScene): Promise<Map<PermissionRole, string>> {
  const { sessions, partnerOrigins } = stoa.app.services
  const tokens = new Map<PermissionRole, string>()
  for (const { communityId } of Object.values(communities)) await partnerOrigins.register(communityId, SITE)
  for (const role of ROLES) {
    if (role === 'visitor') continue
    const { signedIn } = await sessions.begin({ userId: people[role].id, site: SITE, lasting: false })
    tokens.set(role, signedIn.accessToken)
  }
  return tokens
}

/** Fragments that contain all the data they are rendered from. */
const asTheyAre: RenderFragment = ({ payload }) => ({
  shadow: JSON.stringify(payload),
  plain: '',
  content: JSON.stringify(payload),
})

const COMMUNITIES = ['same', 'other'] as const

/** Whether the permission table lets a role read something. */
export function mayRead(role: PermissionRole, { kind, state, community, owner, under }: Written): boolean {
  if (under && !says(role, { subject: under.kind, state: under.state, community, isOwn: false })) return false
  return says(role, { subject: kind, state, community, isOwn: owner === role })
}

function says(
  role: PermissionRole,
  {
    subject,
    state,
    community,
    isOwn,
  }: { subject: Subject; state: number; community: 'same' | 'other'; isOwn: boolean },
): boolean {
  const name = subject === 'comment' ? 'commentGet' : 'postGet'
  return isAllowed(role, { name, trial: 'read', community, about: { subject, state, isOwn } })
}

/** Whether a row of the permission table allows it. */
export function isAllowed(
  role: PermissionRole,
  attempt: {
    name: CallName
    trial: string
    community: 'same' | 'other'
    about?: { subject: Subject; state: number; isOwn: boolean }
  },
): boolean {
  const { name, community, about = { subject: 'community', state: null, isOwn: false } } = attempt
  const row = permissionTable[name]
  const trial = row.who === 'byRole' ? row.trials[attempt.trial] : undefined
  const lines = about.isOwn ? trial?.self : trial?.others
  const line = lines && linesByState(lines, about.subject).find(({ state }) => state === about.state)?.line
  if (line === undefined) throw new Error(`the table doesn't say who may ${attempt.trial} by ${name}`)
  return responsesOf(line, community)[role] === 'ok'
}
