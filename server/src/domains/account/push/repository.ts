import type { Connection, Database } from '../../../platform/database/database.ts'

/** The server's pair of keys. */
interface KeyRow {
  name: string
  public_key: string
  sealed: string
  created_at: number
}

/** A browser that gets push messages. */
export interface SubscriptionRow {
  id: string
  user_id: string
  session_id: string
  community_id: string
  endpoint_hash: string
  sealed: string
  name: string
  created_at: number
  last_sent_at: number
  failing_since: number
  failures: number
  retry_at: number
}

/** An entry of which a device was told. */
export interface TagRow {
  subscription_id: string
  tag: string
  user_id: string
  planned_at: number
  sent_at: number
}

/** Values per statement. */
const AT_ONCE = 500

export function pushRepository(connection: Connection) {
  const keys = () => connection<KeyRow>('push_keys')
  const subscriptions = () => connection<SubscriptionRow>('push_subscriptions')
  const tags = () => connection<TagRow>('push_tags')
  async function shownAmong(column: 'user_id' | 'tag', values: string[]): Promise<Pick<TagRow, 'user_id' | 'tag'>[]> {
    const rows: Pick<TagRow, 'user_id' | 'tag'>[] = []
    const unique = [...new Set(values)]
    for (let start = 0; start < unique.length; start += AT_ONCE) {
      const some = unique.slice(start, start + AT_ONCE)
      rows.push(...(await tags().whereIn(column, some).distinct('user_id', 'tag')))
    }
    return rows
  }
  const newestFirst = [
    { column: 'created_at', order: 'desc' as const },
    { column: 'id', order: 'desc' as const },
  ]
  return {
    async key(name: string): Promise<KeyRow | undefined> {
      return keys().where({ name }).first()
    },
    /** The first one stays: servers that start at the same time share it. */
    async addKey(row: KeyRow): Promise<void> {
      await keys().insert(row).onConflict(['name']).ignore()
    },
    async byId(id: string): Promise<SubscriptionRow | undefined> {
      return subscriptions().where({ id }).first()
    },
    /** The subscription of an endpoint, locked until the transaction ends. */
    async lockEndpoint(
      endpointHash: string,
      forUpdate: Database['dialect']['forUpdate'],
    ): Promise<SubscriptionRow | undefined> {
      return forUpdate(subscriptions().where({ endpoint_hash: endpointHash })).first()
    },
    /** The user's subscriptions, newest first. */
    async of(userId: string): Promise<SubscriptionRow[]> {
      return subscriptions().where({ user_id: userId }).orderBy(newestFirst)
    },
    /** Those of some people who have a subscription. */
    async subscribedAmong(userIds: string[]): Promise<string[]> {
      return userIds.length === 0 ? [] : subscriptions().whereIn('user_id', userIds).distinct().pluck('user_id')
    },
    /** Subscriptions in order of their ids. */
    async after(id: string, limit: number): Promise<Pick<SubscriptionRow, 'id' | 'session_id'>[]> {
      return subscriptions().where('id', '>', id).orderBy('id').limit(limit).select('id', 'session_id')
    },
    async insert(row: SubscriptionRow): Promise<void> {
      await subscriptions().insert(row)
    },
    async change(id: string, change: Partial<SubscriptionRow>): Promise<void> {
      await subscriptions().where({ id }).update(change)
    },
    /** Removes subscriptions with what their devices were told of. */
    async remove(ids: string[]): Promise<void> {
      if (ids.length === 0) return
      await tags().whereIn('subscription_id', ids).del()
      await subscriptions().whereIn('id', ids).del()
    },
    /** Removes what a device was told of on behalf of its former owner. */
    async forgetTags(id: string): Promise<void> {
      await tags().where({ subscription_id: id }).del()
    },
    /** Notes that a device is about to be told of an entry. */
    async planTag(row: Pick<TagRow, 'subscription_id' | 'tag' | 'user_id' | 'planned_at'>): Promise<void> {
      await tags()
        .insert({ ...row, sent_at: 0 })
        .onConflict(['subscription_id', 'tag'])
        .merge({ user_id: row.user_id, planned_at: row.planned_at })
    },
    async tagSent(about: Pick<TagRow, 'subscription_id' | 'tag'>, now: number): Promise<void> {
      await tags().where(about).update({ sent_at: now })
    },
    /** The devices of a person that were told of an entry. */
    async shownOn(userId: string, tag: string): Promise<Set<string>> {
      const ids = await tags().where({ user_id: userId, tag }).where('sent_at', '>', 0).pluck('subscription_id')
      return new Set(ids)
    },
    async forgetTag(userId: string, tag: string): Promise<void> {
      await tags().where({ user_id: userId, tag }).del()
    },
    /** Entries on devices of some people. */
    async shownTo(userIds: string[]): Promise<Pick<TagRow, 'user_id' | 'tag'>[]> {
      return shownAmong('user_id', userIds)
    },
    /** Entries on devices with some tags. */
    async shownAs(entryTags: string[]): Promise<Pick<TagRow, 'user_id' | 'tag'>[]> {
      return shownAmong('tag', entryTags)
    },
    async forgetTagsBefore(time: number): Promise<void> {
      await tags().where('planned_at', '<', time).del()
    },
  }
}
