import {
  type CallOutput,
  type CallParsedInput,
  canConfigureDomain,
  canManageDomains,
  DEFAULT_DOMAIN,
  DOMAIN_HOSTS_MAX,
  DOMAIN_VERSIONS_LISTED,
  DOMAINS_MAX,
  type DomainDetails,
  type DomainSettings,
  type DomainSummary,
  type DomainVersion,
  type Me,
  MONEY_SETTINGS,
  NETWORK_SETTINGS,
} from '@stoa/contract'
import type { RecordResponse } from '../../../platform/calls/context.ts'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService, OperatorLog } from '../accounts/index.ts'
import type { CommunityService } from '../communities/index.ts'
import {
  availableProviders,
  keyProviders,
  problemOfLanguages,
  providersMissing,
  type TenantSettings,
  unknownProviders,
  withOwnProviders,
} from '../tenants/index.ts'
import { newToken } from './file-import.ts'
import type { DomainFonts } from './fonts.ts'
import type { HostProof } from './host-proof.ts'
import { type DomainLoader, settingsOf, withPrefixes } from './loader.ts'
import { problemOfTexts, searchTexts } from './own-texts.ts'
import { differences, presentHosts, presentSummary, presentVersion } from './presenter.ts'
import type { DomainPreviews } from './previews.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { type DomainRow, domainRepository, type HostRow } from './repository.ts'
import { problemsOfMapping } from './url-mapping.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'config'> {
  tenantSettings: TenantSettings
  communities: Pick<CommunityService, 'require'>
  accounts: Pick<AccountService, 'profilesById'>
  operatorLog: Pick<OperatorLog, 'act'>
  loader: DomainLoader
  previews: Pick<DomainPreviews, 'link'>
  proof: HostProof
  fonts: DomainFonts
  keys: ProviderKeys
}

/** Who changes a domain: a member, or somebody on the server's command line. */
type By = Me | 'operator'

interface HostChange {
  name: string
  host: string
  action: 'add' | 'verify' | 'remove' | 'makeCanonical'
}

const HOST_ACTS = {
  add: 'added host of',
  verify: 'proved host of',
  remove: 'removed host of',
  makeCanonical: 'changed main host of',
} as const

const sectionAdminsOf = ({ sections = [] }: DomainSettings) => [...new Set(sections.flatMap(({ admins }) => admins))]

