import '../settings/settings.css'
import './network-admin.css'
import type { Me } from '@stoa/contract'
import { lazy, useLazy, useTranslate } from '@stoa/ui'
import type { ComponentType } from 'react'
import { useLocation, useParams } from 'react-router'
import { NETWORK_ADMIN_PATH } from '../../paths.ts'
import { CodeState } from '../../shell/code-state.tsx'
import type { MemberScreenProps } from '../../shell/member-screen.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import type { SettingsIconName } from '../../shell/settings-icons.tsx'
import { SettingsLayout } from '../../shell/settings-layout.tsx'
import { DomainList } from './domain-list.tsx'
import { DomainPage } from './domain-page.tsx'
import { InsetsPage } from './insets-page.tsx'
import { Health } from './installation/health.tsx'
import { CommunityList, FileList, MailList, NetworkLog, OriginList, PeopleList } from './installation/lists.tsx'
import { Retention } from './installation/retention.tsx'
import { networkAdminMessages } from './messages.ts'
import { Overview } from './numbers/overview.tsx'
import { ViewAsSection } from './view-as-section.tsx'

interface SectionProps {
  viewer: Me
  /** The domain that the address names. Default: none. */
  name?: string
  /** The page that the address names. Default: none. */
  pageId?: string
}

/** A section of network administration. */
interface NetworkSection {
  id: string
  icon: SettingsIconName
  label: keyof typeof networkAdminMessages
  /** Domains' admins have it, too. Default: it is for network admins. */
  isForDomainAdmins?: true
  /** Its address may name a domain. */
  hasNames?: true
  Content: ComponentType<SectionProps>
}

const menuPage = lazy(async () => (await import('./menu/menu-page.tsx')).MenuPage)
const pagesPage = lazy(async () => (await import('./pages/pages-page.tsx')).PagesPage)

const webhooksPage = lazy(async () => (await import('../webhooks/domain-webhooks.tsx')).DomainWebhooks)

const ofDomains = { isForDomainAdmins: true, hasNames: true } as const
const SECTIONS: readonly NetworkSection[] = [
  { id: 'overview', icon: 'chart', label: 'network.overview', isForDomainAdmins: true, Content: Overview },
  { id: 'health', icon: 'pulse', label: 'network.health', Content: Health },
  { id: 'people', icon: 'people', label: 'network.people', isForDomainAdmins: true, Content: PeopleList },
  { id: 'communities', icon: 'topics', label: 'network.communities', isForDomainAdmins: true, Content: CommunityList },
  { id: 'domains', icon: 'globe', label: 'network.domains', ...ofDomains, Content: Domains },
  { id: 'pages', icon: 'page', label: 'network.pages', ...ofDomains, Content: Pages },
  { id: 'menu', icon: 'list', label: 'network.menu', ...ofDomains, Content: Menu },
  { id: 'insets', icon: 'picture', label: 'network.insets', ...ofDomains, Content: InsetsPage },
  { id: 'webhooks', icon: 'link', label: 'network.webhooks', ...ofDomains, Content: Webhooks },
  { id: 'view-as', icon: 'hidden', label: 'network.viewAs', isForDomainAdmins: true, Content: ViewAsSection },
  { id: 'origins', icon: 'link', label: 'network.origins', Content: OriginList },
  { id: 'files', icon: 'picture', label: 'network.files', Content: FileList },
  { id: 'mail', icon: 'mail', label: 'network.mail', Content: MailList },
  { id: 'retention', icon: 'box', label: 'network.retention', Content: Retention },
  { id: 'log', icon: 'list', label: 'network.log', Content: NetworkLog },
]

/** Network administration: for network admins, and of their own domain for its admins. Others don't find it. */
export function NetworkAdminPage({ viewer }: MemberScreenProps) {
  const t = useTranslate(networkAdminMessages)
  const { part = 'overview', name, pageId } = useParams()
  const { pathname } = useLocation()
  if (!viewer.networkAdmin && !viewer.domainAdmin) return <NotFound />
  const sections = SECTIONS.filter(({ isForDomainAdmins }) => viewer.networkAdmin || isForDomainAdmins)
  const shown = sections.find(({ id }) => id === part)
  if (!shown || (name && !shown.hasNames)) return <NotFound />
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
            href: `${NETWORK_ADMIN_PATH}/${id}`,
          })),
        },
      ]}
      open={pathname === NETWORK_ADMIN_PATH ? '' : part}
      current={part}
    >
      <shown.Content key={name} viewer={viewer} {...(name && { name })} {...(pageId && { pageId })} />
    </SettingsLayout>
  )
}

function Domains({ viewer, name }: SectionProps) {
  return name ? <DomainPage name={name} viewer={viewer} /> : <DomainList viewer={viewer} />
}

function Menu({ name }: SectionProps) {
  const { code: MenuPage, ...state } = useLazy(menuPage)
  return MenuPage ? <MenuPage name={name} /> : <CodeState {...state} />
}

function Webhooks({ viewer, name }: SectionProps) {
  const { code: DomainWebhooks, ...state } = useLazy(webhooksPage)
  return DomainWebhooks ? <DomainWebhooks viewer={viewer} name={name} /> : <CodeState {...state} />
}

function Pages({ name, pageId }: SectionProps) {
  const { code: PagesPage, ...state } = useLazy(pagesPage)
  return PagesPage ? <PagesPage name={name} pageId={pageId} /> : <CodeState {...state} />
}
