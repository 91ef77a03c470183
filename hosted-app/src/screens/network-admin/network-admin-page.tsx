import '../settings/settings.css'
import './network-admin.css'
import { useTranslate } from '@stoa/ui'
import { useLocation, useParams } from 'react-router'
import { DOMAINS_PATH, insetsPath, NETWORK_ADMIN_PATH } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { DomainList } from './domain-list.tsx'
import { DomainPage } from './domain-page.tsx'
import { InsetsPage } from './insets-page.tsx'
import { networkAdminMessages } from './messages.ts'

/** Network administration: for network admins, and of their own domain for its admins. Others don't find it. */
export function NetworkAdminPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(networkAdminMessages)
  const { name } = useParams()
  const { pathname } = useLocation()
  const current = pathname.startsWith(insetsPath()) ? 'insets' : 'domains'
  if (!viewer.networkAdmin && !viewer.domainAdmin) return <NotFound />
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
            { id: 'insets', href: insetsPath(), label: t('network.insets'), icon: 'picture' },
          ],
        },
      ]}
      open={pathname === NETWORK_ADMIN_PATH ? '' : current}
      current={current}
    >
      {current === 'insets' ? (
        <InsetsPage key={name} name={name} viewer={viewer} />
      ) : name ? (
        <DomainPage key={name} name={name} viewer={viewer} />
      ) : (
        <DomainList viewer={viewer} />
      )}
    </SettingsLayout>
  )
}