/** Changes the domains of an installation. Each saved version stays; the published one is in force. */
export function createDomainSettings(dependencies: Dependencies) {
  const { database, clock, ids, config, tenantSettings, communities, accounts, operatorLog } = dependencies
  const { loader, previews, proof, fonts, keys } = dependencies
  const { providers, isFromFiles } = tenantSettings
  const read = (tx?: Transaction) => domainRepository(database.from(tx))
  const { protocol, host: defaultHost, origin: defaultOrigin } = new URL(config.url)

  /** The sign-in providers with a domain's own, whose secrets don't matter here. */
  const providersOf = ({ ownProviders = [] }: DomainSettings) =>
    withOwnProviders(
      providers,
      ownProviders.map(({ id, clientId }) => ({ id, clientId, clientSecret: '' })),
    )

  function assertConfigures(by: By, name: string): void {
    if (by !== 'operator') assertAllowed(canConfigureDomain(by, name))
  }

  function assertManages(by: By): void {
    if (by !== 'operator') assertAllowed(canManageDomains(by))
  }

  function assertWritable(): void {
    if (isFromFiles) throw new DomainError('DOMAIN_READ_ONLY')
  }

  async function find(name: string, tx?: Transaction): Promise<DomainRow> {
    const row = await read(tx).find(name)
    if (!row) throw new DomainError('DOMAIN_NOT_FOUND')
    return row
  }

  async function lock(tx: Transaction, name: string): Promise<DomainRow> {
    const row = await domainRepository(tx.connection).lock(name, database.dialect)
    if (!row || Number(row.deleted_at) > 0) throw new DomainError('DOMAIN_NOT_FOUND')
    return row
  }

  /** A version's settings; null if they are no longer valid. */
  async function validAt(name: string, number: number, tx?: Transaction): Promise<DomainSettings | null> {
    const row = await read(tx).version(name, number)
    const settings = row ? settingsOf(row) : { problem: '' }
    return 'problem' in settings ? null : settings
  }

  /** A version's settings; those in force if they are no longer valid. */
  async function settingsAt(name: string, number: number, tx?: Transaction): Promise<DomainSettings> {
    return (await validAt(name, number, tx)) ?? loader.settingsOf(name)
  }

  async function namedAdmins(settings: DomainSettings[], tx?: Transaction): Promise<DomainDetails['sectionAdmins']> {
    const profiles = await accounts.profilesById([...new Set(settings.flatMap(sectionAdminsOf))], tx)
    return [...profiles].map(([id, { username }]) => ({ id, username }))
  }

  function originOf(name: string, hosts: readonly HostRow[]): string {
    if (name === DEFAULT_DOMAIN) return defaultOrigin
    const canonical = hosts.find(({ proven_at: at }) => Number(at) > 0)
    return canonical ? `${protocol}//${canonical.host}` : ''
  }

  async function summary(row: DomainRow, hosts: readonly HostRow[]): Promise<DomainSummary> {
    return presentSummary(row, {
      origin: originOf(row.name, hosts),
      settings: await settingsAt(row.name, row.published_version),
      isReadOnly: isFromFiles,
      problem: loader.problemOf(row.name),
    })
  }

  async function details(name: string, tx?: Transaction): Promise<DomainDetails> {
    const row = await find(name, tx)
    const hosts = await read(tx).hosts(name)
    const versions = await read(tx).latestVersions(name, DOMAIN_VERSIONS_LISTED + 1)
    const authors = await accounts.profilesById(
      versions.map(({ author_id: id }) => id),
      tx,
    )
    const publishedSettings = await settingsAt(name, row.published_version, tx)
    const settings = await settingsAt(name, row.latest_version, tx)
    const offered = providersOf(settings)
    return {
      ...presentSummary(row, {
        origin: originOf(name, hosts),
        settings: publishedSettings,
        isReadOnly: isFromFiles,
        problem: loader.problemOf(name),
      }),
      settings,
      publishedSettings,
      versions: versions
        .slice(0, DOMAIN_VERSIONS_LISTED)
        .map((version, index) => presentVersion(version, { before: versions[index + 1], authors })),
      hosts: presentHosts(name, hosts),
      availableProviders: availableProviders(offered).map((id) => ({ id, name: offered.names[id] ?? '' })),
      sectionAdmins: await namedAdmins([settings], tx),
      keyProviders: keyProviders(providers),
    }
  }

  /** Domains that files configure, for installations without stored ones. */
  function fileSummaries(): DomainSummary[] {
    return tenantSettings.files.map(({ name, origin, settings }) => ({
      name,
      origin,
      displayName: settings.domainDisplayName,
      logoLink: settings.logoLink,
      onlyCommunity: settings.isSingleTokenDomain ? settings.defaultTokenName : null,
      isReadOnly: true,
      publishedVersion: 0,
      latestVersion: 0,
      problem: null,
    }))
  }

  function fileDetails(name: string): DomainDetails {
    const file = tenantSettings.files.find((one) => one.name === name)
    const found = fileSummaries().find((one) => one.name === name)
    if (!file || !found) throw new DomainError('DOMAIN_NOT_FOUND')
    const { settings } = file
    return {
      ...found,
      settings,
      publishedSettings: settings,
      versions: [],
      hosts: [],
      availableProviders: [],
      sectionAdmins: [],
      keyProviders: [],
    }
  }

  async function missingCommunities(tokenNames: readonly string[], tx: Transaction): Promise<string[]> {
    const missing: string[] = []
    for (const tokenName of tokenNames) {
      const isThere = await communities.require(tokenName, tx).then(
        (community) => community.tokenName === tokenName,
        () => false,
      )
      if (!isThere) missing.push(tokenName)
    }
    return missing
  }

  /** Refuses settings that can't work, or that this person may not change. */
  async function assertPossible(
    by: By,
    { name, settings, former }: { name: string; settings: DomainSettings; former: DomainSettings | 'none' | 'unknown' },
    tx: Transaction,
  ): Promise<void> {
    const issues: { field: string; message: string }[] = []
    const refuse = (field: string, message: string) => issues.push({ field: `settings.${field}`, message })
    const offered = providersOf(settings)
    const unknown = unknownProviders(settings, offered)
    if (unknown.length > 0) refuse('signInProviders', providersMissing(unknown, offered))
    const withKeys = keyProviders(providers).map(({ id }) => id)
    if (settings.ownProviders?.some(({ id }) => !withKeys.includes(id)))
      refuse('ownProviders', `A client is possible at ${withKeys.join(', ')}.`)
    // A secret is its domain's, also for somebody who knows its id.
    const missing = await keys.missing(name, settings, tx)
    if (missing.length > 0) refuse('ownProviders', `The secret for ${missing.join(', ')} is missing.`)
    const { defaultTokenName } = settings
    if ((await missingCommunities([defaultTokenName], tx)).length > 0)
      refuse('defaultTokenName', `There is no community ${defaultTokenName}.`)
    if (by !== 'operator' && !by.networkAdmin && former !== 'none') {
      const changed = former === 'unknown' ? NETWORK_SETTINGS : differences({ ...former }, { ...settings })
      for (const field of NETWORK_SETTINGS)
        if (changed.includes(field)) refuse(field, 'Only network admins change this.')
    }
    for (const weight of ['regular', 'bold'] as const) {
      const link = settings.font?.[weight]
      if (link !== undefined && !(await fonts.isStored(link))) refuse(`font.${weight}`, 'Upload the file first.')
    }
    for (const [index, section] of (settings.sections ?? []).entries()) {
      const unknownNames = await missingCommunities(section.communities, tx)
      if (unknownNames.length > 0) refuse(`sections.${index}`, `There is no community ${unknownNames.join(', ')}.`)
      const isOther = section.communities.some((name) => name !== defaultTokenName)
      if (settings.isSingleTokenDomain && isOther)
        refuse(`sections.${index}`, `The domain shows only ${defaultTokenName}.`)
    }
    const known = await accounts.profilesById(sectionAdminsOf(settings), tx)
    if (sectionAdminsOf(settings).some((id) => !known.has(id))) refuse('sections', 'An admin’s account isn’t there.')
    for (const { index, field, message } of await problemsOfMapping(settings, communities, tx))
      refuse(`urlMapping.${index}.${field}`, message)
    const translations = problemOfLanguages(settings, config.dataFolder)
    if (translations !== null) refuse('language', translations)
    const texts = problemOfTexts(settings)
    if (texts !== null) refuse('texts', texts)
    if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  }

  /** Refuses a change by somebody who hasn't seen the latest version. */
  async function assertLatest(tx: Transaction, row: DomainRow, seen: number): Promise<void> {
    if (row.latest_version !== seen) throw new DomainError('EDIT_CONFLICT', { domain: await details(row.name, tx) })
  }

  /** The settings of a version that somebody may put into force. */
  async function publishable(
    tx: Transaction,
    { name, published_version: published }: DomainRow,
    { by, version }: { by: By; version: number },
  ): Promise<DomainSettings> {
    const stored = await domainRepository(tx.connection).version(name, version)
    const settings = stored && settingsOf(stored)
    if (!settings || 'problem' in settings)
      throw new DomainError('VALIDATION_FAILED', [
        { field: 'version', message: settings?.problem ?? 'There is no such version.' },
      ])
    const former = await validAt(name, published, tx)
    await assertPossible(by, { name, settings, former: former ?? 'unknown' }, tx)
    return settings
  }

  async function addVersion(tx: Transaction, row: DomainRow, about: { by: By; settings: DomainSettings }) {
    const number = row.latest_version + 1
    const { by, settings } = about
    const repository = domainRepository(tx.connection)
    await repository.insertVersion({
      domain_name: row.name,
      number,
      settings: JSON.stringify(settings),
      author_id: by === 'operator' ? '' : by.id,
      is_from_file: 0,
      created_at: clock.now(),
      published_at: 0,
    })
    await repository.update(row.name, { latest_version: number })
    return number
  }

  async function serve(tx: Transaction, name: string, change: Partial<DomainRow> = {}): Promise<void> {
    await domainRepository(tx.connection).update(name, { ...change, revision: ids.next() })
    await loader.serveAfterCommit(tx, name)
  }

  /** Changes a domain in a transaction and returns it. */
  async function changed(
    tx: Transaction | undefined,
    name: string,
    work: (tx: Transaction, row: DomainRow) => Promise<void>,
  ): Promise<{ domain: DomainDetails }> {
    return database.transaction(async (tx) => {
      await work(tx, await lock(tx, name))
      return { domain: await details(name, tx) }
    }, tx)
  }

  /** Refuses what isn't a host as browsers write it, such as one with the usual port. */
  function assertHost(host: string): void {
    const address = `${protocol}//${host}`
    if (!URL.canParse(address) || new URL(address).host !== host)
      throw new DomainError('VALIDATION_FAILED', [
        { field: 'host', message: 'Use a host such as garden.example, without https:// and a path.' },
      ])
  }

  /** A host that another domain has claimed without proof is free for who may know, and for everybody after a day. */
  function isFree(taken: HostRow, by: By, isProven: boolean): boolean {
    if (Number(taken.proven_at) > 0) return false
    return isProven || by === 'operator' || by.networkAdmin || clock.now() - Number(taken.created_at) > DAY_MS
  }

  async function insertHost(
    tx: Transaction,
    by: By,
    host: Pick<HostRow, 'host' | 'domain_name' | 'is_canonical' | 'proven_at'>,
  ) {
    const repository = domainRepository(tx.connection)
    const taken = await repository.host(host.host)
    const isMine = taken?.domain_name === host.domain_name
    if (host.host === defaultHost || (taken && (isMine || !isFree(taken, by, Number(host.proven_at) > 0))))
      throw new DomainError('HOST_TAKEN')
    if (taken) {
      await repository.deleteHost(host.host)
      await serve(tx, taken.domain_name)
    }
    try {
      await repository.insertHost({ ...host, token: newToken(), created_at: clock.now() })
    } catch (error) {
      if (database.dialect.isUniqueViolation(error)) throw new DomainError('HOST_TAKEN')
      throw error
    }
  }

  async function ownHost(tx: Transaction | undefined, name: string, host: string): Promise<HostRow> {
    const row = await read(tx).host(host)
    if (row?.domain_name !== name)
      throw new DomainError('VALIDATION_FAILED', [{ field: 'host', message: 'The domain doesn’t have this host.' }])
    return row
  }

  async function editHost(
    { name, host, action }: HostChange,
    { by, tx, isProven }: { by: By; tx: Transaction; isProven: boolean },
  ): Promise<{ domain: DomainDetails }> {
    return changed(tx, name, async (tx) => {
      const repository = domainRepository(tx.connection)
      const hosts = await repository.hosts(name)
      if (action === 'add') {
        if (hosts.length >= DOMAIN_HOSTS_MAX)
          throw new DomainError('VALIDATION_FAILED', [
            { field: 'host', message: `A domain has at most ${DOMAIN_HOSTS_MAX} hosts.` },
          ])
        const isFirst = hosts.length === 0 && name !== DEFAULT_DOMAIN
        const provenAt = isProven ? clock.now() : 0
        await insertHost(tx, by, { host, domain_name: name, is_canonical: Number(isFirst), proven_at: provenAt })
      } else {
        const row = await ownHost(tx, name, host)
        if (action === 'remove') {
          const [next] = hosts.filter((one) => one.host !== host)
          // A domain keeps an address, or its admins could reach it no more.
          if (Boolean(row.is_canonical) && name !== DEFAULT_DOMAIN) {
            if (Number(row.proven_at) > 0 || !next) throw new DomainError('HOST_CANONICAL')
            await repository.updateHost(next.host, { is_canonical: 1 })
          }
          await repository.deleteHost(host)
        } else if (action === 'verify') {
          if (!isProven) throw new DomainError('HOST_UNPROVEN')
          await repository.updateHost(host, { proven_at: clock.now() })
        } else {
          if (Number(row.proven_at) === 0 || name === DEFAULT_DOMAIN) throw new DomainError('HOST_UNPROVEN')
          for (const other of hosts)
            await repository.updateHost(other.host, { is_canonical: Number(other.host === host) })
        }
      }
      await serve(tx, name)
      await operatorLog.act(tx, by, { act: HOST_ACTS[action], detail: name })
    })
  }

  return {
    /** The domains that somebody administers, the default one first. Throws FORBIDDEN if there are none. */
    async list(by: By): Promise<{ items: DomainSummary[] }> {
      const isEverywhere = by === 'operator' || by.networkAdmin
      const own = by === 'operator' ? undefined : by.adminDomain
      if (!isEverywhere) assertConfigures(by, own ?? '')
      const isShown = ({ name }: { name: string }) => isEverywhere || name === own
      if (isFromFiles) return { items: fileSummaries().filter(isShown) }
      const rows = (await read().all()).filter(isShown)
      const hosts = groupBy(await read().hosts(), (host) => host.domain_name)
      return { items: await Promise.all(rows.map((row) => summary(row, hosts.get(row.name) ?? []))) }
    },
    async get(by: By, name: string): Promise<{ domain: DomainDetails }> {
      assertConfigures(by, name)
      return { domain: isFromFiles ? fileDetails(name) : await details(name) }
    },
    /** Texts of the interface that a domain may word itself. */
    async texts(by: By, { name, ...query }: CallParsedInput<'domainTexts'>): Promise<CallOutput<'domainTexts'>> {
      assertConfigures(by, name)
      if (!isFromFiles) await find(name)
      return searchTexts(query, { settings: loader.settingsOf(name), fileTexts: loader.fileTextsOf(name) })
    },
    async version(by: By, { name, number }: { name: string; number: number }) {
      assertConfigures(by, name)
      const row = await read().version(name, number)
      const settings = row && settingsOf(row)
      if (!row || !settings || 'problem' in settings) throw new DomainError('DOMAIN_NOT_FOUND')
      const before = await read().version(name, number - 1)
      const settingsBefore = await validAt(name, number - 1)
      const authors = await accounts.profilesById([row.author_id])
      const version: DomainVersion = presentVersion(row, { before, authors })
      const sectionAdmins = await namedAdmins(settingsBefore ? [settings, settingsBefore] : [settings])
      return { version, settings, settingsBefore, sectionAdmins }
    },
    /** Adds a domain, whose settings are in force once its host is proven. */
    async create(
      by: By,
      { name, host, settings }: { name: string; host: string; settings: DomainSettings },
      { tx, isProven = false }: { tx?: Transaction; isProven?: boolean } = {},
    ): Promise<{ domain: DomainDetails }> {
      assertManages(by)
      assertWritable()
      assertHost(host)
      return database.transaction(async (tx) => {
        const repository = domainRepository(tx.connection)
        await assertPossible(by, { name, settings, former: 'none' }, tx)
        if ((await repository.count()) >= DOMAINS_MAX)
          throw new DomainError('VALIDATION_FAILED', [
            { field: 'name', message: `An installation has at most ${DOMAINS_MAX} domains.` },
          ])
        if (name === DEFAULT_DOMAIN || (await repository.lock(name, database.dialect)))
          throw new DomainError('DOMAIN_EXISTS')
        const now = clock.now()
        const row = {
          name,
          published_version: 1,
          latest_version: 0,
          revision: ids.next(),
          file_hash: '',
          created_at: now,
          deleted_at: 0,
          former_prefixes: withPrefixes({ former_prefixes: null }, settings),
        }
        try {
          await repository.insert(row)
        } catch (error) {
          if (database.dialect.isUniqueViolation(error)) throw new DomainError('DOMAIN_EXISTS')
          throw error
        }
        await addVersion(tx, row, { by, settings })
        await repository.markPublished(name, 1, now)
        await insertHost(tx, by, { host, domain_name: name, is_canonical: 1, proven_at: isProven ? now : 0 })
        await serve(tx, name)
        await operatorLog.act(tx, by, { act: 'created domain', detail: name })
        return { domain: await details(name, tx) }
      }, tx)
    },
    /** Saves settings as a new version, unless they are those of the latest. */
    async save(
      by: By,
      { name, baseVersion, settings }: { name: string; baseVersion: number; settings: DomainSettings },
      tx?: Transaction,
    ): Promise<{ domain: DomainDetails }> {
      assertConfigures(by, name)
      assertWritable()
      return changed(tx, name, async (tx, row) => {
        await assertLatest(tx, row, baseVersion)
        const former = await validAt(name, row.latest_version, tx)
        await assertPossible(by, { name, settings, former: former ?? 'unknown' }, tx)
        if (former && differences({ ...former }, { ...settings }).length === 0) return
        await addVersion(tx, row, { by, settings })
        await operatorLog.act(tx, by, { act: 'saved domain', detail: name })
      })
    },
    /** A link that shows the domain as a version configures it, for who may publish that. */
    async preview(by: By, { name, number }: { name: string; number: number }) {
      assertConfigures(by, name)
      assertWritable()
      return database.transaction(async (tx) => {
        const row = await find(name, tx)
        await publishable(tx, row, { by, version: number })
        const origin = originOf(name, await read(tx).hosts(name))
        if (origin === '') throw new DomainError('HOST_UNPROVEN')
        return previews.link({ name, number }, origin)
      })
    },
    /** Puts a version into force. An earlier one than the latest becomes a new version. */
    async publish(
      by: By,
      { name, version, baseVersion }: { name: string; version: number; baseVersion?: number | undefined },
      tx?: Transaction,
    ): Promise<{ domain: DomainDetails }> {
      assertConfigures(by, name)
      assertWritable()
      return changed(tx, name, async (tx, row) => {
        if (baseVersion !== undefined) await assertLatest(tx, row, baseVersion)
        const settings = await publishable(tx, row, { by, version })
        const former = await settingsAt(name, row.published_version, tx)
        const number = version < row.latest_version ? await addVersion(tx, row, { by, settings }) : version
        await domainRepository(tx.connection).markPublished(name, number, clock.now())
        await serve(tx, name, { published_version: number, former_prefixes: withPrefixes(row, settings) })
        await operatorLog.act(tx, by, { act: 'published domain', detail: name })
        if (settings.money !== former.money)
          await operatorLog.act(tx, by, { act: `turned ${settings.money ? 'on' : 'off'} money of`, detail: name })
        const changed = differences({ ...former }, { ...settings })
        if (MONEY_SETTINGS.some((field) => field !== 'money' && changed.includes(field)))
          await operatorLog.act(tx, by, { act: 'changed money of', detail: name })
      })
    },
    /** Stores a font file for a domain's settings. No transaction waits for the file. */
    async addFont(
      by: By,
      { name, data }: { name: string; data: string },
      record?: RecordResponse<CallOutput<'domainFontAdd'>>,
    ): Promise<CallOutput<'domainFontAdd'>> {
      assertConfigures(by, name)
      assertWritable()
      const font = await fonts.add(data, (work) =>
        database.transaction(async (tx) => {
          await lock(tx, name)
          await work(tx, name)
        }),
      )
      if (record) await database.transaction(async (tx) => record(tx, font))
      return font
    },
    /** Stores a domain's secret at a sign-in provider, for its settings. */
    async addKey(
      by: By,
      { name, secret }: { name: string; secret: string },
      tx?: Transaction,
    ): Promise<{ keyId: string }> {
      assertConfigures(by, name)
      assertWritable()
      return database.transaction(async (tx) => {
        await lock(tx, name)
        return { keyId: await keys.add(tx, name, secret) }
      }, tx)
    },
    /** Removes a domain. Its name stays taken, so that no new domain gets its admins. */
    async remove(by: By, name: string, tx?: Transaction): Promise<void> {
      assertManages(by)
      assertWritable()
      if (name === DEFAULT_DOMAIN) throw new DomainError('FORBIDDEN')
      await database.transaction(async (tx) => {
        await lock(tx, name)
        await domainRepository(tx.connection).deleteHosts(name)
        await domainRepository(tx.connection).deleteKeys(name)
        await serve(tx, name, { deleted_at: clock.now() })
        await operatorLog.act(tx, by, { act: 'deleted domain', detail: name })
      }, tx)
    },
    /** Changes a host of a domain. No transaction waits for the proof, so `record` is called with the response in one. */
    async editHost(
      by: By,
      change: HostChange,
      { isProven = false, record }: { isProven?: boolean; record?: RecordResponse<{ domain: DomainDetails }> } = {},
    ): Promise<{ domain: DomainDetails }> {
      const { name, host, action } = change
      assertConfigures(by, name)
      assertWritable()
      if (action === 'add') assertHost(host)
      const isFound =
        isProven ||
        (action === 'verify' && (await proof(host, { protocol, token: (await ownHost(undefined, name, host)).token })))
      return database.transaction(async (tx) => {
        const result = await editHost(change, { by, tx, isProven: isFound })
        record?.(tx, result)
        return result
      })
    },
  }
}
