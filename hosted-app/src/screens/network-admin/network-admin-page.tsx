import '../settings/settings.css'
import './network-admin.css'
import type { Me } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import type { ComponentType } from 'react'
import { useLocation, useParams } from 'react-router'
import { DOMAINS_PATH, NETWORK_ADMIN_PATH } from '../../paths.ts'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import type { SettingsIconName } from '../../shell/settings-icons.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { DomainList } from './domain-list.tsx'
import { DomainPage } from './domain-page.tsx'
import { Health } from './installation/health.tsx'
import { CommunityList, FileList, MailList, NetworkLog, OriginList, PeopleList } from './installation/lists.tsx'
import { networkAdminMessages } from './messages.ts'
import { Overview } from './numbers/overview.tsx'

/** A section of network administration. */
interface NetworkSection {
  id: string
  icon: SettingsIconName
  label: keyof typeof networkAdminMessages
  /** Domains' admins have it, too. Default: it is for network admins. */
  isForDomainAdmins?: true
  Content: ComponentType<{ viewer: Me }>
}

const SECTIONS: readonly NetworkSection[] = [
  { id: 'overview', icon: 'chart', label: 'network.overview', isForDomainAdmins: true, Content: Overview },
  { id: 'health', icon: 'pulse', label: 'network.health', Content: Health },
  { id: 'people', icon: 'people', label: 'network.people', Content: PeopleList },
  { id: 'communities', icon: 'topics', label: 'network.communities', Content: CommunityList },
  { id: 'domains', icon: 'globe', label: 'network.domains', isForDomainAdmins: true, Content: DomainList },
  { id: 'origins', icon: 'link', label: 'network.origins', Content: OriginList },
  { id: 'files', icon: 'picture', label: 'network.files', Content: FileList },
  { id: 'mail', icon: 'mail', label: 'network.mail', Content: MailList },
  { id: 'log', icon: 'list', label: 'network.log', Content: NetworkLog },
]

/** Network administration: for network admins, and of their own domain for its admins. Others don't find it. */
export function NetworkAdminPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(networkAdminMessages)
  const { part, name } = useParams()
  const { pathname } = useLocation()
  if (!viewer.networkAdmin && !viewer.domainAdmin) return <NotFound />
  const sections = SECTIONS.filter(({ isForDomainAdmins }) => viewer.networkAdmin || isForDomainAdmins)
  const current = name ? 'domains' : (part ?? 'overview')
  const shown = sections.find(({ id }) => id === current)
  if (!shown) return <NotFound />
  return (
    <SettingsLayout
      title={t('network.title')}
      label={t('network.sections')}
      home={NETWORK_ADMIN_PATH}
      groups={[
        {
          title: t('network.group'),
          sections: sections.map(({ id, icon, label }) => ({
            id,
            icon,
            label: t(label),
            href: id === 'domains' ? DOMAINS_PATH : `${NETWORK_ADMIN_PATH}/${id}`,
          })),
        },
      ]}
      open={pathname === NETWORK_ADMIN_PATH ? '' : current}
      current={current}
    >
      {name ? <DomainPage key={name} name={name} viewer={viewer} /> : <shown.Content viewer={viewer} />}
    </SettingsLayout>
  )
}
