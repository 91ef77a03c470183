import type { Connection } from '../db/database.ts'
import type { Insert } from '../db/unit.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { DomainEvent } from './events.ts'

export interface OutboxRow {
  id: string
  name: string
  room: string
  payload: string
  created_at: number
  /** 0 until a process has handed it on. */
  delivered_at: number
}

/** What stores events, undelivered. */
export function outboxRows(events: DomainEvent[]): Insert {
  const rows = events.map(({ name, room, event }) => ({
    id: event.id,
    name,
    room,
    payload: JSON.stringify(event),
    created_at: event.at,
    delivered_at: 0,
  }))
  return { into: 'outbox', rows }
}

/** Queries of the outbox: the events of the last hours, for delivery after a crash and for resuming sockets. */
export function outboxRepository(connection: Connection) {
  const table = () => connection<OutboxRow>('outbox')
  return {
    async markDelivered(ids: string[], now: number): Promise<void> {
      // Plain SQL: building a query of so many ids costs more than sending it.
      const places = ids.map(() => '?').join()
      await connection.raw(`update outbox set delivered_at = ? where delivered_at = 0 and id in (${places})`, [
        now,
        ...ids,
      ])
    },
    /** Events that a process committed but never handed on. */
    async undelivered({ before, limit }: { before: number; limit: number }): Promise<OutboxRow[]> {
      return table().where('delivered_at', 0).where('created_at', '<', before).orderBy('id').limit(limit)
    },
    /** True for the one process that takes the event. */
    async claim(id: string, now: number): Promise<boolean> {
      return (await table().where({ id, delivered_at: 0 }).update({ delivered_at: now })) === 1
    },
    /** Events of some rooms after an id, oldest first. */
    async since({ rooms, afterId, limit }: { rooms: string[]; afterId: string; limit: number }): Promise<OutboxRow[]> {
      return table().whereIn('room', rooms).where('id', '>', afterId).orderBy('id').limit(limit)
    },
    async deleteBefore(time: number): Promise<number> {
      // Ids begin with the time they were made at.
      return table().where('id', '<', firstIdAt(time)).del()
    },
  }
}
