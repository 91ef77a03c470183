import {
  type Comment,
  CommentStatus,
  type Community,
  type Member,
  type Notification,
  type Post,
  type PostSummary,
  type User,
} from '@stoa/contract'

/** A post: from a feed without its blocks, from its own page with them. */
export type StoredPost = PostSummary &
  Partial<Pick<Post, 'postContent' | 'revision' | 'readingMinutes' | 'hasOwnExcerpt' | 'hasOwnSlug'>>

/** A person's numbers of followers and followed people, and whether the viewer follows them (undefined while unknown). */
export interface Follow {
  followers: number
  following?: number
  follows?: boolean
}

/** When the viewer is reminded of a saved item; null: never. */
export interface Reminder {
  remindAt: number | null
}

/** How entities of one kind are cached. */
interface Entity<Row> {
  /** The cached row updated by a response, keeping what a smaller one doesn't contain. Default: the response. */
  merge?(row: Row, response: Row): Row
  /**
   * What anybody may see of a row; undefined: nothing. The rest is dropped when somebody else signs in, and not sent
   * with a page. Default: everything.
   */
  publicPart?(row: Row): Row | undefined
}

const entity = <Row>(declaration: Entity<Row> = {}): Entity<Row> => declaration

/** All kinds of entities. Each is a table of the state, by id unless noted. */
export const entities = {
  posts: entity<StoredPost>({ merge: mergePost }),
  comments: entity<Comment>({ merge: mergeComment, publicPart: withoutPrivateFields }),
  users: entity<User>(),
  /** By token name. */
  communities: entity<Community>({
    // Only lists have them.
    merge: ({ faces }, community) => (faces && !community.faces ? { ...community, faces } : community),
  }),
  /** By `memberKey`. */
  members: entity<Member>(),
  /** By the followed person's id. */
  follows: entity<Follow>({
    merge: (row, follow) => ({ ...row, ...follow }),
    publicPart: ({ follows: _, ...counts }) => counts,
  }),
  /** By the saved item's id. */
  reminders: entity<Reminder>({ publicPart: () => undefined }),
  notifications: entity<Notification>({ publicPart: () => undefined }),
}

export type EntityName = keyof typeof entities
type RowOf<Declaration> = Declaration extends Entity<infer Row> ? Row : never
export type EntityTables = { [Name in EntityName]: Record<string, RowOf<(typeof entities)[Name]>> }
export const entityNames = Object.keys(entities) as EntityName[]

/** Keeps a post's blocks, preview comments, and poll results that only voters see. */
function mergePost(cachedPost: StoredPost, response: StoredPost): StoredPost {
  const post = { ...response }
  if (cachedPost.publisherSince && !post.publisherSince) post.publisherSince = cachedPost.publisherSince
  if (cachedPost.previewComments && !post.previewComments) post.previewComments = cachedPost.previewComments
  if (cachedPost.postContent !== undefined && post.postContent === undefined && cachedPost.editedAt === post.editedAt) {
    post.postContent = cachedPost.postContent
    if (cachedPost.revision !== undefined) post.revision = cachedPost.revision
    if (cachedPost.readingMinutes !== undefined) post.readingMinutes = cachedPost.readingMinutes
    if (cachedPost.hasOwnExcerpt !== undefined) post.hasOwnExcerpt = cachedPost.hasOwnExcerpt
    if (cachedPost.hasOwnSlug !== undefined) post.hasOwnSlug = cachedPost.hasOwnSlug
  }
  if (post.pollValues === null && cachedPost.pollValues) {
    post.pollValues = cachedPost.pollValues
    post.pollTotalVoters = cachedPost.pollTotalVoters
  }
  return post
}

/** Keeps fields of a comment that only some lists contain. */
export function mergeComment(cachedComment: Comment | undefined, response: Comment): Comment {
  const { post, publisherSince } = cachedComment ?? {}
  return response.post || !post ? response : { ...response, post, ...(publisherSince && { publisherSince }) }
}

function withoutPrivateFields(comment: Comment): Comment {
  return comment.status === CommentStatus.published
    ? comment
    : { ...comment, content: null, hidden: null, moderationScore: null }
}

/** The entities as anybody may see them. */
export function publicEntities(tables: EntityTables): EntityTables {
  return Object.fromEntries(
    entityNames.map((name) => [name, publicRows(tables[name], entities[name].publicPart)]),
  ) as EntityTables
}

function publicRows(rows: Record<string, unknown>, publicPart?: (row: never) => unknown): Record<string, unknown> {
  if (!publicPart) return rows
  const parts = Object.entries(rows).map(([id, row]) => [id, publicPart(row as never)] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
}
