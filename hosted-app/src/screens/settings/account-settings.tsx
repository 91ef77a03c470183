import './settings.css'
import { originalPicture } from '@stoa/contract'
import { draftKey, hiddenForMeItems } from '@stoa/store'
import { useDraft, useList, useStoa } from '@stoa/store/react'
import { useTranslate } from '@stoa/ui'
import { type ComponentType, useCallback, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { ACCOUNT_SETTINGS_PATH } from '../../paths.ts'
import { LanguageChoice } from '../../shell/language-choice.tsx'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { AllKeys, ShortcutSwitch } from '../../shell/shortcuts/shortcut-sheet.tsx'
import { useUploads } from '../../shell/uploads/use-uploads.ts'
import { DataExport } from './account-data/data-export.tsx'
import { DeleteAccount } from './account-data/delete-account.tsx'
import { formerAddress, useAccountGroups } from './account-sections.ts'
import { ApiKeysPage } from './api-keys/api-keys-page.tsx'
import { DecisionsPage } from './decisions/decisions-page.tsx'
import { HiddenCommunities } from './hidden/hidden-communities.tsx'
import { HiddenItems } from './hidden/hidden-items.tsx'
import { MutedThings, useMutes } from './hidden/muted-things.tsx'
import { MergePage } from './merge/merge-page.tsx'
import { MergedAccounts, type MergedAccountsProps } from './merge/merged-accounts.tsx'
import { MessageSettings } from './messages/message-settings.tsx'
import { settingsMessages } from './messages.ts'
import { NotificationSettings } from './notifications/notification-settings.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import { UsernameForm } from './profile/username-form.tsx'
import { SecuritySections } from './security/security-sections.tsx'
import { SessionList } from './security/session-list.tsx'
import { useConfirmation } from './security/use-confirmation.ts'
import { useSessions } from './security/use-sessions.ts'
import type { AccountSection } from './settings-loader.ts'
import { OpenSection, Section } from './settings-section.tsx'
import { UploadsPage } from './uploads/uploads-page.tsx'
import { type Confirmed, useDeparture, useProfile } from './use-account.ts'
import { useLoaded } from './use-loaded.ts'

const PAGES: Record<AccountSection, ComponentType<MemberScreenProps>> = {
  profile: ProfilePage,
  security: SecuritySections,
  sessions: SessionsPage,
  'api-keys': ApiKeysPage,
  notifications: NotificationSettings,
  messages: MessageSettings,
  keyboard: KeyboardPage,
  hidden: HiddenPage,
  merge: MergedPage,
  uploads: UploadsPage,
  decisions: DecisionsPage,
  data: DataPage,
}

/**
 * The account settings, connected to the server. Without a section in the address they show the list of sections; wide
 * windows show the first section next to it.
 */
export function AccountSettings(props: MemberScreenProps) {
  const { section = '' } = useParams()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const former = pathname === ACCOUNT_SETTINGS_PATH ? formerAddress({ search, hash }) : null
  useEffect(() => {
    if (former !== null) void navigate(former, { replace: true })
  }, [former, navigate])
  return <AccountPage open={section as AccountSection | ''} {...props} />
}

/** The notification settings. */
export function NotificationSettingsPage(props: MemberScreenProps) {
  return <AccountPage open="notifications" {...props} />
}

/** The member's uploads. */
export function AccountUploads(props: MemberScreenProps) {
  return <AccountPage open="uploads" {...props} />
}

/** Merging two accounts. */
export function AccountMerge(props: MemberScreenProps) {
  return <AccountPage open="merge" page={MergePage} {...props} />
}

/** Moderation decisions about the member. */
export function AccountDecisions(props: MemberScreenProps) {
  return <AccountPage open="decisions" {...props} />
}

interface AccountPageProps extends MemberScreenProps {
  open: AccountSection | ''
  /** Default: that of the section. */
  page?: ComponentType<MemberScreenProps>
}

function AccountPage({ open, page, ...props }: AccountPageProps) {
  const t = useTranslate(settingsMessages)
  const { hash } = useLocation()
  const current = open || 'profile'
  const Page = page ?? PAGES[current]
  return (
    <SettingsLayout
      title={t('settings.title')}
      label={t('settings.sections')}
      home={ACCOUNT_SETTINGS_PATH}
      groups={useAccountGroups()}
      open={open}
      current={current}
    >
      <OpenSection value={hash.slice(1)}>
        <Page {...props} />
      </OpenSection>
    </SettingsLayout>
  )
}

function ProfilePage({ viewer }: MemberScreenProps) {
  const { checkPicture, edit, rename } = useProfile()
  const uploads = useUploads()
  const t = useTranslate(settingsMessages)
  const { languages } = useHostedApp().config
  const [draft, setDraft] = useDraft(draftKey(viewer.id, 'profile'))
  return (
    <>
      <ProfileForm
        user={{ ...viewer, profileImageUrl: originalPicture(viewer.profileImageUrl) }}
        picture={viewer.profileImageUrl}
        draft={draft}
        onDraft={setDraft}
        uploads={uploads}
        onCheckPicture={checkPicture}
        onSave={edit}
      />
      <UsernameForm username={viewer.username} onSave={rename} />
      {languages.length > 1 && (
        <Section id="language" title={t('settings.language')} text={t('settings.language.text')}>
          <LanguageChoice className="stoa-input" />
        </Section>
      )}
    </>
  )
}

function SessionsPage() {
  return <SessionList {...useSessions()} />
}

function KeyboardPage() {
  const t = useTranslate(settingsMessages)
  return (
    <Section id="keyboard" title={t('settings.to.keyboard')}>
      <ShortcutSwitch />
      <AllKeys />
    </Section>
  )
}

function HiddenPage({ viewer }: MemberScreenProps) {
  const mutes = useMutes()
  // Loaded at the same time.
  useList(hiddenForMeItems())
  return (
    <>
      <MutedThings {...mutes} />
      {(mutes.value !== null || mutes.failed) && (
        <>
          <HiddenCommunities tokenNames={viewer.hiddenCommunities} />
          <HiddenItems />
        </>
      )}
    </>
  )
}

function MergedPage() {
  const { confirmed, dialog } = useConfirmation()
  return (
    <>
      <MergedAccounts {...useMergedAccounts(confirmed)} />
      {dialog}
    </>
  )
}

function DataPage({ viewer, leaving }: MemberScreenProps) {
  const t = useTranslate(settingsMessages)
  const { confirmed, dialog } = useConfirmation()
  const { makeArchive, remove } = useDeparture(confirmed, leaving)
  const { accounts } = useMergedAccounts(confirmed)
  const money = useMoney()
  return (
    <Section id="data" title={t('settings.to.data')}>
      <DataExport onMake={makeArchive} />
      <DeleteAccount
        username={viewer.username}
        owned={viewer.tokenOwner}
        merged={accounts?.map(({ username }) => username) ?? null}
        money={money}
        onDelete={remove}
      />
      {dialog}
    </Section>
  )
}

/** What is in the viewer's wallet, credit included, in units by token name. */
function useMoney(): Record<string, string> {
  const { call } = useStoa().client
  const { config } = useHostedApp()
  const load = useCallback(async () => (config.money ? (await call('walletList', {})).items : []), [call, config.money])
  const { value } = useLoaded(load)
  const all: Record<string, string> = {}
  for (const { balance, creditBalance } of value ?? [])
    for (const [token, units] of [...Object.entries(balance), ...Object.entries(creditBalance)])
      if (units !== '0') all[token] = String(Number(all[token] ?? 0) + Number(units))
  return all
}

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
      set((accounts) => accounts.filter(({ userId }) => userId !== forwardedUserId))
    },
  }
}
