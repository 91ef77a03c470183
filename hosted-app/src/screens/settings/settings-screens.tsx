import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/my-account/settings`: everything about one's own account. */
export function AccountSettingsScreen() {
  return <MemberScreen load={loadSettings} />
}

const loadSettings = async () => (await import('./account-settings.tsx')).AccountSettings
