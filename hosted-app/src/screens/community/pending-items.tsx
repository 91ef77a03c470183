import { type Comment, CommentStatus, canListPendingPosts, moderates, PostStatus, postPath } from '@stoa/contract'
import { feed, type ListQuery, pendingComments, type StoredPost } from '@stoa/store'
import { useAction, useActions, useList, useStoaState, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, EmptyState, LoadMore, RelativeTime, Spinner, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { pendingMessages } from './pending-messages.ts'
import { Refused } from './refused.tsx'

/** `tab/pending`: posts and comments of a community that wait for approval, for those who decide. */
export function PendingItems({ tokenName }: { tokenName: string }) {
  const t = useTranslate(pendingMessages)
  const viewer = useViewer()
  if (viewer === undefined) return <EmptyState title={t('app.loading')} icon={<Spinner />} />
  return canListPendingPosts(viewer, tokenName).allowed ? (
    <Queue tokenName={tokenName} decidesComments={moderates(viewer, tokenName)} />
  ) : (
    <Refused />
  )
}

function Queue({ tokenName, decidesComments }: { tokenName: string; decidesComments: boolean }) {
  const t = useTranslate(pendingMessages)
  const known = useStoaState((state) => state.posts)
  const knownComments = useStoaState((state) => state.comments)
  const postList = useFresh(feed({ type: 'pending', tokenName }), true)
  const commentList = useFresh(pendingComments(tokenName), decidesComments)
  const queue = useRef<HTMLDivElement>(null)
  const lists = decidesComments ? [postList, commentList] : [postList]
  // What is decided, here or by somebody else, waits no longer.
  const posts = postList.ids.flatMap((id) => (known[id]?.status === PostStatus.pending ? known[id] : []))
  const comments = commentList.ids.flatMap((id) =>
    knownComments[id]?.status === CommentStatus.pending ? knownComments[id] : [],
  )
  const isEmpty = posts.length === 0 && comments.length === 0

  if (isEmpty && lists.some(({ status }) => status === 'error')) {
    const retry = () => {
      for (const { reload } of lists) reload()
    }
    return (
      <EmptyState title={t('pending.failed')} action={<Button onClick={retry}>{t('error.failed.retry')}</Button>} />
    )
  }
  if (isEmpty && lists.some(({ status }) => status !== 'success')) {
    return <EmptyState title={t('app.loading')} icon={<Spinner />} />
  }
  return (
    <div ref={queue} className="stoa-app-pending" tabIndex={-1}>
      {isEmpty && <EmptyState title={t('pending.empty')}>{t('pending.empty.text')}</EmptyState>}
      <Part title={t('pending.posts')} list={postList}>
        {posts.map((post) => (
          <PendingPost key={post.id} post={post} />
        ))}
      </Part>
      <Part title={t('pending.comments')} list={commentList}>
        {comments.map((comment) => (
          <PendingComment key={comment.id} comment={comment} onApproved={() => queue.current?.focus()} />
        ))}
      </Part>
    </div>
  )
}

/** A list as it is now, not as it was when the screen was open last. One that is not read stays empty. */
function useFresh(query: ListQuery, isRead: boolean) {
  const list = useList(query, { load: false })
  const { reload } = list
  useEffect(() => (isRead ? reload() : undefined), [isRead, reload])
  return list
}

function Part({ title, list, children }: { title: string; list: ReturnType<typeof useList>; children: ReactNode[] }) {
  const t = useTranslate(pendingMessages)
  if (children.length === 0 && !list.hasMore) return null
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="stoa-app-list">{children}</ul>
      {list.hasMore && (
        <LoadMore
          busy={list.status === 'loading'}
          error={list.status === 'error' ? t('list.failed') : undefined}
          onLoadMore={() => list.loadMore()}
        />
      )}
    </section>
  )
}

/** Whoever decides about a post reads it first: the buttons stand there. */
function PendingPost({ post }: { post: StoredPost }) {
  const t = useTranslate(pendingMessages)
  return (
    <li>
      <div>
        <a className="stoa-app-list-title" href={postPath(post)} dir="auto">
          {post.title}
        </a>
        <By name={post.publisherProfileName || post.publisherName} at={post.createdAt} />
        <p dir="auto">{post.excerpt}</p>
        <div className="stoa-app-pending-ways">
          <ButtonLink size="s" href={postPath(post)}>
            {t('pending.decide')}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

function PendingComment({ comment, onApproved }: { comment: Comment; onApproved: () => void }) {
  const t = useTranslate(pendingMessages)
  const { hideComment } = useActions()
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const { busy, run } = useAction()
  const { id, content, createdAt, publisherId, publisherName, publisherProfileName } = comment

  async function approve(): Promise<void> {
    await hideComment({ commentId: id, hidden: false })
    toasts.show({ text: t('pending.approved'), tone: 'success' })
    // The button has gone with the comment.
    onApproved()
  }
  return (
    <li>
      <div>
        <By name={publisherId ? publisherProfileName || publisherName : t('pending.anonymous')} at={createdAt} />
        <p className="stoa-app-about" dir="auto">
          {content}
        </p>
        <div className="stoa-app-pending-ways">
          <Button size="s" variant="primary" busy={busy} onClick={() => void run(() => approve().catch(alert))}>
            {t('pending.approve')}
          </Button>
          <ButtonLink size="s" variant="quiet" href={`/bbs/thread/${id}`}>
            {t('pending.open')}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

function By({ name, at }: { name: string; at: number }) {
  return (
    <p className="stoa-app-muted">
      <bdi>{name}</bdi>
      {' · '}
      <RelativeTime value={at} />
    </p>
  )
}
