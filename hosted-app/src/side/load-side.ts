import {
  type Community,
  CommunityStatus,
  FEATURED_COMMUNITIES_MAX,
  type Member,
  type PostSummary,
  type User,
} from '@stoa/contract'
import { loadCommunity, loadPost, type Stoa } from '@stoa/store'
import type { HostedApp } from '../hosted-app.ts'

/** Content of the side column of a community or post. */
export type SideData = { community: Community } & (
  | { kind: 'community'; staff: readonly Member[]; members: readonly Member[]; others: readonly Community[] }
  | { kind: 'post'; author: User | null; role: PostSummary['publisherRole']; related: readonly PostSummary[] }
)

const MEMBERS = 12
const OTHERS = 5
/** Shown posts. More are requested, because responses are left out. */
const RELATED = 5
const RELATED_ASKED = 10

/** Loads the content of a side column by name. */
export async function loadSide({ stoa, config }: HostedApp, name: string): Promise<SideData> {
  const { call } = stoa.client
  const [kind, id = ''] = name.split(' ')
  if (kind === 'post') {
    const post = stoa.state.getState().posts[id] ?? (await loadPost(stoa, { idOrSlug: id }))
    const { tokenName, publisherId, publisherRole: role } = post
    const [community, author, related] = await Promise.all([
      communityOf(stoa, tokenName),
      publisherId ? call('userGet', { idOrSlug: publisherId }) : null,
      call('postList', { type: 'related', postId: id, limit: RELATED_ASKED }),
    ])
    return { kind, community, author: author?.user ?? null, role, related: relatedTo(id, related.items) }
  }
  const community = await communityOf(stoa, id)
  const { featuredTokens } = community
  const isFeaturing = featuredTokens.length > 0
  const input = isFeaturing
    ? { tokenNames: featuredTokens.join(','), limit: FEATURED_COMMUNITIES_MAX }
    : { limit: OTHERS + 1 }
  const [staff, members, others] = await Promise.all([
    call('communityMembers', { tokenName: id, type: 'staff' }),
    call('communityMembers', { tokenName: id, limit: MEMBERS }),
    config.isSingleTokenDomain ? null : call('communityList', input),
  ])
  return {
    kind: 'community',
    community,
    staff: staff.items,
    members: members.items,
    others: (others?.items ?? [])
      .filter(({ tokenName, publishStatus }) => tokenName !== id && publishStatus !== CommunityStatus.archived)
      .toSorted((one, other) => featuredTokens.indexOf(one.tokenName) - featuredTokens.indexOf(other.tokenName))
      .slice(0, isFeaturing ? FEATURED_COMMUNITIES_MAX : OTHERS),
  }
}

/** The newest related posts without the post's own responses, which are shown below it. */
function relatedTo(postId: string, posts: readonly PostSummary[]): readonly PostSummary[] {
  return posts.filter((post) => post.parentPostId !== postId).slice(0, RELATED)
}

/** The community that the screen has just loaded. Screens that load none get it from the server. */
async function communityOf(stoa: Stoa, tokenName: string): Promise<Community> {
  return stoa.state.getState().communities[tokenName] ?? loadCommunity(stoa, tokenName)
}
