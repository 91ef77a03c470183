import { moderatesSomewhere } from '@stoa/contract'
import { ButtonLink, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../hosted-app.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { Refused } from '../community/not-allowed.tsx'
import { queueMessages } from './messages.ts'
import { Workspace } from './workspace.tsx'

/** The queue of all communities that the viewer moderates. */
export function ModerationPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(queueMessages)
  const { config } = useHostedApp()
  if (moderatesSomewhere(viewer)) return <Workspace tokenName={null} />
  const link = config.enableForumPicker
    ? { href: '/bbs/picker', label: t('error.notFound.communities') }
    : { href: '/', label: t('error.notFound.home') }
  return (
    <Refused>
      <EmptyState
        level={1}
        title={t('queue.refused')}
        icon={<LockIcon size={32} />}
        action={<ButtonLink href={link.href}>{link.label}</ButtonLink>}
      >
        {t('queue.refused.text')}
      </EmptyState>
    </Refused>
  )
}
