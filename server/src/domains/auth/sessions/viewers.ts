import type { Me } from '@stoa/contract'
import { createFreshCache } from '../../../platform/cache/fresh-cache.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AccountService } from '../../accounts/service.ts'
import type { AccessClaims } from './access-tokens.ts'
import { sessionRepository } from './repository.ts'

const VIEWERS_MAX = 5000

/** The people behind access tokens, as permission rules see them. */
export interface Viewers {
  /** The person of a verified token; throws AUTH_REQUIRED when the session has ended or the account is gone. */
  byClaims(claims: AccessClaims): Promise<Me>
  /** Forgets what is known of a user, because another process has changed it. */
  forget(userId: string): void
}

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'events'> {
  accounts: AccountService
  /** Whether a network admin has the rights of one. */
  mayAdminister(userId: string): Promise<boolean>
}

/** What is known of a viewer is at most a second old, and dropped at once when this process changes it: bans and sign-outs bite. */
export function createViewers({ database, clock, events, accounts, mayAdminister }: Dependencies): Viewers {
  const known = createFreshCache<Me | null>({ clock, max: VIEWERS_MAX })
  events.subscribe(({ name, event }) => {
    if (name === 'viewer.changed' || name === 'session.ended') known.drop([event.userId])
  })

  async function load({ userId, sessionId, site }: AccessClaims): Promise<Me | null> {
    const session = await sessionRepository(database.read).byId(sessionId)
    const alive =
      session?.user_id === userId &&
      session.site === site &&
      session.ended_at === 0 &&
      Number(session.expires_at) > clock.now()
    const viewer = alive ? await accounts.viewer(userId, site) : null
    return viewer?.networkAdmin && !(await mayAdminister(userId)) ? { ...viewer, networkAdmin: false } : viewer
  }

  return {
    async byClaims(claims) {
      const viewer = await known.get(claims.sessionId, async () => ({
        value: await load(claims),
        tags: [claims.userId],
      }))
      // A session has one user and one site; a token that says otherwise did not come from it.
      if (viewer?.id !== claims.userId || (viewer.site ?? '') !== claims.site) throw new DomainError('AUTH_REQUIRED')
      return viewer
    },
    forget: (userId) => known.drop([userId]),
  }
}
