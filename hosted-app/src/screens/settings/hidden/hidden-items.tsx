import { postPath } from '@stoa/contract'
import { hiddenForMeItems } from '@stoa/store'
import { useActions, useList, useStoaState } from '@stoa/store/react'
import { Button, LoadMore, useTranslate, useWritten } from '@stoa/ui'
import { useRef, useState } from 'react'
import { ListSkeleton } from '../../../shell/list-parts.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { hiddenMessages } from './messages.ts'

/** Posts and comments that a member has hidden for themselves, which can be shown again. */
export function HiddenItems() {
  const t = useTranslate(hiddenMessages)
  const { hideForMe } = useActions()
  const { ids, status, hasMore, loadMore, reload } = useList(hiddenForMeItems())
  const hides = useStoaState((state) => state.hides)
  const { problem, run } = useFormAction()
  const [announcement, setAnnouncement] = useState('')
  const container = useRef<HTMLDivElement>(null)
  const hiddenIds = ids.filter((id) => id in hides)
  const isFailed = status === 'error'

  async function show(entityId: string, { entityType, title }: { entityType: 'Post' | 'Comment'; title: string }) {
    setAnnouncement('')
    // The button disappears at once.
    container.current?.focus()
    const isShown = await run(() => hideForMe({ entityType, entityId, hide: false }))
    if (isShown) setAnnouncement(t('hiddenItems.shown', { title }))
  }
  return (
    <Section id="hidden-items" title={t('settings.to.hidden-items')} text={t('hiddenItems.text')}>
      <div ref={container} tabIndex={-1}>
        {ids.length === 0 && status !== 'success' && !isFailed && <ListSkeleton />}
        {hiddenIds.length === 0 && status === 'success' && !hasMore && (
          <p className="stoa-app-muted">{t('hiddenItems.none')}</p>
        )}
        {hiddenIds.length > 0 && (
          <ul className="stoa-settings-list" aria-label={t('settings.to.hidden-items')}>
            {hiddenIds.map((id) => (
              <HiddenItem key={id} id={id} onShow={show} />
            ))}
          </ul>
        )}
        {(hasMore || isFailed) && (
          <LoadMore
            label={t('hiddenItems.more')}
            busy={status === 'loading'}
            error={isFailed ? t('hiddenItems.failed') : undefined}
            onLoadMore={ids.length === 0 ? reload : loadMore}
          />
        )}
      </div>
      <Problem>{problem}</Problem>
      <Saved>{announcement}</Saved>
    </Section>
  )
}

interface HiddenItemProps {
  /** Id of a post or comment. */
  id: string
  onShow: (id: string, about: { entityType: 'Post' | 'Comment'; title: string }) => Promise<void>
}

function HiddenItem({ id, onShow }: HiddenItemProps) {
  const t = useTranslate(hiddenMessages)
  const written = useWritten()
  const comment = useStoaState((state) => state.comments[id])
  const post = useStoaState((state) => state.posts[comment?.postId ?? id])
  if (!post) return null
  const author = comment?.publisherProfileName || comment?.publisherName
  const title = author === undefined ? post.title : t('hiddenItems.comment', { author, post: post.title })
  const entityType = comment ? 'Comment' : 'Post'
  return (
    <li>
      <a href={comment ? `/bbs/thread/${id}` : postPath(post)} {...written(title)}>
        {title}
      </a>
      <Button
        size="s"
        aria-label={t('hiddenItems.show.name', { title })}
        onClick={() => void onShow(id, { entityType, title })}
      >
        {t('hiddenItems.show')}
      </Button>
    </li>
  )
}
