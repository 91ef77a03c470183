import { CommentMenuView, ConnectedComments, type DrawCommentMenu, renderSortSegments } from '@stoa/comments'
import { COMMENTS_FIRST_PAGE_SIZE, commentPath, communityPath, isBanned, postPath } from '@stoa/contract'
import { StoredPostView } from '@stoa/post-view'
import { useCommunity, useManages, usePost, useStoa, useViewer } from '@stoa/store/react'
import { afterPaint, Banner, ChevronStartIcon, lazy, useLazy, useTranslate, Written } from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  NavigationType,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigationType,
  useRevalidator,
} from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { Inset } from '../../inset/inset.tsx'
import { useGrowth } from '../../list-length.ts'
import { commentsPath, respondPath, responsePath } from '../../paths.ts'
import { Gone } from '../../shell/not-found.tsx'
import { useShortcutsOn } from '../../shell/shortcuts/shortcut-switch.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { useReminding } from '../../shell/use-reminding.tsx'
import { useTips } from '../../shell/use-tips.tsx'
import { keepReplies, reopenReplies } from './open-replies.ts'
import type { PostData } from './post-loader.ts'
import { useDeletedExit } from './use-exit-after-deletion.ts'
import { useMayRespond } from './use-may-respond.ts'

export { loadPostAhead, postLoader } from './post-loader.ts'

/** Loaded after the post. */
const beyondPost = lazy(async () => (await import('./post-recommendations.tsx')).BeyondPost)
const bannedNotice = lazy(async () => (await import('../community/banned-notice.tsx')).BannedNotice)
const authorMenuCode = lazy(async () => (await import('./comment-author-menu.tsx')).drawAuthorMenu)

const postScreenMessages = {
  'post.undo': 'Undo',

  'comment.missing.title': 'This comment isn’t available.',
  'comment.missing.text': 'It may have been deleted. Here is the post with its other comments.',
} as const

