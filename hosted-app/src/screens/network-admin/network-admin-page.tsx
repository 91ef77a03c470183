import '../settings/settings.css'
import './network-admin.css'
import { lazy, useLazy, useTranslate } from '@stoa/ui'
import { useLocation, useParams } from 'react-router'
import { DOMAINS_PATH, MENU_EDITOR_PATH, NETWORK_ADMIN_PATH } from '../../paths.ts'
import { CodeState } from '../../shell/code-state.tsx'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { DomainList } from './domain-list.tsx'
import { DomainPage } from './domain-page.tsx'
import { networkAdminMessages } from './messages.ts'

const menuPage = lazy(async () => (await import('./menu/menu-page.tsx')).MenuPage)

/** Network administration: for network admins, and of their own domain for its admins. Others don't find it. */
export function NetworkAdminPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(networkAdminMessages)
  const { name } = useParams()
  const { pathname } = useLocation()
  const isMenu = pathname.startsWith(MENU_EDITOR_PATH)
  const { code: MenuPage, ...codeState } = useLazy(menuPage, isMenu)
  if (!viewer.networkAdmin && !viewer.domainAdmin) return <NotFound />
  const section = isMenu ? 'menu' : 'domains'
  const shown = () => {
    if (isMenu) return MenuPage ? <MenuPage key={name} name={name} /> : <CodeState {...codeState} />
    return name ? <DomainPage key={name} name={name} viewer={viewer} /> : <DomainList viewer={viewer} />
  }
  return (
    <SettingsLayout
      title={t('network.title')}
      label={t('network.sections')}
      home={NETWORK_ADMIN_PATH}
      groups={[
        {
          title: t('network.group'),
          sections: [
            { id: 'domains', href: DOMAINS_PATH, label: t('network.domains'), icon: 'globe' },
            { id: 'menu', href: MENU_EDITOR_PATH, label: t('network.menu'), icon: 'list' },
          ],
        },
      ]}
      open={pathname === NETWORK_ADMIN_PATH ? '' : section}
      current={section}
    >
      {shown()}
    </SettingsLayout>
  )
}
