import { type CommunitySort, CommunityStatus, type Topic } from '@stoa/contract'
import type { Connection, Database } from '../../../platform/database/database.ts'
import { after } from '../../../platform/database/keyset.ts'
import { lookOf, nameLookOf } from '../../../platform/security/look-alikes.ts'

export interface CommunityRow {
  id: string
  token_name: string
  title: string
  url_slug: string
  creator_id: string
  logo_url: string
  banner_url: string
  /** A color such as `#0b5563`; empty: the domain's. */
  accent: string
  about: string | null
  post_types: string
  approve_posts: number
  require_transcripts: number
  /** JSON; null if there are none. */
  rules: string | null
  approve_comments: number
  anonymous_comments: number
  /** 1: also shown where posts are written. */
  show_rules: number
  slow_mode_seconds: number
  /** End of storm mode in which only members can write; 0 if off. */
  members_only_until: number
  /** Comma-separated token names. */
  featured: string
  publish_status: number
  number_of_members: number
  total_posts: number
  created_at: number
  updated_at: number
  /** Incremented with each change of the settings. */
  revision: number
  /** The title's sort key. */
  title_key: string
  /** Time of the last post. */
  active_at: number
  /** Looks of token name, slug (`nameLookOf`) and title (`lookOf`). */
  name_look: string
  slug_look: string
  title_look: string
}

export type LockedSettingsRow = Pick<CommunityRow, 'id' | 'publish_status' | 'approve_comments' | 'anonymous_comments'>

export interface TopicRow {
  id: string
  community_id: string
  name: string
  name_key: string
  color: Topic['color']
  position: number
  deleted_at: number
  /** The topic that has its posts now; empty if not merged. */
  merged_into: string
}

/** Sort value and id of the last community on a page. */
export type CommunityListPosition = [value: number | string, id: string]

/** Communities that a name is not compared with. */
type OwnCommunities = Pick<CommunityRow, 'id'> | Pick<CommunityRow, 'creator_id'>

/** Sort column of each list; ties are sorted by id. */
const SORTS = {
  members: { column: 'number_of_members', descending: true },
  activity: { column: 'active_at', descending: true },
  newest: { column: 'id', descending: true },
  name: { column: 'title_key', descending: false },
} as const satisfies Record<CommunitySort, { column: keyof CommunityRow; descending: boolean }>

/** A community's position in a list. */
export function positionOf(row: CommunityRow, sort: CommunitySort): CommunityListPosition {
  const value = row[SORTS[sort].column]
  return [typeof value === 'string' ? value : Number(value), row.id]
}

/** Sort and search key of a title. Cut because lower-casing can lengthen some letters. */
export function titleKeyOf(title: string): string {
  return title.toLowerCase().slice(0, 80)
}

/**
 * How viewUserEmail is stored. Servers that let owners give it stored its name, and may still do so during an upgrade;
 * that is ignored.
 */
export const STORED_EMAIL_PERMISSION = 'viewUserEmailByAdmin'

