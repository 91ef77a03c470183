import { useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { moderationMessages } from './moderation-messages.ts'

/**
 * Stands where a screen is not for the viewer: it is not there. To an admin whose rights rest until a second factor is
 * set up it says so, and where that is done.
 */
export function Refused() {
  const t = useTranslate(moderationMessages)
  const { call } = useStoa().client
  const viewerId = useViewer()?.id
  const [reason, setReason] = useState<'unknown' | 'factor' | 'other'>(viewerId ? 'unknown' : 'other')
  useEffect(() => {
    if (!viewerId) return
    let gone = false
    call('accountSecurity', {}).then(
      ({ account }) => gone || setReason(account.mustHaveSecondFactor ? 'factor' : 'other'),
      // Without an answer it is as it is for everybody.
      () => gone || setReason('other'),
    )
    return () => {
      gone = true
    }
  }, [call, viewerId])
  if (reason === 'unknown') return <ListSkeleton />
  if (reason === 'other') return <NotFound />
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
