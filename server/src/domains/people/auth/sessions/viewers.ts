import { type Me, situationMessages } from '@stoa/contract'
import { createFreshCache } from '../../../../platform/cache/fresh-cache.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { StoredEvent } from '../../../../platform/events/events.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { MembershipService } from '../../memberships/index.ts'
import type { AccessClaims } from './access-tokens.ts'
import { sessionRepository } from './repository.ts'

const VIEWERS_MAX = 5000
/** Events after which a viewer is loaded again. */
const OF_VIEWERS: ReadonlySet<string> = new Set(['viewer.changed', 'mutes.changed', 'session.ended'])

/** The people behind access tokens, as permission rules see them. */
export interface Viewers {
  /** The person of a verified token. Throws AUTH_REQUIRED if the session has ended or the account is gone. */
  byClaims(claims: AccessClaims): Promise<Me>
  /** Drops a user's cache entry, because another process has changed the user. */
  forget(userId: string): void
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  memberships: Pick<MembershipService, 'viewer'>
  /** Whether a network admin may use admin permissions. */
  mayAdminister(userId: string): Promise<boolean>
}

/**
 * Caches viewers for at most a second. Changes by this process invalidate them immediately, so that bans and sign-outs
 * take effect.
 */
export function createViewers({ database, clock, events, memberships, mayAdminister }: Dependencies): Viewers {
  const viewerCache = createFreshCache<Me | null>({ clock, max: VIEWERS_MAX })
  const drop = ({ name, event }: StoredEvent) => {
    if (OF_VIEWERS.has(name) && 'userId' in event) viewerCache.drop([event.userId])
  }
  events.subscribe(drop, drop)

  async function load({ userId, sessionId, site }: AccessClaims): Promise<Me | null> {
    const session = await sessionRepository(database.read).byId(sessionId)
    const alive =
      session?.user_id === userId &&
      session.site === site &&
      session.ended_at === 0 &&
      Number(session.expires_at) > clock.now()
    const viewer = alive ? await memberships.viewer(userId, site) : null
    return viewer?.networkAdmin && !(await mayAdminister(userId)) ? { ...viewer, networkAdmin: false } : viewer
  }

  return {
    async byClaims(claims) {
      const viewer = await viewerCache.get(claims.sessionId, async () => ({
        value: await load(claims),
        tags: [claims.userId],
      }))
      // A session has one user and one site; any other token isn't its own.
      if (viewer?.id !== claims.userId || (viewer.site ?? '') !== claims.site) {
        throw new DomainError('AUTH_REQUIRED', undefined, { message: situationMessages.invalidTokenUser })
      }
      return viewer
    },
    forget: (userId) => viewerCache.drop([userId]),
  }
}
