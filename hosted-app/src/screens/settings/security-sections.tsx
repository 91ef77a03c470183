import type { Me } from '@stoa/contract'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useContext } from 'react'
import { useSearchParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { EmailForm } from './email-form.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProviderList } from './provider-list.tsx'
import { OpenSection, Section } from './section.tsx'
import { settingsMessages } from './settings-messages.ts'
import { TwoStep } from './two-step.tsx'
import type { useAccount } from './use-account.ts'

export interface SecuritySectionsProps {
  viewer: Me
  account: ReturnType<typeof useAccount>
}

const SECURITY = ['email', 'password', 'ways', 'two-step'] as const

/** Security settings, shown once loaded. */
export function SecuritySections({ viewer, account }: SecuritySectionsProps) {
  const [search] = useSearchParams()
  const t = useTranslate(settingsMessages)
  const { config } = useHostedApp()
  const { value, failed, reload } = account.security
  const open = useContext(OpenSection)
  if (!value) {
    const waiting = SECURITY.find((id) => id === open) ?? 'email'
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
  const { waysIn } = account
  // Methods that the forum doesn't offer and the account doesn't have are omitted.
  const offers = (way: string) => config.signInProviders.includes(way)
  return (
    <>
      <EmailForm email={email} pendingEmail={pendingEmail} onChange={account.changeEmail} />
      {(offers('password') || hasPassword) && (
        <PasswordForm hasPassword={hasPassword} username={viewer.username} onSave={account.changePassword} />
      )}
      <Section id="ways" title={t('ways.title')} text={t('ways.text')}>
        <ProviderList
          providers={waysIn.providersOf(value)}
          refused={search.get('error') ?? ''}
          onLink={waysIn.link}
          onUnlink={waysIn.unlink}
        />
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
    </>
  )
}
