import { StoaError } from '@stoa/client'
import { type DomainDetails, type DomainSettings, type DomainVersion, errors } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleDomain,
  exampleDomainSettings,
  exampleFailedJob,
  exampleHealth,
  exampleId,
  exampleKeptData,
  exampleMe,
  exampleOverview,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, userEvent, within } from 'storybook/test'
import { DOMAINS_PATH, domainPath, NETWORK_ADMIN_PATH } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'
import { NetworkAdminScreen } from '../member-screens.tsx'

const admin = exampleMe({ networkAdmin: true })
const domain = exampleDomain()
const standard = exampleDomain({ name: 'default', origin: 'https://forum.example', displayName: 'The Forum' })

const page = <Item,>(items: Item[]) => ({ items, cursor: 'more', hasMore: true })
const createdAt = EXAMPLE_NOW - 40 * 24 * 60 * 60 * 1000
const person = { displayName: 'Ada Brook', slugUrl: 'ada', email: 'ada@mill.example', adminDomain: null, bans: 0 }
const PEOPLE = [
  { ...person, userId: exampleId(1), username: 'ada', networkAdmin: true, createdAt },
  {
    ...{ ...person, userId: exampleId(2), username: 'ben_the_gardener', displayName: '', networkAdmin: false },
    ...{ email: null, adminDomain: 'garden', bans: 2, createdAt },
  },
]
const ORIGINS = ['https://allotment.example', 'https://a-newspaper-with-a-long-name.example:8443'].map((origin) => ({
  ...{ origin, tokenName: 'FORUM', communityTitle: 'Lower Mill Commons', registeredAt: createdAt },
}))
const FILES = [
  { kind: 'image', status: 'ready', error: null, filename: 'ferry.jpg', bytes: 2_400_000, owner: 'ada' },
  {
    kind: 'video',
    status: 'failed',
    error: 'MEDIA_UNREADABLE',
    filename: 'lock gate.mov',
    bytes: 88_000_000,
    owner: '',
  },
].map((file, index) => ({ ...file, id: exampleId(index), url: file.error ? '' : '/media/ferry.webp', createdAt }))
const ACTS = [
  { action: 'commentHidden' as const, detail: 'spam', tokenName: 'FORUM', actor: 'cleo', person: 'ben' },
  { action: 'commentHidden' as const, detail: 'מי בא לים בשבת?', tokenName: 'FORUM', actor: 'cleo', person: 'ben' },
  { act: 'renamed' as const, person: 'ada' },
  { act: 'keeps' as const, about: 'log', days: 400, actor: 'cleo' },
  { act: 'changedWebhooks' as const, about: 'default', actor: 'cleo' },
].map((act, index) => ({
  ...{ action: null, detail: '', act: null, about: '', days: null, tokenName: '', actor: '', person: '' },
  ...act,
  ...{ id: exampleId(index), at: createdAt, postId: null, commentId: null },
}))

