import type { CallOutput } from '@stoa/contract'
import type { Knex } from 'knex'
import type { Connection } from '../../../platform/database/database.ts'
import { after, byIndex } from '../../../platform/database/keyset.ts'
import { firstIdAt } from '../../../platform/ids.ts'

export type Box = 'inbox' | 'requests'

/**
 * A conversation as one of its two accounts has it. Sides stay with their accounts; those of merged accounts are read
 * together.
 */
export interface SideRow {
  conversation_id: string
  user_id: string
  other_id: string
  box: Box
  /** Time of the newest message; 0: nothing is left for this side. */
  active_at: number
  read_until: number
  /** Earlier messages never count as unread. */
  counted_from: number
  /** This side has deleted earlier messages. */
  cleared_until: number
  /** 1: may have unread messages. */
  is_unread: number
  /** 1: a mail has told of unread messages. */
  is_mailed: number
}

export interface MessageRow {
  id: string
  conversation_id: string
  sender_id: string
  recipient_id: string
  text: string
  /** 1: its links wait until the recipient answers. */
  is_held: number
  /** A random value from the sender's client; empty: none. */
  nonce: string
  created_at: number
}

export interface SettingsRow {
  user_id: string
  audience: CallOutput<'dmSettings'>['messageSettings']['audience']
  shows_seen: number
}

/** A position in a list of conversations. */
export type SidePosition = [activeAt: number, conversationId: string]

/** Messages of a conversation that one side still has. */
interface Part {
  conversationId: string
  /** Messages up to this time are left out. */
  until: number
  /** Accounts whose deletions count. */
  ownIds: string[]
}

/** SQLite unites 500 queries at most. */
const PARTS_AT_ONCE = 250

