import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useContext } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import type { MemberScreenProps } from '../../../shell/member-screen.tsx'
import { OpenSection, Section } from '../settings-section.tsx'
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
  const { security, signInMethods, changeEmail, changePassword } = useAccountSecurity(confirmed)
  const { value, failed, reload } = security
  const title = t('settings.to.security')
  const openSection = useContext(OpenSection)
  if (!value) {
    const waiting = SECURITY.find((id) => id === openSection) ?? 'email'
    const retry = <Button onClick={reload}>{t('settings.retry')}</Button>
    return (
      <Section id="security" title={title}>
        <Section id={waiting} level={3} title={t(`settings.to.${waiting}`)}>
          {failed ? (
            <EmptyState level={3} title={t('settings.failed')} action={retry}>
              {t('settings.failed.text')}
            </EmptyState>
          ) : (
            <Skeleton lines={6} />
          )}
        </Section>
      </Section>
    )
  }
  const { email, pendingEmail, hasPassword, passkeys, totp, recoveryCodesLeft, mustHaveSecondFactor } = value
  const providers = signInMethods.providersOf(value)
  // Methods that the forum doesn't offer are shown only if the account already has them.
  const offers = (method: string) => config.signInProviders.includes(method)
  return (
    <Section id="security" title={title}>
      <EmailForm email={email} pendingEmail={pendingEmail} onChange={changeEmail} />
      {(offers('password') || hasPassword) && (
        <PasswordForm hasPassword={hasPassword} username={viewer.username} onSave={changePassword} />
      )}
      <Section id="ways" level={3} title={t('ways.title')} text={t('ways.text')}>
        {providers.length > 0 && (
          <ProviderList
            providers={providers}
            refused={search.get('error') ?? ''}
            onLink={signInMethods.link}
            onUnlink={signInMethods.unlink}
          />
        )}
        {(offers('passkey') || passkeys.length > 0) && (
          <PasskeyList
            passkeys={passkeys}
            isSupported={typeof PublicKeyCredential === 'function'}
            onAdd={() => signInMethods.addPasskey(passkeys.length)}
            onRename={signInMethods.renamePasskey}
            onRemove={signInMethods.removePasskey}
          />
        )}
      </Section>
      <TwoStep
        isOn={totp}
        recoveryCodesLeft={recoveryCodesLeft}
        isMandatory={mustHaveSecondFactor}
        username={viewer.username}
        forum={config.domainDisplayName}
        onBegin={signInMethods.beginTotp}
        onConfirm={signInMethods.confirmTotp}
        onRenew={signInMethods.renewRecoveryCodes}
        onTurnOff={signInMethods.turnOffTotp}
      />
      {dialog}
    </Section>
  )
}
