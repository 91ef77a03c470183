import type { Me } from '@stoa/contract'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { Section } from './section.tsx'
import { settingsMessages } from './settings-messages.ts'
import type { useAccount } from './use-account.ts'

export interface SecuritySectionsProps {
  viewer: Me
  account: ReturnType<typeof useAccount>
}

/** What decides who gets in: shown once the server has told how that is. */
export function SecuritySections({ viewer, account }: SecuritySectionsProps) {
  const t = useTranslate(settingsMessages)
  const { value, failed, reload } = account.security
  if (!value) {
    const retry = <Button onClick={reload}>{t('settings.retry')}</Button>
    return (
      <Section id="email" title={t('email.title')}>
        {failed ? (
          <EmptyState level={3} title={t('settings.failed')} action={retry}>
            {t('settings.failed.text')}
          </EmptyState>
        ) : (
          <Skeleton lines={6} />
        )}
      </Section>
    )
  }
  const { email, pendingEmail, hasPassword } = value
  return (
    <>
      <EmailForm email={email} pendingEmail={pendingEmail} onChange={account.changeEmail} />
      <PasswordForm hasPassword={hasPassword} username={viewer.username} onSave={account.changePassword} />
    </>
  )
}