const meta = {
  title: 'Forum/Screens/NetworkAdmin',
  component: NetworkAdminScreen,
  args: {
    path: DOMAINS_PATH,
    viewer: admin,
    callResponses: {
      domainList: () => ({
        items: [
          standard,
          domain,
          exampleDomain({
            name: 'harbor',
            origin: '',
            displayName: 'A harbor whose name is long enough to need a second line',
            onlyCommunity: 'BOATS',
            latestVersion: 3,
          }),
        ],
      }),
      domainGet: () => ({ domain }),
      domainPreviewGet: () => {
        throw new StoaError('HOST_UNPROVEN', { message: 'No preview', status: 409 })
      },
      networkOverview: () => ({ overview: exampleOverview() }),
      networkHealth: () => ({ health: exampleHealth() }),
      networkRetention: () => ({ items: exampleKeptData() }),
      networkMail: () =>
        page([exampleFailedJob({ kind: 'send mail', lastError: 'The mail could not be sent (552 mailbox full).' })]),
      networkPeople: () => page(PEOPLE),
      networkOrigins: () => page(ORIGINS),
      networkFiles: () => page(FILES),
      networkLog: () => page(ACTS),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

const at = (shown: DomainDetails, path = domainPath(shown.name)) => ({
  args: { path, callResponses: { ...meta.args.callResponses, domainGet: () => ({ domain: shown }) } },
})

const OVERVIEW = `${NETWORK_ADMIN_PATH}/overview`

/** What happened in a month. */
export const Overview: Story = { args: { path: OVERVIEW } }

/** The same on a phone of 360 pixels, in the dark. */
export const OverviewNarrow: Story = {
  args: { path: OVERVIEW },
  parameters: { width: '312px' },
  globals: { theme: 'dark' },
}

/** Nothing was counted yet. */
export const OverviewEmpty: Story = {
  args: {
    path: OVERVIEW,
    callResponses: {
      ...meta.args.callResponses,
      networkOverview: () => {
        const { numbers, buckets, ...rest } = exampleOverview()
        const none = buckets.map(() => null)
        const empty = numbers.map(({ name }) => ({ name, total: null, before: null, series: none, seriesBefore: none }))
        return { overview: { ...rest, buckets, numbers: empty, isFirst: true, communities: [] } }
      },
    },
  },
}

/** The numbers can’t be loaded. */
export const OverviewFailed: Story = { args: { path: OVERVIEW, calls: { networkOverview: 'fails' } } }

const gardener = exampleMe({ domainAdmin: true, adminDomain: 'garden', domainCommunity: 'GARDEN' })

/** The people of a domain, as its admin sees them: without addresses. */
export const DomainPeople: Story = {
  args: {
    path: `${NETWORK_ADMIN_PATH}/people`,
    viewer: gardener,
    callResponses: {
      ...meta.args.callResponses,
      networkPeople: () => page(PEOPLE.map((one) => ({ ...one, email: null }))),
    },
  },
}

/** The communities of a domain, on a phone of 360 pixels. */
export const DomainCommunities: Story = {
  args: { path: `${NETWORK_ADMIN_PATH}/communities`, viewer: gardener },
  parameters: { width: '312px' },
}

/** What a version changed. */
export const VersionChanges: Story = {
  args: {
    path: domainPath('garden'),
    callResponses: {
      ...meta.args.callResponses,
      domainVersionGet: () => ({
        version: domain.versions[0] as DomainVersion,
        settingsBefore: exampleDomainSettings({ timeZone: 'UTC' }),
        settings: exampleDomainSettings({
          domainDisplayName: 'Lower Mill',
          sections: [{ name: 'Outdoors', slug: 'outdoors', communities: ['GARDEN'], admins: [exampleId(1)] }],
          urlMapping: Array.from({ length: 12 }, (_, index) => ({ tokenName: 'GARDEN', basePath: `/forum-${index}` })),
        }),
        sectionAdmins: [{ id: exampleId(1), username: 'robin' }],
      }),
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Show changes of version 2' }))
    await expect(await canvas.findByText(/admins: robin/)).toBeInTheDocument()
    await expect(canvas.getByRole('button', { name: 'Show all' })).toBeInTheDocument()
  },
}

/** The parts of the installation, failed jobs and queues. */
export const Health: Story = { args: { path: `${NETWORK_ADMIN_PATH}/health` } }

/** Almost everything is broken; on a phone. */
export const HealthBroken: Story = {
  args: {
    path: `${NETWORK_ADMIN_PATH}/health`,
    callResponses: {
      ...meta.args.callResponses,
      networkHealth: () => ({
        health: exampleHealth({
          database: { kind: 'sqlite', ms: null, clockMs: null },
          redis: false,
          disk: { freeBytes: 120_000_000, isLow: true },
          outboxMs: 95_000,
          certificate: { validUntil: null, problem: 'CERT_HAS_EXPIRED' },
          countedUntil: null,
        }),
      }),
    },
  },
  parameters: { width: '312px' },
}

/** Restored from a backup: mails and other messages wait. */
export const HealthHeld: Story = {
  args: {
    path: `${NETWORK_ADMIN_PATH}/health`,
    callResponses: {
      ...meta.args.callResponses,
      networkHealth: () => ({
        health: exampleHealth({
          heldSince: EXAMPLE_NOW,
          holdsWithdrawals: true,
          withdrawals: { review: 0, unknown: 0, nonce: { known: 41, found: 43 } },
          missingTokens: [{ tokenName: 'GARDEN', amount: '12500000' }],
        }),
      }),
    },
  },
  parameters: { width: '312px' },
}

/** The state can’t be loaded. */
export const HealthFailed: Story = {
  args: { path: `${NETWORK_ADMIN_PATH}/health`, calls: { networkHealth: 'fails' } },
}

/** How long data is kept. */
export const StoredData: Story = { args: { path: `${NETWORK_ADMIN_PATH}/retention` } }

/** The same before the first run, on a phone, in the dark. */
export const StoredDataNarrow: Story = {
  args: {
    path: `${NETWORK_ADMIN_PATH}/retention`,
    callResponses: {
      ...meta.args.callResponses,
      networkRetention: () => ({ items: exampleKeptData().map((one) => ({ ...one, rows: null, ranAt: null })) }),
    },
  },
  parameters: { width: '312px' },
  globals: { theme: 'dark' },
}

/** Accounts with their roles and bans. */
export const People: Story = { args: { path: `${NETWORK_ADMIN_PATH}/people` } }

/** Registered sites, on a phone. */
export const Origins: Story = {
  args: { path: `${NETWORK_ADMIN_PATH}/origins` },
  parameters: { width: '312px' },
}

/** Uploads, of which one failed. */
export const Files: Story = { args: { path: `${NETWORK_ADMIN_PATH}/files` } }

/** Emails that couldn’t be sent. */
export const Mail: Story = { args: { path: `${NETWORK_ADMIN_PATH}/mail` } }

/** What was decided anywhere, in the dark. */
export const Log: Story = { args: { path: `${NETWORK_ADMIN_PATH}/log` }, globals: { theme: 'dark' } }

/** Nothing matches. */
export const LogEmpty: Story = {
  args: {
    path: `${NETWORK_ADMIN_PATH}/log`,
    callResponses: {
      ...meta.args.callResponses,
      networkLog: () => ({ items: [], cursor: null, hasMore: false }),
    },
  },
}

/** All domains of an installation. */
export const Domains: Story = {}

/** The same on a phone of 360 pixels. */
export const DomainsNarrow: Story = { parameters: { width: '312px' } }

/** The list is loading. */
export const Loading: Story = { args: { calls: { domainList: 'waits' } } }

/** It can't be loaded. */
export const Failed: Story = { args: { calls: { domainList: 'fails' } } }

/** Adding a domain. */
export const Adding: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Add domain' }))
    await expect(within(canvasElement).getByLabelText('Host')).toBeVisible()
  },
}

/** The same from the first-run guide. */
export const AddingFromGuide: Story = {
  args: { path: `${DOMAINS_PATH}#add` },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByLabelText('Host')).toBeVisible()
  },
}

