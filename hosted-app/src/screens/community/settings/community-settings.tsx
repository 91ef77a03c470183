import {
  canArchiveCommunity,
  canEditChecks,
  canEditCommunity,
  canManageWebhooks,
  canServeCashier,
  canTransferOwnership,
  communityPath,
} from '@stoa/contract'
import { useCommunity, useStoa, useViewer } from '@stoa/store/react'
import { lazy, useLazy, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { CodeState } from '../../../shell/code-state.tsx'
import { ListSkeleton } from '../../../shell/list-parts.tsx'
import type { SettingsIconName } from '../../../shell/settings-icons.tsx'
import { SettingsLayout } from '../../../shell/settings-layout.tsx'
import type { SettingsTab } from '../community-tab-loader.ts'
import { NotAllowed } from '../not-allowed.tsx'
import { ArchiveSettings } from './archive-settings.tsx'
import { FeaturedSettings } from './featured-settings.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { MemberSettings } from './member-settings.tsx'
import { sectionMessages } from './messages.ts'
import { ModerationSettings } from './moderation/moderation-settings.tsx'
import { PostingSettings } from './posting-settings.tsx'
import { RulesSettings } from './rules-settings.tsx'
import { isStarted, StartSteps } from './start-steps.tsx'
import { TopicSettings } from './topic-settings.tsx'
import { TransferDone, TransferSettings } from './transfer-settings.tsx'

const webhooksPage = lazy(async () => (await import('../../webhooks/community-webhooks.tsx')).CommunityWebhooks)

function WebhookSettings({ tokenName }: { tokenName: string }) {
  const { code: CommunityWebhooks, ...state } = useLazy(webhooksPage)
  return CommunityWebhooks ? <CommunityWebhooks tokenName={tokenName} /> : <CodeState {...state} />
}

const cashierPage = lazy(async () => (await import('../../cashier/cashier-settings.tsx')).CashierSettings)

function CashierQueue({ tokenName }: { tokenName: string }) {
  const { code: CashierSettings, ...state } = useLazy(cashierPage)
  return CashierSettings ? <CashierSettings key={tokenName} tokenName={tokenName} /> : <CodeState {...state} />
}

/** Sections of a community's settings. */
const SECTIONS = {
  general: GeneralSettings,
  topics: TopicSettings,
  posting: PostingSettings,
  rules: RulesSettings,
  members: MemberSettings,
  moderation: ModerationSettings,
  featured: FeaturedSettings,
  webhooks: WebhookSettings,
  cashier: CashierQueue,
  archive: ArchiveSettings,
  transfer: TransferSettings,
  start: StartSteps,
} as const

type SectionId = keyof typeof SECTIONS

/** Their groups, in order. */
const GROUPS = {
  setUp: ['start', 'general', 'featured', 'webhooks'],
  content: ['topics', 'posting', 'rules', 'moderation'],
  people: ['members', 'cashier'],
  danger: ['archive', 'transfer'],
} as const satisfies Record<string, readonly SectionId[]>

const ICONS: Record<SectionId, SettingsIconName> = {
  general: 'general',
  topics: 'topics',
  posting: 'writing',
  rules: 'list',
  members: 'people',
  moderation: 'shield',
  featured: 'star',
  webhooks: 'link',
  cashier: 'money',
  archive: 'box',
  transfer: 'transfer',
  start: 'start',
}

/**
 * `admin-settings`: a community's settings, for those who may change them. Without a section it lists them; wide
 * windows show the first one next to the list.
 */
export function CommunitySettings({ tokenName, tab }: { tokenName: string; tab: SettingsTab }) {
  const t = useTranslate(sectionMessages)
  const community = useCommunity(tokenName)
  const path = communityPath(community ?? tokenName)
  const viewer = useViewer()
  const { money = false } = useHostedApp().config
  const { clock } = useStoa()
  const owns = canTransferOwnership(viewer ?? null, tokenName, clock()).allowed
  const [owned, setOwned] = useState(owns)
  useEffect(() => {
    if (owns) setOwned(true)
  }, [owns])
  if (viewer === undefined) return <ListSkeleton />
  // The community was transferred while its former owner was on this page.
  if (tab === 'transfer' && owned && !owns) return <TransferDone tokenName={tokenName} />
  const edits = canEditCommunity(viewer, tokenName, clock()).allowed
  const checks = canEditChecks(viewer, { tokenName, scope: 'community' }, clock()).allowed
  // Checks are for moderators, everything else for those who may edit the community.
  const archives = canArchiveCommunity(viewer, tokenName, clock()).allowed
  const hooks = canManageWebhooks(viewer, { scope: 'community', name: tokenName }, clock()).allowed
  const may: Partial<Record<SettingsTab, boolean>> = {
    moderation: checks,
    archive: archives,
    transfer: owns,
    webhooks: hooks,
    cashier: money && canServeCashier(viewer, tokenName, clock()).allowed,
  }
  const mayOpen = (id: SectionId) => may[id] ?? edits
  // First while there is something to do, then last.
  const isLast = (id: SectionId) => Number(id === 'start' && isStarted(community))
  const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[])
    .map((id) => {
      const all: readonly SectionId[] = GROUPS[id]
      return { id, sections: all.filter(mayOpen).toSorted((one, other) => isLast(one) - isLast(other)) }
    })
    .filter((group) => group.sections.length > 0)
  const sections = groups.flatMap((group) => group.sections)
  const current = sections.find((id) => tab === 'settings' || id === tab)
  if (!current) return <NotAllowed tokenName={tokenName} what={sections.length > 0 ? 'section' : 'settings'} />
  const home = `${path}/admin-settings`
  const Section = SECTIONS[current]
  return (
    <SettingsLayout
      title={t('community.settings')}
      level={2}
      label={t('community.settings')}
      home={home}
      groups={groups.map((group) => ({
        title: t(`section.group.${group.id}`),
        sections: group.sections.map((id) => ({
          id,
          href: `${home}/${id}`,
          label: t(`section.${id}`),
          icon: ICONS[id],
        })),
      }))}
      open={tab === 'settings' ? '' : tab}
      current={current}
    >
      <Section tokenName={tokenName} />
    </SettingsLayout>
  )
}
