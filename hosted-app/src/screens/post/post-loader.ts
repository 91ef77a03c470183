import { errorCode } from '@stoa/client'
import {
  COMMENTS_FIRST_PAGE_SIZE,
  type CommentSort,
  commentPath,
  discussionForumPosting,
  isId,
  isolated,
  linkPicture,
  type PostAddress,
  PostStatus,
  postPath,
  type ShownComment,
} from '@stoa/contract'
import {
  type CommentContext,
  type ListQuery,
  listOf,
  loadComment,
  loadCommunity,
  loadPost,
  postComments,
  repliesOf,
  type Stoa,
  type StoredPost,
  startingAfter,
} from '@stoa/store'
import { redirect } from 'react-router'
import type { HostedApp } from '../../hosted-app.ts'
import { loadGrown, orFromTheStart, pageLinks, readGrowth } from '../../list-length.ts'
import { commentsPath, readCommentSort } from '../../paths.ts'
import { prepareContent } from '../../prepare-content.ts'
import { type LoaderArguments, loadScreenList, notFound, orNotFound, type ScreenData } from '../../screen-data.ts'
import { sideOfPost } from '../../side/side.tsx'
import { createAhead } from './load-ahead.ts'

export interface PostData extends ScreenData {
  postId: string
  sort: CommentSort
  /** The linked comment, at a comment's own address. */
  commentId: string | null
  /** The linked comment was deleted, or isn't visible: all comments are shown instead. */
  isCommentMissing: boolean
  list: ListQuery
  /** Cursor of the list, or of the linked comment's replies, if they begin in the middle. */
  after: string | null
  /** Loads the rest. Only the post's card, or an earlier version, was there. Default: everything has been loaded. */
  loading?: Promise<unknown> | undefined
}

/** Loads a post; one that another page has shown is opened at once, while its rest loads. */
export function postLoader(app: HostedApp) {
  return async (address: LoaderArguments): Promise<PostData> => {
    const ahead = app.session ? app.stoa.singleton(createAhead<PostData>).take(address.request.url) : undefined
    const loading = ahead ?? loadPostPage(app, address)
    const card = app.session ? cardAt(app.stoa, address) : undefined
    if (!card) return loading
    // The failure is handled where the rest is awaited.
    loading.catch(() => {})
    const loaded = await Promise.race([loading, Promise.resolve(null)])
    if (loaded) return loaded
    const sort = readCommentSort(new URL(address.request.url).searchParams)
    const page: PostData = {
      postId: card.id,
      sort,
      commentId: null,
      isCommentMissing: false,
      list: postComments(card.id, { sort }),
      after: null,
      side: sideOfPost(card.id),
      head: { ...headOf(card), canonicalPath: postPath(card) },
      loading,
    }
    loading.then(
      // Going back to it later shows it whole at once.
      () => delete page.loading,
      () => {},
    )
    return page
  }
}

/** Loads a post before it is opened. */
export function loadPostAhead(app: HostedApp, address: Address, signal: AbortSignal): void {
  const ahead = app.stoa.singleton(createAhead<PostData>)
  ahead.begin(address.request.url, signal, (stoa) => loadPostPage({ ...app, stoa }, address))
}

type Address = Pick<LoaderArguments, 'params' | 'request'>

/** The post at an address, if another page has shown it and it is opened from its top. */
function cardAt({ state }: Stoa, { params, request }: Address): StoredPost | undefined {
  const { pathname, searchParams } = new URL(request.url)
  // Reloading the shown page leaves it as it is meanwhile.
  if (params.commentId || searchParams.has('after') || searchParams.has('pages') || pathname === location.pathname)
    return undefined
  return Object.values(state.getState().posts).find(
    (post) => new URL(postPath(post), location.origin).pathname === pathname,
  )
}

/** What an opened post's head says. */
function headOf(post: StoredPost, description: string = post.excerpt) {
  return {
    title: `${isolated(post.title)} · ${isolated(post.communityTitle)}`,
    description: description || post.title,
    type: 'article',
    noindex: post.status === PostStatus.unlisted,
    image: linkPicture(post),
  } as const
}