/** A post with its comments, or with one comment in its context. */
export function PostScreen() {
  const data = useLoaderData() as PostData
  const { postId, sort, commentId, isCommentMissing, list, after } = data
  const isOpening = useOpening(data)
  const stoa = useStoa()
  const { onMore } = useGrowth(list, {
    first: COMMENTS_FIRST_PAGE_SIZE,
    reopen: (about) => reopenReplies(stoa, about),
  })
  const { key: entry, hash } = useLocation()
  useEffect(() => {
    const keep = () => keepReplies(stoa, { list, entry })
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [stoa, list, entry])
  const alert = useErrorToast()
  const onDeleted = useDeletedExit(postId)
  const { toasts } = useHostedApp()
  const t = useTranslate(postScreenMessages)
  const reminding = useReminding()
  const navigate = useNavigate()
  const post = usePost(postId)
  const viewer = useViewer()
  const community = useCommunity(post?.tokenName ?? '')
  const { code: Beyond } = useLazy(beyondPost)
  const isViewerBanned = isBanned(viewer ?? null, post?.tokenName ?? '', stoa.clock())
  const { code: BannedNotice } = useLazy(bannedNotice, isViewerBanned)
  const mayRespond = useMayRespond(post)
  const areShortcutsOn = useShortcutsOn()
  const authorMenu = useAuthorMenu(post?.tokenName ?? '')
  const tips = useTips({ postId, commentId, draw: authorMenu })
  useEffect(() => {
    // Failing to count a view doesn't matter to the reader.
    stoa.client.call('postView', { postId }).catch(() => {})
  }, [stoa, postId])
  const hrefAfter = useCallback(
    (cursor: string, comment?: { id: string }) => {
      const { kind, slugUrl, tokenName } = stoa.state.getState().posts[postId] ?? {
        kind: 'story',
        slugUrl: '',
        tokenName: '',
      }
      const address = { kind, slugUrl, tokenName }
      const path = comment ? commentPath(address, { id: comment.id, parentCommentId: null }) : postPath(address)
      const order = sort === 'top' ? '' : `sort=${sort}&`
      return `${path}?${order}after=${cursor}`
    },
    [stoa, postId, sort],
  )
  // Deleted or hidden while it was open.
  if (!post) return <Gone />
  return (
    <>
      <p className="stoa-app-where">
        <a href={communityPath(post)}>
          <ChevronStartIcon size={16} /> <Written>{post.communityTitle}</Written>
        </a>
      </p>
      {isCommentMissing && <MissingComment />}
      <StoredPostView
        postId={postId}
        onFailure={alert}
        onDeleted={onDeleted}
        {...reminding.ofPost(postId)}
        afterReactions={tips.afterReactions}
        isOpening={isOpening}
        renderInset={() => <Inset place="text" postId={postId} />}
        respondHref={mayRespond ? respondPath(post) : undefined}
        onOpenResponse={
          community?.postTypes.includes('response')
            ? () => void navigate(responsePath(postId, { url: postPath(post), label: post.title }))
            : undefined
        }
        comments={
          <CommentMenuView.Provider value={tips.draw}>
            <ConnectedComments
              key={`${postId} ${commentId}`}
              postId={postId}
              sort={sort}
              onSort={(next) => void navigate(commentsPath(post, next), { preventScrollReset: true })}
              onMore={onMore}
              hrefAfter={hrefAfter}
              commentId={commentId ?? undefined}
              after={after ?? undefined}
              allowAnonymous
              keys={areShortcutsOn ? 'page' : 'off'}
              openAtNew={hash === '#new'}
              renderSort={renderSortSegments}
              banNotice={BannedNotice && <BannedNotice tokenName={post.tokenName} />}
              onFailure={alert}
              onDone={(text, undo) => toasts.show({ text, action: { label: t('post.undo'), onAction: undo } })}
              onSaved={(entityId) => reminding.tellSaved({ entityType: 'Comment', entityId })}
            />
          </CommentMenuView.Provider>
        }
      />
      {reminding.dialog}
      {Beyond && !isOpening && <Beyond postId={postId} />}
    </>
  )
}

/** Whether a post that was opened from its card shows its text only: the rest is still loading, or takes another frame. */
function useOpening({ loading }: PostData): boolean {
  const { hash } = useLocation()
  const { revalidate } = useRevalidator()
  const [loaded, setLoaded] = useState<unknown>()
  const isHere = useNavigationType() !== NavigationType.Push
  const [isPainted, setPainted] = useState(isHere)
  useEffect(() => {
    if (!isPainted) afterPaint(() => setPainted(true))
  }, [isPainted])
  const isOpening = !isPainted || (loading !== undefined && loading !== loaded)
  useEffect(() => {
    let isLeft = false
    loading?.then(
      () => setLoaded(loading),
      // Loading again shows the failure.
      () => void (isLeft || revalidate()),
    )
    return () => {
      isLeft = true
    }
  }, [loading, revalidate])
  const wasOpening = useRef(isOpening)
  useEffect(() => {
    if (wasOpening.current && !isOpening && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
    wasOpening.current = isOpening
  }, [isOpening, hash])
  return isOpening
}

/** Says that the linked comment was deleted, or isn't visible. */
function MissingComment() {
  const t = useTranslate(postScreenMessages)
  const viewer = useViewer()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // A signed-in viewer may see comments that visitors can't, such as their own pending ones.
    if (viewer) void revalidate()
  }, [viewer, revalidate])
  return (
    // A viewer who seems to be signed in sees nothing until the viewer is known.
    <div className="stoa-app-missing-comment">
      <div className="stoa-app-viewer" data-known={viewer !== undefined || undefined}>
        <Banner title={t('comment.missing.title')}>{t('comment.missing.text')}</Banner>
      </div>
    </div>
  )
}

/** Renders comment menus for managers of the community; others don't load it. Until then the menus are everyone's. */
function useAuthorMenu(tokenName: string): DrawCommentMenu | null {
  const isWanted = useManages(tokenName)
  const { code } = useLazy(authorMenuCode, isWanted)
  return (isWanted && code) || null
}
