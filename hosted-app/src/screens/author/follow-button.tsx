import { isOwn, type User } from '@stoa/contract'
import { loadFollow } from '@stoa/store'
import { useActions, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { Button, ButtonLink, CheckIcon, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useAlert } from '../../shell/alerts.tsx'
import { authorMessages } from './author-messages.ts'

/** Follows somebody, or no more. A visitor is led to sign in first, and follows then. On one's own page: the way to change it. */
export function FollowButton({ user }: { user: User }) {
  const t = useTranslate(authorMessages)
  const stoa = useStoa()
  const viewer = useViewer()
  const alert = useAlert()
  const { follow } = useActions()
  const follows = useStoaState((state) => state.follows[user.id]?.follows)
  const [busy, setBusy] = useState(false)
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
        <ButtonLink className="stoa-app-join" href="/bbs/my-account/settings#profile">
          {t('author.edit')}
        </ButtonLink>
      </span>
    )
  }

  async function toggle(): Promise<void> {
    setBusy(true)
    await follow({ userId: user.id, follow: !follows }).catch(alert)
    setBusy(false)
  }
  const isKnown = viewer === null || (viewerId !== '' && (follows !== undefined || unknownTo === viewerId))
  return (
    <span className="stoa-app-viewer stoa-app-follow" data-known={isKnown || undefined}>
      <Button
        className="stoa-app-join"
        variant={follows ? 'secondary' : 'primary'}
        pressed={follows ?? false}
        busy={busy}
        // Also while what it says is hidden behind the sign that it is busy.
        aria-label={t(follows ? 'author.following' : 'author.follow')}
        onClick={() => void toggle()}
      >
        {/* Both stand in one place, so that the button is as wide as the longer one and nothing moves on following. */}
        <span hidden={follows}>{t('author.follow')}</span>
        <span hidden={!follows}>
          <CheckIcon size={16} /> {t('author.following')}
        </span>
      </Button>
    </span>
  )
}
