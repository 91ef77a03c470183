import { isHidden, isWaitingPost, PostStatus, postPath } from '@stoa/contract'
import { ConnectedPostMenu, showPostToast } from '@stoa/post-view'
import { feed, type StoredPost } from '@stoa/store'
import { usePost, useStoa, useStoaState } from '@stoa/store/react'
import { Badge, Button, lazy, RelativeTime, SearchIcon, useLazy, useTranslate, useWritten, Written } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { createPostPath } from '../../paths.ts'
import { useErrorToast } from '../../shell/use-error-toast.ts'
import { withTexts } from '../../translations.ts'
import { authorMessages } from './messages.ts'
import { OwnItems } from './own-items.tsx'

const TYPES = {
  draft: 'userDraft',
  pending: 'userPending',
  scheduled: 'userScheduled',
  hidden: 'userDeleted',
} as const
/** Statuses of the posts on each tab. */
const BELONGS = {
  draft: (status: number) => status === PostStatus.draft,
  pending: isWaitingPost,
  scheduled: (status: number) => status === PostStatus.scheduled,
  hidden: isHidden,
} as const

interface OwnPostsProps {
  userId: string
  tab: keyof typeof TYPES
  empty: ReactNode
}

/** As in the composer. */
const draftsDialog = lazy(
  withTexts(['member'], async () => (await import('../create-post/draft/drafts-dialog.tsx')).DraftsDialog),
)

/** Lists of posts that only their author sees. */
export function OwnPosts({ userId, tab, empty }: OwnPostsProps) {
  const t = useTranslate(authorMessages)
  const posts = useStoaState((state) => state.posts)
  const [isSearching, setSearching] = useState(false)
  const { code: DraftsDialog } = useLazy(draftsDialog, isSearching)
  const hasDrafts = tab === 'draft' && Object.values(posts).some((post) => post?.status === PostStatus.draft)
  return (
    <>
      {hasDrafts && (
        <p>
          <Button size="s" icon={<SearchIcon />} onClick={() => setSearching(true)}>
            {t('author.draft.search')}
          </Button>
        </p>
      )}
      <OwnItems
        userId={userId}
        list={feed({ type: TYPES[tab], userId })}
        failed={t('author.own.failed')}
        empty={empty}
        // Published, scheduled or restored posts leave the list at once.
        isShown={(id) => {
          const post = posts[id]
          return post === undefined || BELONGS[tab](post.status)
        }}
        renderItem={(id) => <OwnPost key={id} id={id} tab={tab} />}
      />
      {isSearching && DraftsDialog && <DraftsDialog openId={null} onClose={() => setSearching(false)} />}
    </>
  )
}

function OwnPost({ id, tab }: { id: string; tab: keyof typeof TYPES }) {
  const t = useTranslate(authorMessages)
  const written = useWritten()
  const alert = useErrorToast()
  const { toasts } = useHostedApp()
  const stoa = useStoa()
  const post = usePost(id)
  if (!post) return null
  const { title, excerpt, createdAt, scheduledAt, communityTitle } = post
  const time = <RelativeTime value={tab === 'scheduled' ? (scheduledAt ?? createdAt) : createdAt} />
  const editHref = `${createPostPath(post)}/${id}`
  return (
    <li className="stoa-app-own-post">
      <div>
        <a className="stoa-app-list-title" href={tab === 'draft' ? editHref : postPath(post)} {...written(title)}>
          {title || t('author.draft.untitled')}
        </a>
        <p className="stoa-app-muted">
          {tab === 'scheduled' ? t.rich('author.scheduled.at', { time }) : time}
          {' · '}
          <Written>{communityTitle}</Written> {tab === 'hidden' && <Badge tone="warning">{t(hiddenBy(post))}</Badge>}
          {tab === 'pending' && <Badge>{t(waitsFor(post))}</Badge>}
        </p>
        {excerpt !== '' && <p {...written(excerpt)}>{excerpt}</p>}
      </div>
      <ConnectedPostMenu
        postId={id}
        href={postPath(post)}
        editHref={editHref}
        onFailure={alert}
        onChanged={(text, undo) => {
          const action = undo && { label: t('author.undo'), onAction: undo }
          showPostToast(stoa, toasts, { postId: id, text, tone: 'success', action })
          // The row may leave the list with the button that had the focus.
          setTimeout(() => {
            if (document.activeElement === document.body)
              document.getElementById('main')?.focus({ preventScroll: true })
          })
        }}
      />
    </li>
  )
}

function hiddenBy({ status }: StoredPost) {
  return status === PostStatus.hiddenByPublisher ? 'author.hidden.byYou' : 'author.hidden.byModerators'
}

function waitsFor({ status }: StoredPost) {
  return status === PostStatus.pending ? 'author.pending.approval' : 'author.pending.captions'
}