export function messageRepository(connection: Connection) {
  const sides = () => connection<SideRow>('conversation_sides')
  const messages = () => connection<MessageRow>('messages')
  const deletions = () => connection<{ message_id: string; user_id: string }>('message_deletions')
  const settings = () => connection<SettingsRow>('message_settings')

  const kept = ({ conversationId, until, ownIds }: Part) =>
    byIndex<MessageRow>(connection, 'messages as m', 'messages_conversation')
      .where('m.conversation_id', conversationId)
      .where('m.id', '>=', firstIdAt(until + 1))
      .whereNotExists((deleted: Knex.QueryBuilder) => {
        void deleted
          .select(connection.raw('1'))
          .from('message_deletions as d')
          .whereRaw('d.message_id = m.id')
          .whereIn('d.user_id', ownIds)
      })

  /** The rows of all parts, in as few queries as databases allow. */
  async function together<Row>(parts: Knex.QueryBuilder[]): Promise<Row[]> {
    const rows: Row[] = []
    for (let start = 0; start < parts.length; start += PARTS_AT_ONCE) {
      // SQLite allows ORDER BY within a part of a union only in a subquery.
      const some = parts.slice(start, start + PARTS_AT_ONCE).map((part) => connection.select('*').from(part.as('part')))
      rows.push(...((await connection.unionAll(some)) as Row[]))
    }
    return rows
  }

  return {
    /** Sides of some accounts in a box after a position, newest first. */
    async sidesAfter(
      userId: string,
      { box, position, limit }: { box: Box; position: SidePosition | null; limit: number },
    ): Promise<SideRow[]> {
      const query = byIndex<SideRow>(connection, 'conversation_sides', 'conversation_sides_list')
        .where({ user_id: userId, box })
        .where('active_at', '>', 0)
      const columns = ['active_at', 'conversation_id']
      if (position) after(query, { columns, values: position, descending: true })
      return query.orderBy(columns.map((column) => ({ column, order: 'desc' as const }))).limit(limit)
    },
    /** Sides of some accounts with others. */
    async sidesWith(userIds: string[], otherIds: string[]): Promise<SideRow[]> {
      if (otherIds.length === 0) return []
      return sides().whereIn('user_id', userIds).whereIn('other_id', otherIds).orderBy('conversation_id')
    },
    /** Both sides of some conversations. */
    async sidesOf(conversationIds: string[]): Promise<SideRow[]> {
      return conversationIds.length === 0 ? [] : sides().whereIn('conversation_id', conversationIds)
    },
    /** Sides that may have unread messages. */
    async unreadSides(userIds: string[], limit: number): Promise<SideRow[]> {
      return sides().whereIn('user_id', userIds).where({ is_unread: 1, box: 'inbox' }).limit(limit)
    },
    async addSides(rows: SideRow[]): Promise<void> {
      await sides().insert(rows)
    },
    async changeSides(
      about: { conversationIds: string[]; userIds: string[] },
      change: Partial<Omit<SideRow, 'conversation_id' | 'user_id' | 'other_id'>>,
    ): Promise<number> {
      if (about.conversationIds.length === 0) return 0
      return sides().whereIn('conversation_id', about.conversationIds).whereIn('user_id', about.userIds).update(change)
    },
    async insert(row: MessageRow): Promise<void> {
      await messages().insert(row)
    },
    async byId(id: string): Promise<MessageRow | undefined> {
      return messages().where({ id }).first()
    },
    /** The message that some accounts have sent with a nonce in some conversations. */
    async withNonce(
      nonce: string,
      { senderIds, conversationIds }: { senderIds: string[]; conversationIds: string[] },
    ): Promise<MessageRow | undefined> {
      const rows = messages()
        .whereIn('sender_id', senderIds)
        .where({ nonce })
        .whereIn('conversation_id', conversationIds)
      // MySQL ignores case.
      return (await rows).find((row) => row.nonce === nonce)
    },
    /** The newest message of some conversations, deleted by one side or not. */
    async newestId(conversationIds: string[]): Promise<string> {
      if (conversationIds.length === 0) return ''
      return (await messages().whereIn('conversation_id', conversationIds).max({ id: 'id' }))[0]?.id ?? ''
    },
    /** Messages of a conversation in its parts, newest first; those before `before`, unless it is null. */
    async page(parts: Part[], { before, limit }: { before: string | null; limit: number }): Promise<MessageRow[]> {
      const ranges = parts.map((part) => {
        const query = kept(part)
        if (before !== null) query.where('m.id', '<', before)
        return query.orderBy('m.id', 'desc').limit(limit).select('m.*')
      })
      const rows = await together<MessageRow>(ranges)
      return rows.toSorted((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
    },
    /** The newest message of each part. */
    async newestOf(parts: Part[]): Promise<MessageRow[]> {
      return together(parts.map((part) => kept(part).orderBy('m.id', 'desc').limit(1).select('m.*')))
    },
    /** The ids of messages by others in each part, at most `limit` of each. */
    async receivedIn(
      parts: Part[],
      limit: number,
    ): Promise<Pick<MessageRow, 'id' | 'conversation_id' | 'sender_id'>[]> {
      const columns = ['m.id', 'm.conversation_id', 'm.sender_id']
      return together(
        parts.map((part) =>
          kept(part).whereNotIn('m.sender_id', part.ownIds).orderBy('m.id', 'desc').limit(limit).select(columns),
        ),
      )
    },
    /** The newest messages that an account has sent or received. */
    async newestBy(column: 'sender_id' | 'recipient_id', userId: string, limit: number): Promise<MessageRow[]> {
      const index = column === 'sender_id' ? 'messages_sender' : 'messages_recipient'
      return byIndex<MessageRow>(connection, 'messages', index).where(column, userId).orderBy('id', 'desc').limit(limit)
    },
    /** Which of the messages some accounts have deleted for themselves. */
    async deletedAmong(messageIds: string[], userIds: string[]): Promise<Set<string>> {
      if (messageIds.length === 0) return new Set()
      const query = deletions().whereIn('message_id', messageIds).whereIn('user_id', userIds)
      return new Set(await query.pluck('message_id'))
    },
    /** Deletes messages for everybody. */
    async erase(messageIds: string[]): Promise<void> {
      await deletions().whereIn('message_id', messageIds).del()
      await messages().whereIn('id', messageIds).del()
    },
    async deleteFor(messageId: string, userId: string): Promise<void> {
      await deletions()
        .insert({ message_id: messageId, user_id: userId })
        .onConflict(['message_id', 'user_id'])
        .ignore()
    },
    /** Ids of messages of a conversation up to a time. */
    async idsUntil(conversationId: string, until: number, limit: number): Promise<string[]> {
      const query = messages()
        .where({ conversation_id: conversationId })
        .where('id', '<', firstIdAt(until + 1))
      return query.orderBy('id').limit(limit).pluck('id')
    },
    /** Messages by an account. */
    async sentBy(userId: string, limit: number): Promise<MessageRow[]> {
      return messages().where({ sender_id: userId }).orderBy('id').limit(limit)
    },
    /** Messages from or to an account whose conversation has no side left. */
    async abandoned(userId: string, limit: number): Promise<MessageRow[]> {
      const among = (column: 'sender_id' | 'recipient_id') =>
        connection('messages as m')
          .where(`m.${column}`, userId)
          .whereNotExists((side: Knex.QueryBuilder) => {
            void side
              .select(connection.raw('1'))
              .from('conversation_sides as s')
              .whereRaw('s.conversation_id = m.conversation_id')
          })
          .limit(limit)
          .select('m.*')
      return together([among('sender_id'), among('recipient_id')])
    },
    async settingsOf(userIds: string[]): Promise<Map<string, SettingsRow>> {
      const rows = userIds.length === 0 ? [] : await settings().whereIn('user_id', userIds)
      return new Map(rows.map((row) => [row.user_id, row]))
    },
    async setSettings(row: SettingsRow): Promise<void> {
      await settings().insert(row).onConflict(['user_id']).merge()
    },
  }
}
