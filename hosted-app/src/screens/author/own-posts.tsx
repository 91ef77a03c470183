import { isOwn, PostStatus, postPath } from '@stoa/contract'
import { feed, type StoredPost } from '@stoa/store'
import { useList, usePost, useViewer } from '@stoa/store/react'
import { Badge, Button, EmptyState, LoadMore, RelativeTime, Spinner, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect } from 'react'
import { createPostPath } from '../../paths.ts'
import { NotFound } from '../../shell/not-found.tsx'
import type { OwnTab } from './author-loader.ts'
import { authorMessages } from './author-messages.ts'

const TYPES = { draft: 'userDraft', scheduled: 'userScheduled', hidden: 'userDeleted' } as const

interface OwnPostsProps {
  userId: string
  tab: OwnTab
  empty: ReactNode
}

/** Posts that only their author has a list of; to everybody else there is no such page. */
export function OwnPosts(props: OwnPostsProps) {
  const viewer = useViewer()
  if (viewer === undefined) return <Waiting />
  return isOwn(viewer, props.userId) ? <OwnPostList {...props} /> : <NotFound />
}

function OwnPostList({ userId, tab, empty }: OwnPostsProps) {
  const t = useTranslate(authorMessages)
  const { ids, status, hasMore, loadMore, reload } = useList(feed({ type: TYPES[tab], userId }), { load: false })
  // What was written, published or hidden since the list was loaded last.
  useEffect(() => reload(), [reload])
  if (ids.length === 0) {
    if (status === 'error') {
      const again = <Button onClick={reload}>{t('error.failed.retry')}</Button>
      return <EmptyState title={t('author.own.failed')} action={again} />
    }
    return status === 'success' ? empty : <Waiting />
  }
  return (
    <>
      <ul className="stoa-app-list">
        {ids.map((id) => (
          <OwnPost key={id} id={id} tab={tab} />
        ))}
      </ul>
      {hasMore && (
        <LoadMore
          busy={status === 'loading'}
          error={status === 'error' ? t('list.failed') : undefined}
          onLoadMore={() => loadMore()}
        />
      )}
    </>
  )
}

function OwnPost({ id, tab }: { id: string; tab: OwnTab }) {
  const t = useTranslate(authorMessages)
  const post = usePost(id)
  if (!post) return null
  const { tokenName, title, excerpt, createdAt, scheduledAt, communityTitle } = post
  const time = <RelativeTime value={tab === 'scheduled' ? (scheduledAt ?? createdAt) : createdAt} />
  return (
    <li>
      <div>
        <a
          className="stoa-app-list-title"
          href={tab === 'draft' ? `${createPostPath(tokenName)}/${id}` : postPath(post)}
          dir="auto"
        >
          {title}
        </a>
        <p className="stoa-app-muted">
          {tab === 'scheduled' ? t.rich('author.scheduled.at', { time }) : time}
          {' · '}
          <bdi>{communityTitle}</bdi> {tab === 'hidden' && <Badge tone="warning">{t(hiddenBy(post))}</Badge>}
        </p>
        {excerpt !== '' && <p dir="auto">{excerpt}</p>}
      </div>
    </li>
  )
}

function hiddenBy({ status }: StoredPost) {
  return status === PostStatus.hiddenByPublisher ? 'author.hidden.byYou' : 'author.hidden.byModerators'
}

function Waiting() {
  const t = useTranslate(authorMessages)
  return <EmptyState title={t('app.loading')} icon={<Spinner />} />
}
