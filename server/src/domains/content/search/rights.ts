import { CommentStatus, CommunityStatus, moderatedKinds, PostStatus, type Viewer } from '@stoa/contract'
import type { Kind } from './terms.ts'

/** Part of a query's conditions. */
export interface Condition {
  sql: string
  bindings: readonly (string | number)[]
}

/** What a reader may find. */
export interface Rights {
  /** Ids of communities whose posts of a kind the reader moderates; `all`: of every community. */
  moderates: { community: readonly string[] | 'all'; story: readonly string[] | 'all' }
  /** The only community that is searched; null for all. */
  communityId: string | null
  /** What the reader doesn't want to see. */
  without: {
    authors: readonly string[]
    posts: readonly string[]
    communities: readonly string[]
    topics: readonly string[]
    words: readonly string[]
  }
  /** The reader's accounts, whose texts no muted word hides. */
  ownIds: readonly string[]
}

/** What everybody may find. */
export const PUBLIC: Rights = {
  moderates: { community: [], story: [] },
  communityId: null,
  without: { authors: [], posts: [], communities: [], topics: [], words: [] },
  ownIds: [],
}

/** Token names of the communities of which the viewer moderates something; `all` of every one. */
export function placesOf(viewer: Viewer): { tokenNames: string[]; isEverywhere: boolean } {
  // On a partner's site nobody moderates content of other places.
  if (!viewer || viewer.site !== null) return { tokenNames: [], isEverywhere: false }
  const isEverywhere = viewer.networkAdmin || (viewer.domainAdmin && viewer.domainCommunity === null)
  const names = [...viewer.tokenOwner, ...Object.keys(viewer.tokenPermissions)]
  if (viewer.domainCommunity !== null && viewer.domainAdmin) names.push(viewer.domainCommunity)
  const tokenNames = [...new Set(names)].filter((tokenName) => moderatedKinds(viewer, tokenName).length > 0)
  return { tokenNames, isEverywhere }
}

/** Statuses of posts that moderators find, besides published ones: those in their lists that anybody has sent. */
const MODERATED_POSTS = [
  PostStatus.hiddenByAdmin,
  PostStatus.hiddenByDomainAdmin,
  PostStatus.hiddenByCategoryAdmin,
  PostStatus.pending,
  PostStatus.waitingForTranscript,
]
const MODERATED_COMMENTS = [
  CommentStatus.hiddenByAdmin,
  CommentStatus.hiddenByDomainAdmin,
  CommentStatus.hiddenByCategoryAdmin,
  CommentStatus.pending,
]

const all = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' and '),
  bindings: conditions.flatMap(({ bindings }) => bindings),
})
const any = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' or '),
  bindings: conditions.flatMap(({ bindings }) => bindings),
})
const within = (column: string, values: readonly (string | number)[]): Condition => ({
  sql: `${column} in (${values.map(() => '?').join()})`,
  bindings: values,
})
const notWithin = (column: string, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [{ sql: `${column} not in (${values.map(() => '?').join()})`, bindings: values }]

/** Posts that may be found: published ones, and others for their moderators. */
function postIsShown({ moderates }: Rights): Condition {
  const moderated = (['community', 'story'] as const).flatMap((kind) => {
    const ids = moderates[kind]
    if (ids !== 'all' && ids.length === 0) return []
    return [
      all([
        { sql: "p.title <> ''", bindings: [] },
        within('p.status', MODERATED_POSTS),
        { sql: 'p.kind = ?', bindings: [kind] },
        ...(ids === 'all' ? [] : [within('p.community_id', ids)]),
      ]),
    ]
  })
  return any([{ sql: `p.status = ${PostStatus.published}`, bindings: [] }, ...moderated])
}

function commentIsShown({ moderates }: Rights): Condition {
  const { community: ids } = moderates
  const published = { sql: `c.status = ${CommentStatus.published}`, bindings: [] }
  if (ids !== 'all' && ids.length === 0) return published
  return any([
    published,
    all([
      { sql: "c.content <> ''", bindings: [] },
      within('c.status', MODERATED_COMMENTS),
      ...(ids === 'all' ? [] : [within('c.community_id', ids)]),
    ]),
  ])
}

/** People who may publish stories in a community. */
export const partnerIn = (communityId: string): Condition => ({
  sql: 'exists (select 1 from community_roles r where r.community_id = ? and r.user_id = u.id and r.can_sell = 1)',
  bindings: [communityId],
})

/** Tables that decide who may find an entity, and the conditions. The document is `d`. */
export function shownTo(rights: Rights, kind: Kind): { joins: string[]; condition: Condition } {
  const { communityId, without } = rights
  const inCommunity = (column: string) =>
    communityId === null ? [] : [{ sql: `${column} = ?`, bindings: [communityId] }]
  const ofPost = [
    postIsShown(rights),
    ...inCommunity('p.community_id'),
    ...notWithin('p.id', without.posts),
    ...notWithin('p.community_id', without.communities),
    ...notWithin('p.flair_id', without.topics),
  ]
  switch (kind) {
    case 'post':
      return {
        joins: ['join posts p on p.id = d.entity_id'],
        condition: all([...ofPost, ...notWithin('p.publisher_id', without.authors)]),
      }
    case 'comment':
      return {
        joins: ['join comments c on c.id = d.entity_id', 'join posts p on p.id = c.post_id'],
        condition: all([commentIsShown(rights), ...ofPost, ...notWithin('c.publisher_id', without.authors)]),
      }
    case 'user':
      return {
        joins: [
          'join users u on u.id = d.entity_id',
          ...(communityId === null ? [] : ['join memberships m on m.user_id = u.id']),
        ],
        condition: all([
          { sql: "u.deleted_at = 0 and u.forward_to = ''", bindings: [] },
          ...inCommunity('m.community_id'),
          ...notWithin('u.id', without.authors),
        ]),
      }
    case 'community':
      return {
        joins: ['join communities g on g.id = d.entity_id'],
        condition: all([
          { sql: `g.publish_status = ${CommunityStatus.published}`, bindings: [] },
          ...inCommunity('g.id'),
          ...notWithin('g.id', without.communities),
        ]),
      }
  }
}
