import '../settings/settings.css'
import './network-admin.css'
import { lazy, useLazy, useTranslate } from '@stoa/ui'
import { useLocation, useParams } from 'react-router'
import { DOMAINS_PATH, MENU_EDITOR_PATH, NETWORK_ADMIN_PATH, PAGES_EDITOR_PATH } from '../../paths.ts'
import { CodeState } from '../../shell/code-state.tsx'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { DomainList } from './domain-list.tsx'
import { DomainPage } from './domain-page.tsx'
import { networkAdminMessages } from './messages.ts'

const menuPage = lazy(async () => (await import('./menu/menu-page.tsx')).MenuPage)

const pagesPage = lazy(async () => (await import('./pages/pages-page.tsx')).PagesPage)

/** Network administration: for network admins, and of their own domain for its admins. Others don't find it. */
export function NetworkAdminPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(networkAdminMessages)
  const { name, pageId } = useParams()
  const { pathname } = useLocation()
  const isMenu = pathname.startsWith(MENU_EDITOR_PATH)
  const isPages = pathname.startsWith(PAGES_EDITOR_PATH)
  const { code: MenuPage, ...menuState } = useLazy(menuPage, isMenu)
  const { code: PagesPage, ...pagesState } = useLazy(pagesPage, isPages)
  if (!viewer.networkAdmin && !viewer.domainAdmin) return <NotFound />
  const section = isMenu ? 'menu' : isPages ? 'pages' : 'domains'
  const shown = () => {
    if (isMenu) return MenuPage ? <MenuPage key={name} name={name} /> : <CodeState {...menuState} />
    if (isPages) return PagesPage ? <PagesPage name={name} pageId={pageId} /> : <CodeState {...pagesState} />
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
            { id: 'pages', href: PAGES_EDITOR_PATH, label: t('network.pages'), icon: 'page' },
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
