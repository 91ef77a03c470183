import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useContext } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import type { MemberScreenProps } from '../../../shell/member-screen.tsx'
import { NamedSection, Section } from '../settings-section.tsx'
import { useAccountSecurity } from '../use-account.ts'
import { EmailForm } from './email-form.tsx'
import { securityMessages } from './messages.ts'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProviderList } from './provider-list.tsx'
import { TwoStep } from './two-step.tsx'
import { useConfirmation } from './use-confirmation.ts'

const SECURITY = ['email', 'password', 'ways', 'two-step'] as const

/** The account's address and sign-in methods, shown once loaded. */
export function SecuritySections({ viewer }: Pick<MemberScreenProps, 'viewer'>) {
  const [search] = useSearchParams()
  const t = useTranslate(securityMessages)
  const { config } = useHostedApp()
  const { confirmed, dialog } = useConfirmation()
  const { security, waysIn, changeEmail, changePassword } = useAccountSecurity(confirmed)
  const { value, failed, reload } = security
  const named = useContext(NamedSection)
  if (!value) {
    const waiting = SECURITY.find((id) => id === named) ?? 'email'
    const retry = <Button onClick={reload}>{t('settings.retry')}</Button>
    return (
      <Section id={waiting} title={t(`settings.to.${waiting}`)}>
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
  const { email, pendingEmail, hasPassword, passkeys, totp, recoveryCodesLeft, mustHaveSecondFactor } = value
  const providers = waysIn.providersOf(value)
  // Methods that the forum doesn't offer are shown only if the account already has them.
  const offers = (way: string) => config.signInProviders.includes(way)
  return (
    <>
      <EmailForm email={email} pendingEmail={pendingEmail} onChange={changeEmail} />
      {(offers('password') || hasPassword) && (
        <PasswordForm hasPassword={hasPassword} username={viewer.username} onSave={changePassword} />
      )}
      <Section id="ways" title={t('ways.title')} text={t('ways.text')}>
        {providers.length > 0 && (
          <ProviderList
            providers={providers}
            refused={search.get('error') ?? ''}
            onLink={waysIn.link}
            onUnlink={waysIn.unlink}
          />
        )}
        {(offers('passkey') || passkeys.length > 0) && (
          <PasskeyList
            passkeys={passkeys}
            isSupported={typeof PublicKeyCredential === 'function'}
            onAdd={() => waysIn.addPasskey(passkeys.length)}
            onRename={waysIn.renamePasskey}
            onRemove={waysIn.removePasskey}
          />
        )}
      </Section>
      <TwoStep
        isOn={totp}
        recoveryCodesLeft={recoveryCodesLeft}
        isMandatory={mustHaveSecondFactor}
        username={viewer.username}
        forum={config.domainDisplayName}
        onBegin={waysIn.beginTotp}
        onConfirm={waysIn.confirmTotp}
        onRenew={waysIn.renewRecoveryCodes}
        onTurnOff={waysIn.turnOffTotp}
      />
      {dialog}
    </>
  )
}
