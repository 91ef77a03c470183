import './settings.css'
import { draftKey } from '@stoa/store'
import { useDraft } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { ProfileForm } from './profile-form.tsx'
import { securityMessages } from './security-messages.ts'
import { SessionList } from './session-list.tsx'
import { settingsMessages } from './settings-messages.ts'
import { useAccount } from './use-account.ts'
import { useSessions } from './use-sessions.ts'
import { UsernameForm } from './username-form.tsx'

const allMessages = { ...settingsMessages, ...securityMessages }

/** The account's settings, joined to the server. */
export function AccountSettings({ viewer }: MemberScreenProps) {
  const t = useTranslate(allMessages)
  const account = useAccount()
  const sessions = useSessions()
  const [draft, setDraft] = useDraft(draftKey(viewer.id, 'profile'))
  return (
    <div className="stoa-settings">
      <h1 className="stoa-app-title">{t('settings.title')}</h1>
      <nav className="stoa-settings-nav" aria-label={t('settings.sections')}>
        {(['profile', 'username', 'sessions'] as const).map((id) => (
          <a key={id} href={`#${id}`}>
            {t(`${id}.title`)}
          </a>
        ))}
      </nav>
      <div className="stoa-settings-sections">
        <ProfileForm user={viewer} draft={draft} onDraft={setDraft} onSave={account.edit} />
        <UsernameForm username={viewer.username} onSave={account.rename} />
        <SessionList {...sessions} />
      </div>
      <LeaveQuestion isChanged={draft !== ''} onDiscard={() => setDraft('')} />
    </div>
  )
}
