import { useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { ListSkeleton } from '../../shell/list-skeleton.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { moderationMessages } from './moderation-messages.ts'

/**
 * Shown if a screen isn't for the viewer: not found. An admin whose rights are suspended until a second factor is set
 * up sees that, with a link.
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
      // Without a response it stays as for everyone.
      () => gone || setReason('other'),
    )
    return () => {
      gone = true
    }
  }, [call, viewerId])
  if (reason === 'unknown') return <ListSkeleton />
  if (reason === 'other') return <NotFound />
  const action = (
    <ButtonLink href="/bbs/my-account/settings#two-step" variant="primary">
      {t('refused.factor.do')}
    </ButtonLink>
  )
  return (
    <EmptyState level={1} title={t('refused.factor')} icon={<LockIcon size={32} />} action={action}>
      {t('refused.factor.text')}
    </EmptyState>
  )
}
