import { isOwn, type User } from '@stoa/contract'
import { loadFollow } from '@stoa/store'
import { useActions, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { ButtonLink, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { ToggleButton } from '../../shell/toggle-button.tsx'
import { authorMessages } from './author-messages.ts'

/** Follows somebody, or no more. A visitor is led to sign in first, and follows then. On one's own page: the way to change it. */
export function FollowButton({ user }: { user: User }) {
  const t = useTranslate(authorMessages)
  const stoa = useStoa()
  const viewer = useViewer()
  const { follow } = useActions()
  const follows = useStoaState((state) => state.follows[user.id]?.follows)
  /** By whom it could not be found out whether they do. */
  const [unknownTo, setUnknownTo] = useState('')
  const isOfViewer = isOwn(viewer ?? null, user.id)
  const viewerId = viewer?.id ?? ''
  useEffect(() => {
    // A press finds out as well: following twice is following.
    if (viewerId !== '' && !isOfViewer) loadFollow(stoa, user.id).catch(() => setUnknownTo(viewerId))
  }, [stoa, viewerId, isOfViewer, user.id])
  if (user.deleted) return null
  // In the same place, so that nothing moves when it turns out who is looking.
  if (isOfViewer) {
    return (
      <span className="stoa-app-viewer stoa-app-follow" data-known="">
        <ButtonLink className="stoa-app-toggle" href="/bbs/my-account/settings/profile">
          {t('author.edit')}
        </ButtonLink>
      </span>
    )
  }

  const isKnown = viewer === null || (viewerId !== '' && (follows !== undefined || unknownTo === viewerId))
  return (
    <span className="stoa-app-viewer stoa-app-follow" data-known={isKnown || undefined}>
      <ToggleButton
        on={follows ?? false}
        label={t('author.follow')}
        onLabel={t('author.following')}
        onToggle={() => follow({ userId: user.id, follow: !follows })}
      />
    </span>
  )
}
