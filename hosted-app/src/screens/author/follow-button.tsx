import { isOwn, type User } from '@stoa/contract'
import { errorDetails, loadFollow } from '@stoa/store'
import { useActions, useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { ButtonLink, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../hosted-app.ts'
import { ToggleButton } from '../../shell/toggle-button.tsx'
import { authorMessages } from './messages.ts'
import { useIgnoring } from './use-ignoring.ts'

/**
 * Follows or unfollows a person, or unblocks somebody whom the viewer has blocked. A visitor is asked to sign in first.
 * On one's own page: a link to edit it.
 */
export function FollowButton({
  user,
  isListed = false,
}: {
  user: User
  /** In a list, which has loaded whether the viewer follows them. Default false. */
  isListed?: boolean
}) {
  const t = useTranslate(authorMessages)
  const stoa = useStoa()
  const viewer = useViewer()
  const { follow } = useActions()
  const { toasts } = useHostedApp()
  const follows = useStoaState((state) => state.follows[user.id]?.follows)
  /** The viewer whose follow state failed to load. */
  const [unknownTo, setUnknownTo] = useState('')
  const { block } = useIgnoring(user)
  const isBlocked = viewer?.mutes?.blocked.includes(user.id) ?? false
  const isOfViewer = isOwn(viewer ?? null, user.id)
  const viewerId = viewer?.id ?? ''
  useEffect(() => {
    // Pressing works without the state, because following twice has no further effect.
    if (viewerId !== '' && !isOfViewer && !isListed) loadFollow(stoa, user.id).catch(() => setUnknownTo(viewerId))
  }, [stoa, viewerId, isOfViewer, isListed, user.id])
  if (user.deleted || (isListed && isOfViewer)) return null
  // In the same place, so that nothing moves when the viewer becomes known.
  if (isOfViewer) {
    return (
      <span className="stoa-app-viewer stoa-app-follow" data-known="">
        <ButtonLink className="stoa-app-toggle" href="/bbs/my-account/settings/profile">
          {t('author.edit')}
        </ButtonLink>
      </span>
    )
  }

  // Not why: nobody is told that they are blocked.
  const setFollow = (isFollowing: boolean) =>
    follow({ userId: user.id, follow: isFollowing }).catch((error: unknown) => {
      if (errorDetails(error).code !== 'FORBIDDEN') throw error
      toasts.show({ text: t('author.follow.refused', { name: user.displayName }), tone: 'danger' })
    })

  const isKnown = viewer === null || (viewerId !== '' && (follows !== undefined || unknownTo === viewerId))
  return (
    <span className="stoa-app-viewer stoa-app-follow" data-known={isKnown || undefined}>
      {/* One button, which keeps the focus. */}
      <ToggleButton
        on={isBlocked ? undefined : (follows ?? false)}
        label={t(isBlocked ? 'author.unblock' : 'author.follow')}
        onLabel={t('author.following')}
        {...(isListed && { name: t(isBlocked ? 'author.unblock.name' : follows ? 'author.following.name' : 'author.follow.name', { name: user.displayName }) })}
        onToggle={() => (isBlocked ? block(false) : setFollow(!follows))}
      />
    </span>
  )
}
