import * as z from 'zod'
import { DOMAIN_HOSTS_MAX, DOMAIN_NAME, DOMAIN_VERSIONS_LISTED, DOMAINS_MAX, HOST } from '../domain-rules.ts'
import { COMMUNITY_FOUNDERS } from '../policy/communities.ts'
import { domainSettings, ownFont } from '../schemas/domain-config.ts'
import { actorId, id, matching, string, time, tokenName } from '../schemas/scalars.ts'
import { FONT_MAX_BYTES } from '../theme.ts'
import type { Call } from './call.ts'

const name = matching(40, DOMAIN_NAME, 'Use 2 to 40 lowercase letters, digits and hyphens.').describe(
  'The domain’s name for operators; it never changes.',
)
const host = matching(260, HOST, 'Use a host such as garden.example, without https:// and a path.').describe(
  'A host, with its port unless that is the usual one.',
)
const versionNumber = z.int().positive().max(1_000_000)

/** A stored configuration of a domain. */
export const domainVersion = z.object({
  number: versionNumber.describe('Counts up from 1.'),
  author: z.string().describe('Username; empty: the command line or a file of the operator.'),
  createdAt: time,
  publishedAt: time.nullable().describe('When it last came into force. Null: never.'),
  changed: z.array(z.string()).describe('Names of the settings that differ from the version before.'),
})

const sectionAdmins = z.array(z.object({ id, username: z.string() }))

/** A host of a domain. */
export const domainHost = z.object({
  host: z.string(),
  isCanonical: z.boolean().describe('Pages of the domain’s other hosts redirect here.'),
  provenAt: time
    .nullable()
    .describe('When it was proven that it belongs to the domain. Null: not yet, so it isn’t served.'),
  token: z.string().describe('What its TXT record or file must contain.'),
})

/** A domain in a list. */
export const domainSummary = z.object({
  name: z.string(),
  origin: z.string().describe('Public origin; empty while no host is proven.'),
  displayName: z.string(),
  logoLink: z.string(),
  onlyCommunity: z.string().nullable().describe('Token name of its only community; null if it shows all.'),
  isReadOnly: z.boolean().describe('A file of the operator configures it.'),
  publishedVersion: z.int().describe('The version in force; 0: a file.'),
  latestVersion: z.int().describe('A larger number than `publishedVersion`: changes that aren’t published.'),
  problem: z.string().nullable().describe('Why an older version than the published one is in force. Null: it isn’t.'),
})

/** A domain with everything that its admins see. */
export const domainDetails = domainSummary.extend({
  settings: domainSettings.describe('The latest version.'),
  publishedSettings: domainSettings.describe('The version in force.'),
  versions: z.array(domainVersion).max(DOMAIN_VERSIONS_LISTED).describe('The latest versions, newest first.'),
  hosts: z
    .array(domainHost)
    .max(DOMAIN_HOSTS_MAX)
    .describe('The canonical one first. Empty for the default domain, which is at `STOA_URL`.'),
  availableProviders: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Sign-in methods that the domain can offer.'),
  sectionAdmins: sectionAdmins.describe('Usernames of those who are admins of a section.'),
  keyProviders: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Sign-in providers at which the domain can have a client of its own.'),
})

/** A domain as everybody sees it. */
export const domainPublic = z.object({
  id: z.string().describe('Its canonical host.'),
  isSingleTokenDomain: z.boolean().describe('Only the default community is shown.'),
  symbol: z.string().describe('Token name of the default community.'),
  singleTokenName: z.string().nullable().describe('Token name of its only community; null if it shows all.'),
  featuredTokens: z.array(z.string()).describe('Token names of the communities that the default one recommends.'),
})

/** Settings of a domain that everybody may read. */
export const publicSettings = z.object({
  BridgeParams: z
    .object({ isAvailable: z.boolean().describe('Whether deposits and withdrawals are possible.') })
    .describe('Deposits from a chain and withdrawals to it; not available without a chain.'),
  CommunityDefaults: z
    .object({
      tokenName: z.string().describe('Token name of the default community.'),
      language: z.string().describe('BCP 47 tag.'),
      timeZone: z.string().describe('IANA name of the time zone.'),
      founders: z.enum(COMMUNITY_FOUNDERS).describe('Who may create communities.'),
    })
    .describe('What communities of the domain begin with.'),
  'Domains-Symbols': z
    .record(z.string(), z.string())
    .describe('Token name of the default community, by host. Names no other domain.'),
  ExternalArticleDomain: z.string().describe('Origin whose forum shows comments on articles of other sites.'),
  RTBPrice: z.string().describe('Price of the token of BBS in US dollars, as a decimal number.'),
})