export function communityRepository(connection: Connection) {
  const communities = () => connection<CommunityRow>('communities')
  const flairs = () => connection<TopicRow>('flairs')
  const slugs = () =>
    connection<{ slug: string; slug_look: string; community_id: string; created_at: number }>('community_slugs')
  return {
    async byId(id: string): Promise<CommunityRow | undefined> {
      return communities().where({ id }).first()
    },
    /** Locks the row until the transaction ends. */
    async lock(id: string, { forUpdate }: Database['dialect']): Promise<void> {
      await forUpdate(communities().select('id').where({ id }))
    },
    /** Names of communities are compared one at a time. */
    async lockNames(): Promise<void> {
      await connection('community_name_lock').insert({ name: 'names' }).onConflict('name').merge()
    },
    /** Whether the name, slug or title of another community looks like this. */
    async isLook(name: string, own: OwnCommunities): Promise<boolean> {
      const looks = { name_look: nameLookOf(name), slug_look: nameLookOf(name), title_look: lookOf(name) }
      for (const [column, look] of Object.entries(looks)) {
        if (await communities().whereNot(own).where(column, look).first('id')) return true
      }
      return false
    },
    /** Whether a former slug of another community looks like this. */
    async isFormerLook(name: string, own: OwnCommunities): Promise<boolean> {
      const former = slugs()
        .where({ slug_look: nameLookOf(name) })
        .select('community_id')
      return (await communities().whereIn('id', former).whereNot(own).first('id')) !== undefined
    },
    /** Settings that posts and comments depend on. They stay so until the transaction ends. */
    async lockSettings(ids: string[], { forShare }: Database['dialect']): Promise<LockedSettingsRow[]> {
      const columns = ['id', 'publish_status', 'approve_comments', 'anonymous_comments'] as const
      return forShare(
        communities()
          .select(...columns)
          .whereIn('id', ids)
          .orderBy('id'),
      )
    },
    async byIds(ids: string[]): Promise<CommunityRow[]> {
      return communities().whereIn('id', ids)
    },
    /** Which of the token names exist. */
    async existing(tokenNames: string[]): Promise<string[]> {
      return communities().whereIn('token_name', tokenNames).pluck('token_name')
    },
    async idsOf(tokenNames: readonly string[]): Promise<string[]> {
      return communities().whereIn('token_name', tokenNames).pluck('id')
    },
    /** Finds a community by token name, current URL slug or former URL slug. */
    async byName(name: string): Promise<CommunityRow | undefined> {
      const tokenName = name.toUpperCase()
      const rows = await communities()
        .where({ token_name: tokenName })
        .orWhere({ url_slug: name.toLowerCase() })
        .limit(2)
      const current = rows.find((row) => row.token_name === tokenName) ?? rows[0]
      if (current) return current
      const former = await slugs().where({ slug: name.toLowerCase() }).first('community_id')
      return former && communities().where({ id: former.community_id }).first()
    },
    /** Communities that aren't archived; with `tokenNames`, archived ones, too. */
    async list(about: {
      sort: CommunitySort
      after: CommunityListPosition | null
      limit: number
      /** Token name of the only community to list; null for all. */
      onlyCommunity: string | null
      /** Part of a title or beginning of a token name; empty for all. */
      query: string
      /** Lists only these; null for all. */
      tokenNames: string[] | null
    }): Promise<CommunityRow[]> {
      const { limit, onlyCommunity, tokenNames } = about
      const { column, descending } = SORTS[about.sort]
      const query = communities().where(onlyCommunity === null ? {} : { token_name: onlyCommunity })
      if (tokenNames) query.whereIn('token_name', tokenNames)
      else query.where({ publish_status: CommunityStatus.published })
      if (about.query !== '') {
        const part = about.query.replaceAll(/[!%_]/g, '!$&')
        query.whereRaw("(title_key like ? escape '!' or token_name like ? escape '!')", [
          `%${part.toLowerCase()}%`,
          `${part.toUpperCase()}%`,
        ])
      }
      const columns = column === 'id' ? ['id'] : [column, 'id']
      if (about.after) after(query, { columns, values: about.after.slice(-columns.length), descending })
      const order = descending ? ('desc' as const) : ('asc' as const)
      return query.orderBy(columns.map((name) => ({ column: name, order }))).limit(limit)
    },
    /** Which of the communities have people who may see members' addresses. */
    async withEmailReaders(ids: string[]): Promise<string[]> {
      const query = connection('community_roles').whereIn('community_id', ids)
      return query
        .where('permissions', 'like', `%"${STORED_EMAIL_PERMISSION}"%`)
        .distinct('community_id')
        .pluck('community_id')
    },
    async insert(row: CommunityRow): Promise<void> {
      await communities().insert(row)
    },
    async update(id: string, change: Partial<CommunityRow>): Promise<void> {
      await communities().where({ id }).update(change)
    },
    /** Records a former URL slug and deletes all but the newest `kept`. */
    async keepSlug(
      communityId: string,
      { slug, now, maxFormer }: { slug: string; now: number; maxFormer: number },
    ): Promise<void> {
      const row = { slug, slug_look: nameLookOf(slug), community_id: communityId, created_at: now }
      await slugs().insert(row).onConflict('slug').merge()
      const former = await slugs().where({ community_id: communityId }).orderBy('created_at', 'desc').pluck('slug')
      await slugs().whereIn('slug', former.slice(maxFormer)).del()
    },
    /** When the community has given up URL slugs since a time, oldest first. */
    async slugChangesSince(communityId: string, since: number): Promise<number[]> {
      const times = await slugs()
        .where({ community_id: communityId })
        .where('created_at', '>', since)
        .pluck('created_at')
      return times.map(Number).toSorted((a, b) => a - b)
    },
    /** Adds to the counters. */
    async count(id: string, change: { members?: number; posts?: number; now: number }): Promise<void> {
      const { members = 0, posts = 0, now } = change
      await communities()
        .where({ id })
        .update({
          number_of_members: connection.raw('number_of_members + ?', [members]),
          total_posts: connection.raw('total_posts + ?', [posts]),
          ...(posts > 0 ? { active_at: now } : {}),
        })
    },
    async topicsOf(communityIds: string[]): Promise<TopicRow[]> {
      return flairs().whereIn('community_id', communityIds).where({ deleted_at: 0 }).orderBy('position').orderBy('id')
    },
    /** Topics that were merged into others. */
    async mergedTopicsOf(communityIds: string[]): Promise<TopicRow[]> {
      return flairs().whereIn('community_id', communityIds).whereNot({ merged_into: '' }).orderBy('id')
    },
    /** Redirects topics that were merged into a topic to another one. */
    async redirectTopics(id: string, intoId: string): Promise<void> {
      await flairs().where({ merged_into: id }).update({ merged_into: intoId })
    },
    async topicsById(ids: string[]): Promise<TopicRow[]> {
      return flairs().whereIn('id', ids)
    },
    /** A topic, locked against changes until the transaction ends. */
    async topicForShare(id: string, { forShare }: Database['dialect']): Promise<TopicRow | undefined> {
      return forShare(flairs().where({ id }).first())
    },
    async updateTopic(id: string, change: Partial<TopicRow>): Promise<void> {
      await flairs().where({ id }).update(change)
    },
    async insertTopic(row: TopicRow): Promise<void> {
      await flairs().insert(row)
    },
  }
}
