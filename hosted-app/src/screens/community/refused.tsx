import { useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath } from '../../paths.ts'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { moderationMessages } from './moderation-messages.ts'

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
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const viewerId = useViewer()?.id
  const [reason, setReason] = useState<'unknown' | 'factor' | 'other'>(viewerId ? 'unknown' : 'other')
  useEffect(() => {
    if (!viewerId) return
    let gone = false
    call('accountSecurity', {}).then(
      ({ account }) => gone || setReason(account.mustHaveSecondFactor ? 'factor' : 'other'),
      // Without a response, treated like everybody else.
      () => gone || setReason('other'),
    )
    return () => {
      gone = true
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