const CHANGE_ERRORS = ['DOMAIN_NOT_FOUND', 'FORBIDDEN', 'DOMAIN_READ_ONLY'] as const
const changed = z.object({ domain: domainDetails })

/** A text of the interface. */
export const interfaceText = z.object({
  key: z.string(),
  english: z.string().describe('The English text, as an ICU message.'),
  source: z.string().describe('Hash of the English text.'),
  text: z.string().describe('The text in the language, without the domain’s own words in it.'),
})

/** Calls about the domains of an installation, for their admins. */
export const domainCalls = {
  domainList: {
    method: 'GET',
    path: '/domains',
    access: 'user',
    errors: ['FORBIDDEN'],
    summary: 'The domains that the caller administers, the default one first.',
    input: z.object({}),
    output: z.object({ items: z.array(domainSummary).max(DOMAINS_MAX) }),
  },
  domainGet: {
    method: 'GET',
    path: '/domains/{name}',
    access: 'user',
    errors: ['DOMAIN_NOT_FOUND', 'FORBIDDEN'],
    summary: 'A domain with its settings, versions and hosts.',
    input: z.object({ name }),
    output: z.object({ domain: domainDetails }),
  },
  domainTexts: {
    method: 'GET',
    path: '/domains/{name}/texts',
    access: 'user',
    errors: ['DOMAIN_NOT_FOUND', 'FORBIDDEN'],
    summary: 'Texts of the interface, which the domain may word itself.',
    input: z.object({
      name,
      language: string(35).describe('BCP 47 tag.'),
      query: string(100).trim().optional().describe('Words in the text, or a part of its key. Omitted: no search.'),
      keys: string(20_000).optional().describe('Comma-separated keys. Omitted: none.'),
    }),
    output: z.object({
      items: z.array(interfaceText).describe('Those with the keys, then what was found.'),
      hasMore: z.boolean(),
    }),
  },
  domainVersionGet: {
    method: 'GET',
    path: '/domains/{name}/versions/{number}',
    access: 'user',
    errors: ['DOMAIN_NOT_FOUND', 'FORBIDDEN'],
    summary: 'The settings of one version, and those before it.',
    input: z.object({ name, number: z.coerce.number().pipe(versionNumber).describe('Number of the version.') }),
    output: z.object({
      version: domainVersion,
      settings: domainSettings,
      settingsBefore: domainSettings
        .nullable()
        .describe('Those of the version before. Null: it is the first, or those are no longer valid.'),
      sectionAdmins: sectionAdmins.describe('Usernames of those who are admins of a section in either.'),
    }),
  },
  domainPreviewGet: {
    method: 'GET',
    path: '/domains/{name}/versions/{number}/preview',
    access: 'user',
    errors: [...CHANGE_ERRORS, 'HOST_UNPROVEN'],
    summary: 'A link that shows the domain as a version configures it, for an hour. For who may publish the version.',
    input: z.object({ name, number: z.coerce.number().pipe(versionNumber).describe('Number of the version.') }),
    output: z.object({
      url: z.string().describe('Opens the preview in the browser that loads it; nobody else sees it.'),
      expiresAt: time.describe('When the link and the preview end.'),
    }),
  },
  domainPublicGet: {
    method: 'GET',
    path: '/domain/public',
    access: 'public',
    errors: [],
    summary: 'The domain at the request’s host, as everybody sees it.',
    input: z.object({}),
    output: z.object({ domain: domainPublic }),
  },
  publicSettingsGet: {
    method: 'GET',
    path: '/settings/public',
    access: 'public',
    errors: [],
    summary: 'Settings of the domain at the request’s host that everybody may read.',
    input: z.object({}),
    output: z.object({ settings: publicSettings }),
  },
  tokenPriceGet: {
    method: 'GET',
    path: '/tokens/{tokenName}/price',
    access: 'public',
    errors: ['COMMUNITY_NOT_FOUND'],
    summary: 'The price of a community’s token. Only US dollars are supported yet.',
    input: z.object({
      tokenName,
      currency: string(10).default('USD').describe('ISO 4217 code of the currency.'),
    }),
    output: z.object({
      tokenName: z.string(),
      currency: z.string().describe('ISO 4217 code of the currency.'),
      symbol: z.string().describe('Symbol of the currency.'),
      price: z.string().describe('Price as a decimal number.'),
    }),
  },
  domainCreate: {
    method: 'POST',
    path: '/domain/create',
    access: 'user',
    bodyLimit: 384 * 1024,
    errors: ['FORBIDDEN', 'DOMAIN_READ_ONLY', 'DOMAIN_EXISTS', 'HOST_TAKEN'],
    summary: 'Add a domain. It is served once its host is proven. For network admins.',
    input: z.strictObject({ name, host, settings: domainSettings.prefault({}), userId: actorId }),
    output: changed,
  },
  domainSave: {
    method: 'POST',
    path: '/domain/save',
    access: 'user',
    bodyLimit: 384 * 1024,
    errors: [...CHANGE_ERRORS, 'EDIT_CONFLICT'],
    summary: 'Save settings as a new version, which isn’t in force yet. The same settings again make none.',
    input: z.strictObject({
      name,
      baseVersion: versionNumber.describe(
        '`latestVersion` of the domain that was edited. If it has changed, the call fails with EDIT_CONFLICT.',
      ),
      settings: domainSettings,
      userId: actorId,
    }),
    output: changed,
  },
  domainPublish: {
    method: 'POST',
    path: '/domain/publish',
    access: 'user',
    errors: [...CHANGE_ERRORS, 'EDIT_CONFLICT'],
    summary:
      'Put a version into force, everywhere within a second. An earlier one than the latest becomes a new version.',
    input: z.strictObject({
      name,
      version: versionNumber.describe('Number of the version.'),
      baseVersion: versionNumber
        .optional()
        .describe(
          '`latestVersion` of the domain that the caller saw. If it has changed, the call fails with EDIT_CONFLICT.',
        ),
      userId: actorId,
    }),
    output: changed,
  },
  domainDelete: {
    method: 'POST',
    path: '/domain/delete',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'Remove a domain with its versions and hosts. Communities and people stay. For network admins.',
    input: z.strictObject({ name, userId: actorId }),
    output: z.object({}),
  },
  domainFontAdd: {
    method: 'POST',
    path: '/domain/font',
    access: 'user',
    bodyLimit: Math.ceil(FONT_MAX_BYTES / 3) * 4 + 16 * 1024,
    errors: CHANGE_ERRORS,
    summary: 'Upload a font file, for the setting `font`. The same file again is the same address.',
    input: z.strictObject({
      name,
      data: matching(
        Math.ceil(FONT_MAX_BYTES / 3) * 4,
        /^[A-Za-z\d+/]+={0,2}$/,
        'Send the file in base64, at most 256 KiB.',
      ).describe('A WOFF2 file in base64, of at most 256 KiB.'),
      userId: actorId,
    }),
    output: z.object({
      link: z.string().describe('Path of the file.'),
      fallback: ownFont.shape.fallback,
    }),
  },
  domainKeyAdd: {
    method: 'POST',
    path: '/domain/key',
    access: 'user',
    errors: CHANGE_ERRORS,
    summary: 'Store a secret of the domain at a sign-in provider, for the setting `ownProviders`. No call returns it.',
    input: z.strictObject({
      name,
      secret: matching(500, /^[\x21-\x7E]+$/, 'Use the client secret that the provider has given you.').describe(
        'The client secret.',
      ),
      userId: actorId,
    }),
    output: z.object({ keyId: id.describe('Names the secret in `ownProviders`.') }),
  },
  domainHostEdit: {
    method: 'POST',
    path: '/domain/host',
    access: 'user',
    errors: [...CHANGE_ERRORS, 'HOST_TAKEN', 'HOST_UNPROVEN', 'HOST_CANONICAL'],
    summary: 'Add, prove or remove a host of a domain, or make it the canonical one.',
    input: z.strictObject({
      name,
      host,
      action: z
        .enum(['add', 'verify', 'remove', 'makeCanonical'])
        .describe(
          '`verify` looks for the proof: a TXT record `_stoa.{host}` or a file. The host is served from then on. Pages of other hosts redirect to the canonical one.',
        ),
      userId: actorId,
    }),
    output: changed,
  },
} as const satisfies Record<string, Call>
