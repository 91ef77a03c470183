import {
  DEFAULT_DOMAIN,
  type DomainDetails,
  type DomainSettings,
  type DomainSummary,
  type DomainVersion,
  MONEY_LIMITS,
} from '@stoa/contract'
import { domainSettings } from '@stoa/contract/schemas'
import type { DomainRow, HostRow, VersionRow } from './repository.ts'

/** What is known about a domain besides its rows. */
interface Facts {
  origin: string
  settings: DomainSettings
  isReadOnly: boolean
  problem: string | null
}

export function presentSummary(row: DomainRow, { origin, settings, isReadOnly, problem }: Facts): DomainSummary {
  return {
    name: row.name,
    origin,
    displayName: settings.domainDisplayName,
    logoLink: settings.logoLink,
    onlyCommunity: settings.isSingleTokenDomain ? settings.defaultTokenName : null,
    isReadOnly,
    publishedVersion: row.published_version,
    latestVersion: row.latest_version,
    problem,
  }
}

/** A version, compared with the one before; undefined: it is the first. */
export function presentVersion(
  row: VersionRow,
  { before, authors }: { before: VersionRow | undefined; authors: ReadonlyMap<string, { username: string }> },
): DomainVersion {
  return {
    number: row.number,
    author: authors.get(row.author_id)?.username ?? '',
    createdAt: Number(row.created_at),
    publishedAt: Number(row.published_at) === 0 ? null : Number(row.published_at),
    changed: before ? differences(completed(before), completed(row)) : [],
  }
}

/** A version's settings, with defaults for those that are newer than it. */
function completed({ settings }: VersionRow): Record<string, unknown> {
  const stored: Record<string, unknown> = JSON.parse(settings)
  return { ...domainSettings.parse({}), ...stored }
}

/** With the defaults of limits that are omitted, which are no difference. */
const withLimits = ({ moneyLimits, ...settings }: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  return { ...settings, moneyLimits: { ...MONEY_LIMITS, ...(moneyLimits as DomainSettings['moneyLimits']) } }
}

/** Names of the settings in which two versions differ. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = Object.keys(domainSettings.shape)
  const [one, other] = [withLimits(before), withLimits(after)]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

export function presentHosts(name: string, hosts: readonly HostRow[]): DomainDetails['hosts'] {
  return hosts.map((row) => ({
    host: row.host,
    // The default domain's is part of `STOA_URL`.
    isCanonical: Boolean(row.is_canonical) && name !== DEFAULT_DOMAIN,
    provenAt: Number(row.proven_at) === 0 ? null : Number(row.proven_at),
    token: row.token,
  }))
}
