import './settings.css'
import { originalPicture } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useDraft, useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { DataExport } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { MergedAccounts, type MergedAccountsProps } from './merged-accounts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { Section } from './section.tsx'
import { SecuritySections } from './security-sections.tsx'
import { SessionList } from './session-list.tsx'
import { settingsMessages } from './settings-messages.ts'
import { type Confirmed, useAccount } from './use-account.ts'
import { useConfirmed } from './use-confirmed.ts'
import { useLoaded } from './use-loaded.ts'
import { useSessions } from './use-sessions.ts'
import { UsernameForm } from './username-form.tsx'

const SECTIONS = ['profile', 'username', 'email', 'password', 'ways', 'two-step', 'sessions', 'merge', 'data'] as const

/** The account's settings, joined to the server. */
export function AccountSettings({ viewer, leaving }: MemberScreenProps) {
  const t = useTranslate(settingsMessages)
  const { confirmed, dialog } = useConfirmed()
  const account = useAccount(confirmed, leaving)
  const sessions = useSessions()
  const merged = useMergedAccounts(confirmed)
  const { hash } = useLocation()
  const isThere = account.security.value !== null
  useEffect(() => {
    // The part that the address names comes after the page.
    if (isThere && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isThere, hash])
  const [draft, setDraft] = useDraft(draftKey(viewer.id, 'profile'))
  return (
    <div className="stoa-settings">
      <h1 className="stoa-app-title">{t('settings.title')}</h1>
      <nav className="stoa-settings-nav" aria-label={t('settings.sections')}>
        {SECTIONS.map((id) => (
          <a key={id} href={`#${id}`}>
            {t(`settings.to.${id}`)}
          </a>
        ))}
      </nav>
      <div className="stoa-settings-sections">
        <ProfileForm
          user={{ ...viewer, profileImageUrl: originalPicture(viewer.profileImageUrl) }}
          picture={viewer.profileImageUrl}
          draft={draft}
          onDraft={setDraft}
          onCheckPicture={account.checkPicture}
          onSave={account.edit}
        />
        <UsernameForm username={viewer.username} onSave={account.rename} />
        <SecuritySections viewer={viewer} account={account} />
        <SessionList {...sessions} />
        <MergedAccounts {...merged} />
        <Section id="data" title={t('settings.to.data')}>
          <DataExport onMake={account.makeArchive} />
          <DeleteAccount
            username={viewer.username}
            owned={viewer.tokenOwner}
            merged={merged.accounts?.map(({ username }) => username) ?? null}
            onDelete={account.remove}
          />
        </Section>
      </div>
      <LeaveQuestion isChanged={draft !== ''} onDiscard={() => setDraft('')} />
      {dialog}
    </div>
  )
}

/** The accounts that were merged into the viewer's, and parting them again. */
function useMergedAccounts(confirmed: Confirmed): MergedAccountsProps {
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('userForwarded', {})).items, [call])
  const { value, failed, reload, set } = useLoaded(load)
  return {
    accounts: value,
    failed,
    onRetry: reload,
    async onUndo(forwardedUserId) {
      await confirmed(() => call('userForwardUndo', { forwardedUserId }))
      set((shown) => shown.filter(({ userId }) => userId !== forwardedUserId))
    },
  }
}
