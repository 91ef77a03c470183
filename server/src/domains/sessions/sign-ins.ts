import type { Unit } from '../../db/database.ts'
import type { Devices } from './devices.ts'
import type { Begun, SessionService, SignInMethod } from './service.ts'

/** Where a sign-in comes from. */
export interface Place {
  /** Address prefix. */
  prefix: string
  /** The device cookie. */
  device: string | null
  userAgent: string
}

/** A session, and the value of the browser's device cookie. */
export type BegunOnDevice = Begun & { device: string }

export type SignIns = ReturnType<typeof createSignIns>

/** The one way into the forum: whoever has proved by whichever method to be somebody gets a session here. */
export function createSignIns({ sessions, devices }: { sessions: SessionService; devices: Devices }) {
  return {
    /** Begins a session of the forum, in the transaction that uses up what proved it. */
    async begin(_unit: Unit, about: { userId: string; method: SignInMethod; place: Place }): Promise<BegunOnDevice> {
      const { userId, method, place } = about
      const known = devices.read(place.device, userId)
      const cookie = known !== null && place.device !== null ? place.device : devices.make(userId)
      const beginning = {
        method,
        device: devices.read(cookie, userId) ?? '',
        userAgent: place.userAgent,
        address: place.prefix,
      }
      return { ...(await sessions.begin({ userId, site: '', lasting: true, beginning })), device: cookie }
    },
  }
}
