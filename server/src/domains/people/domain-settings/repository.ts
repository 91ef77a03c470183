import type { Connection, Database } from '../../../platform/database/database.ts'

export interface DomainRow {
  name: string
  published_version: number
  latest_version: number
  revision: string
  file_hash: string
  created_at: number
  deleted_at: number
  /** JSON. */
  former_prefixes: string | null
}

export interface VersionRow {
  domain_name: string
  number: number
  settings: string
  author_id: string
  is_from_file: number
  created_at: number
  published_at: number
}

export interface HostRow {
  host: string
  domain_name: string
  is_canonical: number
  token: string
  proven_at: number
  created_at: number
}

export interface KeyRow {
  id: string
  domain_name: string
  sealed: string
  created_at: number
}

export interface FontRow {
  domain_name: string
  hash: string
  uploaded_at: number
}

/** Queries of domains, with the versions of their settings and their hosts. */
export function domainRepository(connection: Connection) {
  const domains = () => connection<DomainRow>('domains')
  const versions = () => connection<VersionRow>('domain_versions')
  const hosts = () => connection<HostRow>('domain_hosts')
  const keys = () => connection<KeyRow>('domain_keys')
  const fonts = () => connection<FontRow>('domain_fonts')
  const inOrder = () => hosts().orderBy('is_canonical', 'desc').orderBy('created_at').orderBy('host')

  return {
    async all(): Promise<DomainRow[]> {
      return domains().where({ deleted_at: 0 }).orderBy('created_at').orderBy('name')
    },
    /** What changes with everything that servers must read again. */
    async revisions(): Promise<Pick<DomainRow, 'name' | 'revision'>[]> {
      return domains().where({ deleted_at: 0 }).orderBy('name').select('name', 'revision')
    },
    async count(): Promise<number> {
      const [row] = await domains().where({ deleted_at: 0 }).count({ count: '*' })
      return Number(row?.count ?? 0)
    },
    async find(name: string): Promise<DomainRow | undefined> {
      return domains().where({ name, deleted_at: 0 }).first()
    },
    /** A domain, even a removed one, locked until the transaction ends. */
    async lock(name: string, { forUpdate }: Database['dialect']): Promise<DomainRow | undefined> {
      const [row] = await forUpdate(domains().where({ name }))
      return row
    },
    /** Locks all domains until the transaction ends, even removed ones. */
    async lockAll({ forUpdate }: Database['dialect']): Promise<void> {
      await forUpdate(domains().orderBy('name').select('name'))
    },
    async insert(row: DomainRow): Promise<void> {
      await domains().insert(row)
    },
    async update(name: string, change: Partial<Omit<DomainRow, 'name'>>): Promise<void> {
      await domains().where({ name }).update(change)
    },
    async version(name: string, number: number): Promise<VersionRow | undefined> {
      return versions().where({ domain_name: name, number }).first()
    },
    /** The published version of every domain. */
    async publishedVersions(): Promise<VersionRow[]> {
      return connection('domain_versions as v')
        .join('domains as d', (join) => {
          join.on('d.name', 'v.domain_name').andOn('d.published_version', 'v.number').andOnVal('d.deleted_at', 0)
        })
        .select('v.*')
    },
    /** The versions that were in force before one, the latest first. */
    async publishedBefore(name: string, number: number, limit: number): Promise<VersionRow[]> {
      return versions()
        .where({ domain_name: name })
        .where('number', '<', number)
        .where('published_at', '>', 0)
        .orderBy('number', 'desc')
        .limit(limit)
    },
    /** The latest versions, newest first. */
    async latestVersions(name: string, limit: number): Promise<VersionRow[]> {
      return versions().where({ domain_name: name }).orderBy('number', 'desc').limit(limit)
    },
    async insertVersion(row: VersionRow): Promise<void> {
      await versions().insert(row)
    },
    async markPublished(name: string, number: number, publishedAt: number): Promise<void> {
      await versions().where({ domain_name: name, number }).update({ published_at: publishedAt })
    },
    /** Hosts of a domain, or of all; the canonical ones first. */
    async hosts(name?: string): Promise<HostRow[]> {
      return name === undefined ? inOrder() : inOrder().where({ domain_name: name })
    },
    async host(host: string): Promise<HostRow | undefined> {
      return hosts().where({ host }).first()
    },
    async insertHost(row: HostRow): Promise<void> {
      await hosts().insert(row)
    },
    async updateHost(host: string, change: Partial<Pick<HostRow, 'proven_at' | 'is_canonical'>>): Promise<void> {
      await hosts().where({ host }).update(change)
    },
    async keys(name: string): Promise<KeyRow[]> {
      return keys().where({ domain_name: name })
    },
    async insertKey(row: KeyRow): Promise<void> {
      await keys().insert(row)
    },
    async fonts(name: string): Promise<FontRow[]> {
      return fonts().where({ domain_name: name })
    },
    /** Uploads of a file by any domain. */
    async uploadsOf(hash: string): Promise<FontRow[]> {
      return fonts().where({ hash })
    },
    /** Files that were last uploaded before a time. */
    async fontsBefore(time: number): Promise<string[]> {
      return (await fonts().where('uploaded_at', '<', time).distinct('hash')).map(({ hash }) => hash)
    },
    /** Adds a file to a domain; one that it has counts as uploaded now. */
    async putFont(row: FontRow): Promise<void> {
      await fonts().insert(row).onConflict(['domain_name', 'hash']).merge(['uploaded_at'])
    },
    async deleteFont(hash: string): Promise<void> {
      await fonts().where({ hash }).del()
    },
    /** Settings of the versions that name something, of one domain or of all. */
    async settingsWith(text: string, name?: string): Promise<string[]> {
      const query = versions().where('settings', 'like', `%${text}%`)
      if (name !== undefined) query.where({ domain_name: name })
      return (await query.select('settings')).map(({ settings }) => settings)
    },
    async deleteKeys(name: string): Promise<void> {
      await keys().where({ domain_name: name }).del()
    },
    async deleteHosts(name: string): Promise<void> {
      await hosts().where({ domain_name: name }).del()
    },
    async deleteHost(host: string): Promise<void> {
      await hosts().where({ host }).del()
    },
  }
}
