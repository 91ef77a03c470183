import { PostStatus, postPath } from '@stoa/contract'
import { feed, type StoredPost } from '@stoa/store'
import { usePost } from '@stoa/store/react'
import { Badge, RelativeTime, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { createPostPath } from '../../paths.ts'
import { authorMessages } from './author-messages.ts'
import { OwnItems } from './own-items.tsx'

const TYPES = { draft: 'userDraft', scheduled: 'userScheduled', hidden: 'userDeleted' } as const

interface OwnPostsProps {
  userId: string
  tab: keyof typeof TYPES
  empty: ReactNode
}

/** Posts that only their author has a list of. */
export function OwnPosts({ userId, tab, empty }: OwnPostsProps) {
  const t = useTranslate(authorMessages)
  return (
    <OwnItems
      userId={userId}
      list={feed({ type: TYPES[tab], userId })}
      failed={t('author.own.failed')}
      empty={empty}
      renderItem={(id) => <OwnPost key={id} id={id} tab={tab} />}
    />
  )
}

function OwnPost({ id, tab }: { id: string; tab: keyof typeof TYPES }) {
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
