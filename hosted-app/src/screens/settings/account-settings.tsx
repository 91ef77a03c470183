import './settings.css'
import { useTranslate } from '@stoa/ui'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { settingsMessages } from './settings-messages.ts'
import { useAccount } from './use-account.ts'
import { UsernameForm } from './username-form.tsx'

/** The account's settings, joined to the server. */
export function AccountSettings({ viewer }: MemberScreenProps) {
  const t = useTranslate(settingsMessages)
  const account = useAccount()
  return (
    <div className="stoa-settings">
      <h1 className="stoa-app-title">{t('settings.title')}</h1>
      <nav className="stoa-settings-nav" aria-label={t('settings.sections')}>
        {(['username'] as const).map((id) => (
          <a key={id} href={`#${id}`}>
            {t(`${id}.title`)}
          </a>
        ))}
      </nav>
      <div className="stoa-settings-sections">
        <UsernameForm username={viewer.username} onSave={account.rename} />
      </div>
    </div>
  )
}