/** A domain with its settings, hosts and versions. */
export const Domain: Story = at(domain)

/** The same on a phone of 360 pixels. */
export const DomainNarrow: Story = { ...at(domain), parameters: { width: '312px' } }

/** Another look is chosen and shown in the preview; a file that is no font is refused. */
export const Theme: Story = {
  ...at(
    exampleDomain({
      settings: exampleDomainSettings({
        accent: '#7d2a28',
        font: {
          regular: `/fonts/${'a'.repeat(64)}.woff2`,
          fallback: { sizeAdjust: 101, ascent: 99, descent: 35, lineGap: 0 },
        },
      }),
    }),
  ),
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByLabelText('Square'))
    await userEvent.click(screen.getByLabelText('Compact'))
    const sample = screen.getByText('What should we plant this spring?').closest<HTMLElement>('[data-stoa-density]')
    await expect(sample?.dataset.stoaDensity).toBe('compact')
    await expect(sample?.style.getPropertyValue('--stoa-radius')).toBe('0px')
    await userEvent.upload(screen.getByLabelText('Bold file'), new File(['GIF89a'], 'font.woff2'))
    await expect(await screen.findByText('Choose a WOFF2 file of at most 256 kB.')).toBeVisible()
    const remove = screen.getByRole('button', { name: 'Regular file: Remove' })
    await userEvent.click(remove)
    await expect(screen.getByRole('button', { name: 'Regular file: Upload' })).toHaveFocus()
  },
}

