import type { CallOutput, Me } from '@stoa/contract'
import type { AccountService } from '../../people/accounts/index.ts'
import type { CommunityService } from '../../people/communities/index.ts'
import type { PostService } from '../posts/index.ts'
import type { Finder } from './finder.ts'
import { askedFor, NEWEST, type Planner } from './planner.ts'
import type { createReaders, Scope } from './readers.ts'
import type { Rights } from './rights.ts'
import type { Kind } from './terms.ts'

interface Dependencies {
  accounts: Pick<AccountService, 'profilesById'>
  communities: Pick<CommunityService, 'shownById'>
  posts: Pick<PostService, 'summariesById'>
  planner: Planner
  finder: Finder
  readers: ReturnType<typeof createReaders>
}

const COMMUNITIES_MAX = 3
const PEOPLE_MAX = 3
const POSTS_MAX = 5
/** Hits of which the best are suggested. */
const COMPARED_MAX = 100
/** How long each kind may be looked for, in ms. */
const EACH_MS = 12

/** Suggests what may be meant while somebody types. Only words of titles and names count. */
export function createSuggestions({ accounts, communities, posts, planner, finder, readers }: Dependencies) {
  async function best(kind: Kind, query: string, about: { rights: Rights; limit: number }): Promise<string[]> {
    const asked = askedFor(query, { prefix: true })
    if (asked.lookups.length === 0) return []
    const plan = await planner.planOfTitles({ kind, asked, rights: about.rights })
    if (!plan) return []
    const { found } = await finder.newest(plan, { before: NEWEST, limit: COMPARED_MAX, forMs: EACH_MS })
    return found
      .toSorted((one, other) => other.score - one.score || other.doc - one.doc)
      .slice(0, about.limit)
      .map(({ id }) => id)
  }

  return async (
    viewer: Me | null,
    { query, ...scope }: { query: string } & Scope,
  ): Promise<CallOutput<'searchSuggestions'>> => {
    const rightsIn = await readers.rightsOf(viewer, scope)
    const rights = rightsIn('search')
    const communityIds = await best('community', query, { rights, limit: COMMUNITIES_MAX })
    const userIds = await best('user', query, { rights: rightsIn('suggestions'), limit: PEOPLE_MAX })
    const postIds = await best('post', query, { rights, limit: POSTS_MAX })
    const [shown, profiles, summaries] = await Promise.all([
      communities.shownById(communityIds),
      accounts.profilesById(userIds),
      posts.summariesById(postIds),
    ])
    return {
      communities: communityIds.flatMap((id) => {
        const community = shown.get(id)
        if (!community) return []
        const { tokenName, title, urlSlug, logoImageURI, numberOfMembers } = community
        return [{ tokenName, title, urlSlug, logoImageURI, numberOfMembers }]
      }),
      people: userIds.flatMap((id) => {
        const user = profiles.get(id)
        if (!user || user.deleted) return []
        const { displayName, slugUrl, profileImageUrl: imageUrl, username } = user
        return [{ userId: user.id, displayName, slugUrl, imageUrl, username }]
      }),
      posts: postIds.flatMap((id) => {
        const post = summaries.get(id)
        if (!post) return []
        const { title, slugUrl, kind, tokenName, communitySlug } = post
        return [{ id, title, slugUrl, kind, tokenName, ...(communitySlug === undefined ? {} : { communitySlug }) }]
      }),
    }
  }
}
