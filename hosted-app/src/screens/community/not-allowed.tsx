import { communityPath } from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath } from '../../paths.ts'
import { ListSkeleton } from '../../shell/list-parts.tsx'

/** English texts of refusals. */
const refusalMessages = {
  'refused.factor': 'Admin rights paused',
  'refused.factor.text': 'Admins need two-step verification here. Set it up to get your admin rights back.',
  'refused.factor.do': 'Set up two-step verification',
  'notAllowed.settings': 'You can’t change this community’s settings',
  'notAllowed.settings.text':
    'Only its owner and people they chose can. If you were one of them, you no longer have that permission.',
  'notAllowed.section': 'You can’t change these settings',
  'notAllowed.section.text': 'Other settings in this community are open to you.',
  'notAllowed.queue': 'You don’t moderate this community',
  'notAllowed.queue.text': 'Only its moderators see this. If you were one of them, you no longer have that permission.',
  'notAllowed.bans': 'You can’t see this list',
  'notAllowed.bans.text':
    'Only moderators who can ban see banned members. If you were one of them, you no longer have that permission.',
  'notAllowed.toCommunity': 'Go to the community',
  'notAllowed.toSettings': 'All settings',
} as const

/**
 * Replaces a screen that is not for the viewer. Visitors sign in first and come back. An admin who has to set up a
 * second factor first reads so. For everybody else `children` say what it is.
 */
export function Refused({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const { pathname, search, hash } = useLocation()
  if (viewer === null) return <Navigate to={loginPath(pathname + search + hash)} replace />
  return <RefusedMember>{children}</RefusedMember>
}

function RefusedMember({ children }: { children: ReactNode }) {
  const t = useTranslate(refusalMessages)
  const { call } = useStoa().client
  const viewerId = useViewer()?.id
  const [reason, setReason] = useState<'unknown' | 'factor' | 'other'>(viewerId ? 'unknown' : 'other')
  useEffect(() => {
    if (!viewerId) return
    let isGone = false
    call('accountSecurity', {}).then(
      ({ account }) => isGone || setReason(account.mustHaveSecondFactor ? 'factor' : 'other'),
      // Without a response, treated like everybody else.
      () => isGone || setReason('other'),
    )
    return () => {
      isGone = true
    }
  }, [call, viewerId])
  if (reason === 'unknown') return <ListSkeleton />
  if (reason === 'other') return children
  const action = (
    <ButtonLink href="/bbs/my-account/settings/security#two-step" variant="primary">
      {t('refused.factor.do')}
    </ButtonLink>
  )
  return (
    <EmptyState level={1} title={t('refused.factor')} icon={<LockIcon size={32} />} action={action}>
      {t('refused.factor.text')}
    </EmptyState>
  )
}

export interface NotAllowedProps {
  tokenName: string
  /** The part without access: all settings, one section of them, the queue or the list of banned people. */
  what: 'settings' | 'section' | 'queue' | 'bans'
}

/** Replaces a part of a community that the viewer has no permission for, for example because it has just ended. */
export function NotAllowed({ tokenName, what }: NotAllowedProps) {
  const t = useTranslate(refusalMessages)
  const home = communityPath(useCommunity(tokenName) ?? tokenName)
  const link =
    what === 'section'
      ? { href: `${home}/admin-settings`, label: t('notAllowed.toSettings') }
      : { href: home, label: t('notAllowed.toCommunity') }
  return (
    <Refused>
      <EmptyState
        title={t(`notAllowed.${what}`)}
        icon={<LockIcon size={32} />}
        action={<ButtonLink href={link.href}>{link.label}</ButtonLink>}
      >
        {t(`notAllowed.${what}.text`)}
      </EmptyState>
    </Refused>
  )
}
