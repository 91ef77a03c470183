import { communityPath } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../../hosted-app.ts'
import { CopyButton } from '../../settings/security/copy-button.tsx'
import type { StepProps } from '../guide.tsx'
import { setupMessages } from '../messages.ts'

/** The address to send to others. */
export function InviteStep({ tokenName, state }: StepProps) {
  const t = useTranslate(setupMessages)
  const { origin } = useHostedApp()
  const address = origin + communityPath(useCommunity(tokenName) ?? tokenName)
  return (
    <div className="stoa-setup-fields">
      <section className="stoa-setup-snippet" aria-labelledby="address-title">
        <div>
          <h2 id="address-title">{t('setup.invite.address')}</h2>
          <CopyButton text={address} label={t('setup.invite.copy')} />
        </div>
        <pre dir="ltr">
          <code>{address}</code>
        </pre>
      </section>
      {!state.isOpen && <p className="stoa-app-muted">{t('setup.invite.closed')}</p>}
    </div>
  )
}
