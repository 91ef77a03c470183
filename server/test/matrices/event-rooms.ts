import type { EventName } from '@stoa/contract'
import { declarationOf, EVENTS } from '../../src/platform/events/declarations.ts'

/** All events. */
export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]

const PAYLOAD = { postId: 'p', userId: 'u', tokenName: 'FORUM', articleUrl: 'https://news.example/a' }

/** The room that usually receives an event, with made-up names. */
export function usualRoom(name: EventName): string {
  return declarationOf(name).room(PAYLOAD as never)
}