/** The domain has a client of its own at a sign-in provider, and gets another one. */
export const Keys: Story = {
  args: {
    path: domainPath('garden'),
    callResponses: {
      ...meta.args.callResponses,
      domainGet: () => ({
        domain: exampleDomain({
          settings: exampleDomainSettings({
            ownProviders: [{ id: 'google', clientId: 'garden-client', keyId: exampleId(1, 'k') }],
          }),
        }),
      }),
      domainKeyAdd: () => ({ keyId: exampleId(2, 'k') }),
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Use own keys' }))
    await expect(screen.getByLabelText('Client ID')).toHaveFocus()
    await userEvent.keyboard('garden-at-github{Tab}a-secret{Enter}')
    await expect(await screen.findByText('garden-at-github')).toBeVisible()
    await expect(screen.queryByLabelText('Client secret')).toBeNull()
    await expect(screen.getAllByRole('button', { name: 'Replace secret' })[1]).toHaveFocus()
    await expect(screen.getByRole('checkbox', { name: 'GitHub' })).toBeChecked()
  },
}

/** A section gets communities and an admin. */
export const Sections: Story = {
  ...at(
    exampleDomain({
      sectionAdmins: [{ id: exampleId(1, 'u'), username: 'robin' }],
      settings: exampleDomainSettings({
        sections: [{ name: 'Outdoors', slug: 'outdoors', communities: ['GARDEN'], admins: [exampleId(1, 'u')] }],
      }),
    }),
  ),
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await expect(await screen.findByText('Admins: robin')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add section' }))
    await expect(screen.getByLabelText('Section name')).toHaveFocus()
    await userEvent.keyboard('Town{Tab}town{Tab}forum{Enter}')
    await expect(await screen.findByText('FORUM')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Add section' })).toHaveFocus()
  },
}

/** Ads come from a script, whose address is missing. */
export const Ads: Story = {
  args: {
    path: domainPath('garden'),
    callResponses: {
      ...meta.args.callResponses,
      domainSave: () => {
        const { status, message } = errors.VALIDATION_FAILED
        const details = [{ field: 'settings.ads.scriptUrl', message: 'must be the https address of the script' }]
        throw new StoaError('VALIDATION_FAILED', { message, status, details })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByLabelText('Ad script'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('must be the https address of the script')).toBeVisible()
    await expect(screen.getByLabelText('Script address')).toHaveAccessibleDescription(/must be the https address/)
  },
}

/** Limits are typed wrong, say so in their fields, and are saved once they are right. */
export const Money: Story = {
  args: {
    path: domainPath('garden'),
    callResponses: {
      ...meta.args.callResponses,
      domainSave: ({ settings }) => ({
        domain: exampleDomain({ settings: exampleDomainSettings(settings as DomainSettings), latestVersion: 3 }),
      }),
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    const perDay = await screen.findByLabelText('Daily limit for each member')
    const days = screen.getByLabelText('Days for which accounts are new')
    await userEvent.type(perDay, '1,000')
    await userEvent.clear(days)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(perDay).toHaveAccessibleDescription(/whole number from 0 to 1,000,000,000/)
    await expect(days).toHaveAccessibleDescription(/whole number from 1 to 365/)
    await expect(perDay).toHaveFocus()
    await userEvent.clear(perDay)
    await userEvent.type(perDay, '1000')
    await userEvent.type(days, '30')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText(/Version 3 isn’t published/)).toBeVisible()
    await expect(perDay).toHaveValue('1000')
    await expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  },
}

/** Changes are saved, but not published. */
export const Unpublished: Story = {
  ...at(exampleDomain({ latestVersion: 3 })),
  play: async ({ canvasElement }) => {
    const opened = spyOn(window, 'open').mockReturnValue(null)
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Preview version 3' }))
    await expect(await within(canvasElement).findByText('No preview')).toBeVisible()
    await expect(opened).toHaveBeenCalled()
  },
}

/** The published version is no longer valid, so an older one is in force. */
export const Invalid: Story = at(
  exampleDomain({ problem: 'Version 2 is not valid: accent: must be a color such as #0b5563, dark enough for text' }),
)

/** A file on the server configures the domain. */
export const ReadOnly: Story = at(exampleDomain({ isReadOnly: true, versions: [], hosts: [] }))

/** Somebody else has saved while the viewer was typing: the viewer chooses which value stays. */
export const Conflict: Story = {
  args: {
    path: domainPath('garden'),
    callResponses: {
      ...meta.args.callResponses,
      domainSave: () => {
        const { status, message } = errors.EDIT_CONFLICT
        const current = exampleDomain({
          latestVersion: 3,
          settings: exampleDomainSettings({ domainDisplayName: 'The Allotments' }),
        })
        throw new StoaError('EDIT_CONFLICT', { message, status, details: { domain: current } })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    const field = await screen.findByLabelText('Display name')
    await userEvent.clear(field)
    await userEvent.type(field, 'Our garden')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Someone else just changed this')).toBeVisible()
    await expect(field).toHaveValue('Our garden')
  },
}

/** The admin of one domain. */
export const OwnDomain: Story = {
  args: {
    ...at(domain).args,
    viewer: exampleMe({ domainAdmin: true, adminDomain: 'garden', domainCommunity: null }),
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await expect(await screen.findByLabelText('Daily limit for each member')).toHaveAttribute('readonly')
    await expect(screen.getByLabelText('Wallets and tips')).toBeDisabled()
  },
}

/** Others don’t find it. */
export const NotAnAdmin: Story = { args: { viewer: exampleMe() } }

/** Words of the domain's own, one of which was written for another English text. */
export const OwnTexts: Story = {
  args: {
    path: domainPath('garden'),
    callResponses: {
      ...meta.args.callResponses,
      domainGet: () => ({
        domain: exampleDomain({
          settings: exampleDomainSettings({
            language: 'de',
            languages: ['he'],
            texts: { de: { 'app.login': { text: 'Hinein', source: 'former' } } },
          }),
        }),
      }),
      domainTexts: ({ query = '' }) => ({
        items: [
          { key: 'app.login', english: 'Sign in', source: 'present', text: 'Anmelden' },
          ...(query === '' ? [] : [{ key: 'app.logout', english: 'Sign out', source: 'present', text: 'Abmelden' }]),
        ],
        hasMore: query !== '',
      }),
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await expect(await screen.findByText('Source changed')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Search texts'), 'sign{Enter}')
    await expect(await screen.findByLabelText('Your text for app.logout')).toHaveValue('Abmelden')
  },
}
