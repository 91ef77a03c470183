import type { EventOf } from '@stoa/contract'
import type { Logger } from '../platform/logging/logger.ts'
import type { FindDisplayedUsers } from './find-displayed-users.ts'

interface Dependencies {
  showing: FindDisplayedUsers
  /** The posts that somebody has open here. */
  openPosts(): string[]
  emit(postIds: string[], event: EventOf<'user.changed'>): void
  logger: Logger
}

/**
 * Tells that people have another name or picture, to the open posts that show them. One person after another is looked
 * up, and of what one has changed meanwhile only the last is told: many changes at once are not many queries at once.
 */
export function createProfileBroadcast({ showing, openPosts, emit, logger }: Dependencies) {
  const waiting = new Map<string, EventOf<'user.changed'>>()
  let isTelling = false

  async function tellAll(): Promise<void> {
    isTelling = true
    for (const [personId, event] of waiting) {
      waiting.delete(personId)
      try {
        const shown = (await showing([personId], openPosts())).get(personId)
        if (shown) emit([...shown], event)
      } catch (error) {
        logger.error({ err: error }, 'telling of a changed name failed')
      }
    }
    isTelling = false
  }

  return (event: EventOf<'user.changed'>): void => {
    const known = waiting.get(event.user.id)
    if (!known || known.id < event.id) waiting.set(event.user.id, event)
    if (!isTelling) void tellAll()
  }
}
