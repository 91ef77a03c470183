import './settings.css'
import { originalPicture } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useDraft, useStoa } from '@stoa/store/react'
import { ButtonLink, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { DECISIONS_PATH } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { useUploads } from '../../shell/use-uploads.ts'
import { ACCOUNT_SETTINGS_PATH, useAccountSections } from './account-sections.ts'
import { DataExport } from './data-export.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { HiddenCommunities } from './hidden-communities.tsx'
import { HiddenItems } from './hidden-items.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { MergedAccounts, type MergedAccountsProps } from './merged-accounts.tsx'
import { ProfileForm } from './profile-form.tsx'
import { OpenSection, Section } from './section.tsx'
import { SecuritySections } from './security-sections.tsx'
import { SessionList } from './session-list.tsx'
import { settingsMessages } from './settings-messages.ts'
import { type Confirmed, useAccount } from './use-account.ts'
import { useConfirmed } from './use-confirmed.ts'
import { useLoaded } from './use-loaded.ts'
import { useSectionInView } from './use-section-in-view.ts'
import { useSessions } from './use-sessions.ts'
import { UsernameForm } from './username-form.tsx'

/** The account settings, connected to the server. */
export function AccountSettings({ viewer, leaving }: MemberScreenProps) {
  const t = useTranslate(settingsMessages)
  const { confirmed, dialog } = useConfirmed()
  const account = useAccount(confirmed, leaving)
  const sessions = useSessions()
  const merged = useMergedAccounts(confirmed)
  const { config } = useHostedApp()
  const { value } = account.security
  const hasPasswords = config.signInProviders.includes('password') || value === null || value.hasPassword
  const sections = useAccountSections(hasPasswords ? [] : ['password'])
  const { open, current } = useOpenSection(sections, value !== null)
  const uploads = useUploads()
  const [draft, setDraft] = useDraft(draftKey(viewer.id, 'profile'))
  return (
    <SettingsLayout
      title={t('settings.title')}
      label={t('settings.sections')}
      home={ACCOUNT_SETTINGS_PATH}
      {...{ sections, open, current }}
    >
      <OpenSection value={open}>
        <ProfileForm
          user={{ ...viewer, profileImageUrl: originalPicture(viewer.profileImageUrl) }}
          picture={viewer.profileImageUrl}
          draft={draft}
          onDraft={setDraft}
          uploads={uploads}
          onCheckPicture={account.checkPicture}
          onSave={account.edit}
        />
        <UsernameForm username={viewer.username} onSave={account.rename} />
        <SecuritySections viewer={viewer} account={account} />
        <SessionList {...sessions} />
        <MergedAccounts {...merged} />
        <HiddenCommunities tokenNames={viewer.hiddenCommunities} />
        <HiddenItems />
        <Section id="data" title={t('settings.to.data')}>
          <div className="stoa-settings-ways">
            <ButtonLink href="/bbs/my-account/uploads">{t('settings.uploads')}</ButtonLink>
            <ButtonLink href={DECISIONS_PATH}>{t('settings.decisions')}</ButtonLink>
          </div>
          <DataExport onMake={account.makeArchive} />
          <DeleteAccount
            username={viewer.username}
            owned={viewer.tokenOwner}
            merged={merged.accounts?.map(({ username }) => username) ?? null}
            onDelete={account.remove}
          />
        </Section>
      </OpenSection>
      <LeaveQuestion isChanged={draft !== ''} onDiscard={() => setDraft('')} />
      {dialog}
    </SettingsLayout>
  )
}

/**
 * The section in the address and the one in view. Opening a section focuses its heading, going back focuses its link.
 */
function useOpenSection(sections: readonly { id: string; href: string }[], isThere: boolean) {
  const { hash, search } = useLocation()
  // A provider's refusal returns without a section.
  const named = hash || (new URLSearchParams(search).has('error') ? '#ways' : '')
  const open = sections.find(({ id }) => `#${id}` === named)?.id ?? ''
  const before = useRef(open)
  useEffect(() => {
    const heading = document.getElementById(open)
    if (before.current !== open) {
      const back = document.querySelector<HTMLElement>(`.stoa-settings-nav [href$="#${before.current}"]`)
      ;(heading ?? back)?.focus({ preventScroll: open !== '' })
    }
    before.current = open
    // The section in the address loads after the page; on phones it is shown alone.
    if (!heading || !isThere) return
    if (window.matchMedia(NARROW).matches) window.scrollTo(0, 0)
    else heading.scrollIntoView()
  }, [isThere, open])
  const own = sections.filter(({ href }) => href.includes('#')).map(({ id }) => id)
  return { open, current: useSectionInView(own, open) }
}
/** Where `settings-layout.css` shows one section at a time. */
const NARROW = '(max-width: 51.99rem)'

/** The accounts merged into the viewer's, and undoing merges. */
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
