import { ButtonLink, EmptyState, LockIcon, useTranslate } from '@stoa/ui'
import { useCommunityPath } from '../../shell/use-community-path.ts'
import { moderationMessages } from './moderation-messages.ts'
import { Refused } from './refused.tsx'

export interface NotAllowedProps {
  tokenName: string
  /** The part without access: all settings, one section of them, the queue or the list of banned people. */
  what: 'settings' | 'section' | 'queue' | 'bans'
}

/** Replaces a part of a community that the viewer has no permission for, for example because it has just ended. */
export function NotAllowed({ tokenName, what }: NotAllowedProps) {
  const t = useTranslate(moderationMessages)
  const home = useCommunityPath(tokenName)
  const way =
    what === 'section'
      ? { href: `${home}/admin-settings`, label: t('notAllowed.toSettings') }
      : { href: home, label: t('notAllowed.toCommunity') }
  return (
    <Refused>
      <EmptyState
        title={t(`notAllowed.${what}`)}
        icon={<LockIcon size={32} />}
        action={<ButtonLink href={way.href}>{way.label}</ButtonLink>}
      >
        {t(`notAllowed.${what}.text`)}
      </EmptyState>
    </Refused>
  )
}
