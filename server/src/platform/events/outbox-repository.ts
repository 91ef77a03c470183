import type { Connection } from '../database/database.ts'
import { firstIdAt } from '../ids.ts'
import { type DomainEvent, type StoredEvent, storedPayload } from './events.ts'

export interface OutboxRow {
  id: string
  name: string
  room: string
  payload: string
  created_at: number
  /** 0 until delivered. Negative while a process has claimed it: the negated time the claim expires. */
  delivered_at: number
}

/** The rows of undelivered events. */
export function outboxRows(events: DomainEvent[]): OutboxRow[] {
  return events.map((message) => ({
    id: message.event.id,
    name: message.name,
    room: message.room,
    payload: storedPayload(message),
    created_at: message.event.at,
    delivered_at: 0,
  }))
}

export function storedEvent({ name, room, payload }: OutboxRow): StoredEvent {
  return { name, room, event: JSON.parse(payload) } as StoredEvent
}

/** Outbox queries: recent events, for delivery after a crash and for resuming sockets. */
export function outboxRepository(connection: Connection) {
  const table = () => connection<OutboxRow>('outbox')
  /** Undelivered and unclaimed. */
  const open = (now: number) => table().where('delivered_at', '<=', 0).where('delivered_at', '>', -now)
  return {
    async markDelivered(ids: string[], now: number): Promise<void> {
      // Plain SQL: building a query with many ids costs more than sending it.
      const placeholders = ids.map(() => '?').join()
      await connection.raw(`update outbox set delivered_at = ? where delivered_at <= 0 and id in (${placeholders})`, [
        now,
        ...ids,
      ])
    },
    /** Committed events that were never delivered, and those with expired claims. */
    async undelivered(about: { now: number; before: number; limit: number }): Promise<OutboxRow[]> {
      const { now, before, limit } = about
      return open(now).where('created_at', '<', before).orderBy('delivered_at').orderBy('id').limit(limit)
    },
    /** When the oldest undelivered event was created; null if there is none. */
    async oldestOpen(): Promise<number | null> {
      const row = await table().where('delivered_at', '<=', 0).orderBy('id').first('created_at')
      return row ? Number(row.created_at) : null
    },
    /** True for the one process that claims the event, until it is delivered or `until` has passed. */
    async claim(id: string, { now, until }: { now: number; until: number }): Promise<boolean> {
      return (await open(now).where({ id }).update({ delivered_at: -until })) === 1
    },
    /** Events in the rooms after an id, oldest first. */
    async since({ rooms, afterId, limit }: { rooms: string[]; afterId: string; limit: number }): Promise<OutboxRow[]> {
      return table().whereIn('room', rooms).where('id', '>', afterId).orderBy('id').limit(limit)
    },
    /** All events after an id, oldest first. */
    async after(afterId: string, limit: number): Promise<OutboxRow[]> {
      return table().where('id', '>', afterId).orderBy('id').limit(limit)
    },
    /** Latest events in the rooms after an id, newest first. */
    async latest({ rooms, afterId, limit }: { rooms: string[]; afterId: string; limit: number }): Promise<OutboxRow[]> {
      return table().whereIn('room', rooms).where('id', '>', afterId).orderBy('id', 'desc').limit(limit)
    },
    async deleteBefore(time: number): Promise<number> {
      // Ids begin with their creation time.
      return table().where('id', '<', firstIdAt(time)).del()
    },
  }
}