/**
 * Loads a post with its first comments by any of its addresses: id or slug, with or without topic, section and comment.
 * Addresses other than the canonical one redirect there.
 */
async function loadPostPage(app: HostedApp, { params, request }: Address): Promise<PostData> {
  const { stoa, origin } = app
  const { token = '', identifier = '', commentId, reply, replyId } = params
  const url = new URL(request.url)
  const [{ id }] = await orNotFound(
    Promise.all([loadPost(stoa, { idOrSlug: identifier, tokenName: token }), loadCommunity(stoa, token)]),
  )
  const post = stoa.state.getState().posts[id]
  if (!post) throw notFound()
  await prepareContent(post.postContent)
  const sort = readCommentSort(url.searchParams)
  const target = replyId ?? (reply && isId(reply) ? reply : commentId)
  const { after } = readGrowth(url.searchParams)
  const thread = postComments(id, { sort })
  const context = target === undefined ? null : loadLinked(stoa, { commentId: target, postId: id, sort })
  const around = target === undefined ? null : loadScreenList(stoa, thread, { force: true })
  const [linked] = await Promise.all([context, around])
  const list = linked
    ? await loadAround(app, linked, url)
    : await loadGrown(app, thread, { url, first: COMMENTS_FIRST_PAGE_SIZE })

  const isCommentMissing = target !== undefined && !linked
  const parentCommentId = target === commentId ? null : (commentId ?? null)
  const linkedAddress = linked?.comment ?? (target === undefined ? null : { id: target, parentCommentId })
  const path = linkedAddress ? commentPath(post, linkedAddress) : postPath(post)
  if (decodeURI(url.pathname) !== decodeURI(path)) throw redirect(path + url.search, 301)
  return {
    postId: id,
    sort,
    commentId: linked?.comment.id ?? null,
    isCommentMissing,
    list,
    after: after ?? null,
    side: sideOfPost(id),
    head: {
      ...headOf(post, linked?.comment.content ?? post.excerpt),
      ...linksOf(post),
      noindex: post.status === PostStatus.unlisted || after !== undefined || isCommentMissing,
      // Only the server renders it, for crawlers. Browsers don't load its code.
      ...(import.meta.env.SSR && {
        jsonLd: discussionForumPosting({ origin, post, comments: shownThread(stoa, linked ? thread : list) }),
      }),
    },
  }

  function linksOf(post: PostAddress) {
    if (target !== undefined) return { canonicalPath: after === undefined ? postPath(post) : `${path}?after=${after}` }
    const links = pageLinks(stoa, { list, url, path: commentsPath(post, sort) })
    // Every order of the first comments is the same page.
    return after === undefined ? { ...links, canonicalPath: postPath(post) } : links
  }
}

/** A linked comment with its context. Null if it doesn't exist, isn't visible or belongs to another post. */
async function loadLinked(
  stoa: Stoa,
  about: { commentId: string; postId: string; sort: CommentSort },
): Promise<CommentContext | null> {
  try {
    const linked = await loadComment(stoa, about.commentId, about.sort)
    return linked.comment.postId === about.postId ? linked : null
  } catch (error) {
    if (errorCode(error) === 'COMMENT_NOT_FOUND') return null
    return orNotFound(Promise.reject(error))
  }
}

/** The comments around a linked one up to the length in the address, and its replies after a cursor. */
async function loadAround(app: HostedApp, { comment, around }: CommentContext, url: URL): Promise<ListQuery> {
  const { after } = readGrowth(url.searchParams)
  const replies = startingAfter(repliesOf(comment.id), after)
  if (after !== undefined) await orFromTheStart(loadScreenList(app.stoa, replies, { force: true }), url)
  const start = new URL(url)
  start.searchParams.delete('after')
  return loadGrown(app, around, { url: start, first: COMMENTS_FIRST_PAGE_SIZE, force: false })
}

/** The comments of a list with their replies, from the store. */
function shownThread(stoa: Stoa, query: ListQuery): ShownComment[] {
  const { comments } = stoa.state.getState()
  const rows = (list: ListQuery) => listOf(stoa, list).ids.flatMap((id) => comments[id] ?? [])
  return rows(query).map((comment) => ({ comment, replies: rows(repliesOf(comment.id)) }))
}
