import { communityPath, isHidden, postPath } from '@stoa/contract'
import { ConnectedPostMenu, StatusBanner, showPostToast } from '@stoa/post-view'
import {
  isThreadKey,
  listOf,
  loadCommunity,
  loadThread,
  postComments,
  putThread,
  type Stoa,
  threadKey,
} from '@stoa/store'
import { usePost, useStoa, useStoaState, useThread } from '@stoa/store/react'
import { type Toasts, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { adopt } from '../first-view/adopt-styles.ts'
import type { MountOptions } from '../loader/define-element.ts'
import styles from './article-menu.css?inline'

/** English texts of moderation in an article. */
export const moderationMessages = {
  'review.count': '{count} to review',
  'review.more': '{count}+ to review',
  'review.close': 'Close',
  'review.title': 'To review in this conversation',
  'review.failed': 'Couldn’t load this. Try again.',
  'article.undo': 'Undo',
  'author.decide': 'Manage {name}…',
} as const

/** Props of `ArticleMenu`. */
export interface ArticleMenuProps {
  host: HTMLElement
  /** Origin of the forum. */
  origin: string
  /** The article's post. */
  postId: string
  options: MountOptions
  toasts: Toasts
  /** Called when an action was refused. */
  onFailure: (error: unknown) => void
}

/** Moderation of an article's post in place. Everything else is done on the forum. */
export function ArticleMenu({ host, origin, postId, options, toasts, onFailure }: ArticleMenuProps) {
  const t = useTranslate(moderationMessages)
  const stoa = useStoa()
  const post = usePost(postId)
  const tokenName = post?.tokenName
  const hidden = post !== undefined && isHidden(post.status)
  const thread = useThread(options.article)
  const isUnknown = thread?.isHidden === true && !hidden
  // The event of a restored post and the response may arrive in either order, and neither brings its comments.
  const isEmptied = useStoaState(
    () =>
      thread?.isHidden === false &&
      !hidden &&
      (post?.numComments ?? 0) > 0 &&
      listOf(stoa, postComments(postId, { sort: options.sort ?? 'top' })).ids.length === 0,
  )
  useEffect(() => {
    if (host.shadowRoot) adopt(host.shadowRoot, styles)
    // Loads its topics, as none can be chosen without them.
    if (tokenName) loadCommunity(stoa, tokenName).catch(() => {})
  }, [stoa, host, tokenName])
  useEffect(() => {
    // Without it the moderator sees what visitors see.
    if (isUnknown || isEmptied) loadHiddenThread(stoa, options).catch(() => {})
  }, [stoa, isUnknown, isEmptied, options])
  if (!post || isThreadKey(postId)) return null

  /** The menu moves when the thread is replaced, at once or when it has been loaded, and gets the focus again. */
  function keepFocus(): void {
    for (const wait of [0, 300, 1500]) {
      setTimeout(() => {
        const { activeElement, body } = document
        const root = host.shadowRoot
        if (root?.activeElement || (activeElement !== body && activeElement !== host)) return
        root?.querySelector<HTMLElement>('.stoa-post-menu button')?.focus()
      }, wait)
    }
  }
  function tell(message: string, undo?: () => void): void {
    const action = undo && { label: t('article.undo'), onAction: undo }
    showPostToast(stoa, toasts, { postId, text: message, action })
    keepFocus()
  }
  return (
    <div className="stoa-embed-post" data-hidden={hidden || undefined}>
      {hidden && <StatusBanner post={post} />}
      <ConnectedPostMenu
        postId={postId}
        href={origin + postPath(post)}
        editHref={`${origin}${communityPath(post)}/posts/create/${postId}`}
        onFailure={onFailure}
        onChanged={tell}
      />
    </div>
  )
}

/** Loads the post of a hidden thread, or the whole thread if it has been restored. */
async function loadHiddenThread(stoa: Stoa, { article, sort, pageSize }: MountOptions): Promise<void> {
  const { post } = await stoa.client.call('articlePost', { ...article })
  if (!isHidden(post.status)) {
    await loadThread(stoa, article, { ...(sort ? { sort } : {}), ...(pageSize ? { limit: pageSize } : {}) })
    return
  }
  const thread = stoa.state.getState().threads[threadKey(article)]
  const comments = { items: [], cursor: null, hasMore: false }
  if (thread) putThread(stoa, { article, payload: { ...thread, post, isHidden: true, comments } })
}
