import { type HideComment, ReasonDialog } from '@stoa/comments'
import {
  type Comment,
  CommentStatus,
  canListPendingPosts,
  communityPath,
  type Findings,
  hasPermission,
  isOwn,
  moderates,
  PostStatus,
  postPath,
  type Standing,
} from '@stoa/contract'
import { feed, type ListQuery, pendingComments, type StoredPost } from '@stoa/store'
import { useAction, useActions, useList, useStoaState, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, CheckIcon, EmptyState, LoadMore, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { BanButton } from './ban-button.tsx'
import { HeldReasons, useFindings } from './held-reasons.tsx'
import { pendingMessages } from './pending-messages.ts'
import { PendingRow } from './pending-row.tsx'
import { Refused } from './refused.tsx'
import { useCannedReasons } from './use-canned-reasons.ts'

/** What waits: a post or a comment. */
type Item = { post: StoredPost; comment?: undefined } | { comment: Comment; post?: undefined }
type Why = Pick<HideComment, 'reason' | 'reasonText'>

/** `tab/pending`: posts and comments of a community that wait for approval, for those who decide. */
export function PendingItems({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  if (viewer === undefined) return <ListSkeleton withAvatar />
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
  /** Whose items are hidden with their ban. */
  const [hiddenWith, setHiddenWith] = useState<readonly string[]>([])
  const { reject, decisions } = useDecisions(tokenName, queue)
  const lists = decidesComments ? [postList, commentList] : [postList]
  const isShown = ({ publisherId }: { publisherId: string }) => !hiddenWith.includes(publisherId)
  // What is decided, here or by somebody else, waits no longer.
  const posts = postList.ids
    .flatMap((id) => (known[id]?.status === PostStatus.pending ? known[id] : []))
    .filter(isShown)
  const comments = commentList.ids
    .flatMap((id) => (knownComments[id]?.status === CommentStatus.pending ? knownComments[id] : []))
    .filter(isShown)
  const findings = useFindings(tokenName, decidesComments ? [...posts, ...comments].map(({ id }) => id) : [])
  const isEmpty = posts.length === 0 && comments.length === 0
  const onBanned = ({ userId, contentHidden }: Standing) =>
    setHiddenWith((ids) => (contentHidden ? [...ids, userId] : ids.filter((id) => id !== userId)))

  if (isEmpty && lists.some(({ status }) => status === 'error')) {
    const retry = () => {
      for (const { reload } of lists) reload()
    }
    return (
      <EmptyState title={t('pending.failed')} action={<Button onClick={retry}>{t('error.failed.retry')}</Button>} />
    )
  }
  if (isEmpty && lists.some(({ status }) => status !== 'success')) return <ListSkeleton withAvatar />
  const row = (item: Item) => (
    <Waiting
      key={(item.post ?? item.comment).id}
      item={item}
      findings={findings.get((item.post ?? item.comment).id)}
      decisions={decisions}
      onBanned={onBanned}
    />
  )
  return (
    <div ref={queue} className="stoa-app-pending" tabIndex={-1}>
      {isEmpty && (
        <EmptyState
          title={t('pending.empty')}
          icon={<CheckIcon size={32} />}
          action={<ButtonLink href={communityPath(tokenName)}>{t('pending.empty.action')}</ButtonLink>}
        >
          {t('pending.empty.text')}
        </EmptyState>
      )}
      <Part title={t('pending.posts')} list={postList}>
        {posts.map((post) => row({ post }))}
      </Part>
      <Part title={t('pending.comments')} list={commentList}>
        {comments.map((comment) => row({ comment }))}
      </Part>
      {reject}
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

interface Decisions {
  approve: (item: Item, row: HTMLElement | null) => Promise<void>
  /** Asks for the reason first. */
  askReason: (item: Item, row: HTMLElement | null) => void
}

/** Approves and rejects what waits. The dialog is kept here, because a row goes as soon as it is decided. */
function useDecisions(
  tokenName: string,
  queue: { current: HTMLElement | null },
): { reject: ReactNode; decisions: Decisions } {
  const t = useTranslate(pendingMessages)
  const { approvePost, changePost, hideComment } = useActions()
  const { toasts } = useHostedApp()
  const alert = useErrorToast()
  const canned = useCannedReasons(tokenName)
  const [asked, setAsked] = useState<{ item: Item; next: Element | null } | null>(null)

  /** The row goes with its buttons: the one that follows has the focus then. */
  const focus = (next: Element | null) =>
    requestAnimationFrame(() => (next?.isConnected ? (next as HTMLElement) : queue.current)?.focus())

  async function approve({ post, comment }: Item, row: HTMLElement | null) {
    const next = neighbourOf(row)
    if (post) await approvePost({ postId: post.id, approve: true })
    else await hideComment({ commentId: comment.id, hidden: false })
    toasts.show({ text: t('pending.approved'), tone: 'success' })
    focus(next)
  }

  async function reject({ post, comment }: Item, why: Why) {
    if (post) await approvePost({ postId: post.id, approve: false, ...why })
    else await hideComment({ commentId: comment.id, hidden: true, ...why })
    const undo = () =>
      post
        ? changePost({ call: 'postDelete', postId: post.id, hidden: false })
        : hideComment({ commentId: comment.id, hidden: false, pending: true })
    const onAction = () => void undo().then(() => toasts.show({ text: t('pending.restored'), tone: 'success' }), alert)
    toasts.show({ text: t('pending.rejected'), tone: 'success', action: { label: t('pending.undo'), onAction } })
  }

  return {
    decisions: { approve, askReason: (item, row) => setAsked({ item, next: neighbourOf(row) }) },
    reject: asked && (
      <ReasonDialog
        title={t(asked.item.post ? 'pending.reject.post' : 'pending.reject.comment')}
        help={t('pending.reject.help')}
        submit={t('pending.reject.submit')}
        canned={canned}
        onSubmit={async (why) => {
          await reject(asked.item, why)
          focus(asked.next)
        }}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

const neighbourOf = (row: HTMLElement | null) => row?.nextElementSibling ?? row?.previousElementSibling ?? null

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

interface WaitingProps {
  item: Item
  /** Why it waits, if the checks have found something. */
  findings: Findings | undefined
  decisions: Decisions
  onBanned: (standing: Standing) => void
}

/** A row with its buttons. */
function Waiting({ item, findings, decisions, onBanned }: WaitingProps) {
  const t = useTranslate(pendingMessages)
  const alert = useErrorToast()
  const viewer = useViewer() ?? null
  const { busy, run } = useAction()
  const row = useRef<HTMLLIElement>(null)
  const { post, comment } = item
  const written = post ?? comment
  const { tokenName, publisherId } = written
  const name = publisherId ? written.publisherProfileName || written.publisherName : t('pending.anonymous')
  const href = post ? postPath(post) : `/bbs/thread/${comment.id}`
  const canBan = publisherId !== '' && !isOwn(viewer, publisherId) && hasPermission(viewer, tokenName, 'banUser')
  return (
    <PendingRow
      ref={row}
      author={{
        id: publisherId,
        name,
        slugUrl: written.publisherSlugUrl,
        imageUrl: written.publisherImageUrl,
        role: written.publisherRole,
        since: written.publisherSince,
      }}
      at={written.createdAt}
      href={href}
      title={post?.title}
      on={comment?.post && { text: comment.post.title, href: postPath({ tokenName, ...comment.post }) }}
      text={post ? post.excerpt : (comment.content ?? '')}
      reasons={findings && <HeldReasons findings={findings} />}
    >
      <Button
        size="s"
        variant="primary"
        busy={busy}
        onClick={() => void run(() => decisions.approve(item, row.current).catch(alert))}
      >
        {t('pending.approve')}
      </Button>
      <Button size="s" disabled={busy} onClick={() => decisions.askReason(item, row.current)}>
        {t('pending.reject')}
      </Button>
      {canBan && <BanButton {...{ tokenName, userId: publisherId, name, onBanned }} />}
      <ButtonLink size="s" variant="quiet" href={href}>
        {t(post ? 'pending.read' : 'pending.open')}
      </ButtonLink>
    </PendingRow>
  )
}
