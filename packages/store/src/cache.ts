import { type Comment, CommentStatus, type Page, type ViewerFacts } from '@stoa/contract'
import { type ListQuery, listKey, queryOf, repliesOf } from './queries.ts'
import { type Entities, idleList, type List, type Stoa, type StoredPost } from './stoa.ts'

/**
 * Puts entities into the cache. `since` is the version (`stoa.versions.current`) at the time of the request. Entities
 * that have changed since, or have a mutation in flight, keep their newer values.
 */
export function putEntities(stoa: Stoa, rows: Partial<Entities>, since = stoa.versions.current): void {
  const { entities, viewerState } = stoa.versions
  stoa.state.setState((state) => {
    const next: Partial<Entities> = {}
    for (const name of Object.keys(rows) as (keyof Entities)[]) {
      const table: Record<string, unknown> = { ...state[name] }
      for (const [id, row] of Object.entries(rows[name] ?? {})) {
        const known = table[id]
        const isOwn = typeof row !== 'object'
        const isOld = ((isOwn ? viewerState : entities).get(id) ?? 0) > since
        if (isOwn) table[id] = isOld ? known : row
        else if (isOld) table[id] = { ...row, ...(known as object) }
        else if (name === 'posts') table[id] = mergePost(known as StoredPost | undefined, row as StoredPost)
        else table[id] = name === 'comments' ? mergeComment(known as Comment | undefined, row as Comment) : row
        if (table[id] === undefined) delete table[id]
      }
      next[name] = table as never
    }
    return next
  })
}

/**
 * Merges a post, keeping what a smaller response doesn't contain: blocks, preview comments, and poll results that only
 * voters see.
 */
function mergePost(known: StoredPost | undefined, row: StoredPost): StoredPost {
  if (!known) return row
  const post = { ...row }
  if (known.publisherSince && !post.publisherSince) post.publisherSince = known.publisherSince
  if (known.previewComments && !post.previewComments) post.previewComments = known.previewComments
  if (known.postContent !== undefined && post.postContent === undefined && known.editedAt === post.editedAt) {
    post.postContent = known.postContent
    if (known.revision !== undefined) post.revision = known.revision
    if (known.readingMinutes !== undefined) post.readingMinutes = known.readingMinutes
  }
  if (post.pollValues === null && known.pollValues) {
    post.pollValues = known.pollValues
    post.pollTotalVoters = known.pollTotalVoters
  }
  return post
}

/** Merges a comment, keeping fields that only some lists contain. */
export function mergeComment(known: Comment | undefined, row: Comment): Comment {
  const { post, publisherSince } = known ?? {}
  return row.post || !post ? row : { ...row, post, ...(publisherSince && { publisherSince }) }
}

/** Entities by id. */
export function byId<Row extends { id: string }>(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.id, row]))
}

/** Puts comments and their first replies into entities and lists. A longer list of replies stays unless `replace` is set. */
export function putComments(
  stoa: Stoa,
  items: readonly (Comment & { replies?: Page<Comment> })[],
  options: { since: number; replace: boolean },
): string[] {
  const comments: Comment[] = []
  const lists: Record<string, List> = {}
  const known = stoa.state.getState().lists
  for (const { replies, ...comment } of items) {
    comments.push(comment, ...(replies?.items ?? []))
    if (!replies || comment.parentCommentId !== null) continue
    const key = listKey(repliesOf(comment.id))
    if (known[key] && (!options.replace || known[key].ids.length > replies.items.length)) continue
    const { cursor, hasMore } = replies
    const ids = replies.items.map(({ id }) => id)
    lists[key] = { ids, local: [], cursor, hasMore, status: 'success', error: null }
  }
  putEntities(stoa, { comments: byId(comments) }, options.since)
  stoa.state.setState((state) => ({ lists: { ...state.lists, ...lists } }))
  return items.map(({ id }) => id)
}

/** The cached list, or an idle one. */
export function listOf(stoa: Stoa, query: ListQuery): List {
  return stoa.state.getState().lists[listKey(query)] ?? idleList
}

/** Updates one list. */
export function setList(stoa: Stoa, query: ListQuery, change: (list: List) => Partial<List>): void {
  const key = listKey(query)
  stoa.state.setState(({ lists }) => {
    const list = lists[key] ?? idleList
    return { lists: { ...lists, [key]: { ...list, ...change(list) } } }
  })
}

/** True for a comment not yet confirmed by the server. */
export function isTemporary(id: string): boolean {
  return id.startsWith('temp:')
}

/** The entries of `saves` or `hides` for these posts and comments. */
export function marksOf(ids: readonly string[] = []): Record<string, true> {
  return Object.fromEntries(ids.map((id) => [id, true]))
}

/** Puts the viewer's reactions, votes, saved items and private fields into the cache. */
export function putViewerFacts(stoa: Stoa, facts: ViewerFacts, since: number): void {
  const { posts } = stoa.state.getState()
  const results: typeof posts = {}
  const votes: Record<string, number> = {}
  for (const [id, { selectedOptionIndex, ...result }] of Object.entries(facts.votes)) {
    votes[id] = selectedOptionIndex
    if (posts[id] && result.pollValues) results[id] = { ...posts[id], ...result }
  }
  const marks = { saves: marksOf(facts.saved), hides: marksOf(facts.hiddenForMe) }
  const { reactions, comments } = facts
  putEntities(stoa, { reactions, votes, ...marks, posts: results, comments: byId(comments) }, since)
  showUnlistedComments(stoa, comments)
}

/**
 * The viewer's own hidden and pending comments are on no page of a list. They are added at the end of the loaded part,
 * so that nothing being read moves.
 */
function showUnlistedComments(stoa: Stoa, comments: readonly Comment[]): void {
  const own = comments.filter(({ status }) => status !== CommentStatus.published)
  for (const comment of own.toSorted((one, other) => one.createdAt - other.createdAt)) {
    const lists =
      comment.parentCommentId === null ? wholeLists(stoa, comment.postId) : [repliesOf(comment.parentCommentId)]
    for (const query of lists) {
      const known = stoa.state.getState().lists[listKey(query)]
      if (!known || known.ids.includes(comment.id)) continue
      setList(stoa, query, ({ ids, local }) => ({ ids: [...ids, comment.id], local: [...local, comment.id] }))
    }
  }
}

/** All lists of a post's comments that start at the first page, in any order. */
function wholeLists(stoa: Stoa, postId: string): ListQuery[] {
  return Object.keys(stoa.state.getState().lists)
    .map(queryOf)
    .filter(
      (query) =>
        query.call === 'commentList' && query.params.postId === postId && !query.from && query.after === undefined,
    )
}

/** Removes a post that no longer exists for this viewer, including from lists. */
export function removePost(stoa: Stoa, postId: string): void {
  stoa.state.setState(({ posts, lists, newItems }) => {
    const { [postId]: _, ...rest } = posts
    const without = (ids: readonly string[]) => ids.filter((id) => id !== postId)
    return {
      posts: rest,
      lists: Object.fromEntries(
        Object.entries(lists).map(([key, list]) => [
          key,
          list.ids.includes(postId) ? { ...list, ids: without(list.ids), local: without(list.local) } : list,
        ]),
      ),
      newItems: Object.fromEntries(Object.entries(newItems).map(([key, ids]) => [key, without(ids)])),
    }
  })
}
