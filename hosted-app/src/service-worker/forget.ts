import type { Session } from '@stoa/client'
import { LATELY } from './lately.ts'
import { tell } from './page-messages.ts'

/**
 * Removes what was read on this device when the session ends. Call it before the session is used: one that has ended
 * elsewhere is noticed at once.
 */
export function forgetWithSession(session: Pick<Session, 'onChange'>): void {
  session.onChange((change) => void (change !== 'in' && forget()))
}

/** Whether or not the worker runs. */
async function forget(): Promise<void> {
  tell({ do: 'forget' })
  if ('caches' in window) await caches.delete(LATELY).catch(() => {})
}
