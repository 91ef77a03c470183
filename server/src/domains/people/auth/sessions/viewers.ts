import { type KeyScope, limitedToScopes, type Me, situationMessages } from '@stoa/contract'
import { createFreshCache } from '../../../../platform/cache/fresh-cache.ts'
import { DomainError } from '../../../../platform/domain-error.ts'
import type { StoredEvent } from '../../../../platform/events/events.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { MembershipService } from '../../memberships/index.ts'
import { apiKeyRepository, scopesOf } from '../api-keys/repository.ts'
import type { AccessClaims } from './access-tokens.ts'
import { sessionRepository } from './repository.ts'

const VIEWERS_MAX = 5000
/** Events after which a viewer is loaded again. */
const OF_VIEWERS: ReadonlySet<string> = new Set(['viewer.changed', 'mutes.changed', 'session.ended'])

/** An API key in use, with its owner as far as its scopes reach. */
export interface KeyHolder {
  keyId: string
  scopes: readonly KeyScope[]
  viewer: Me
}

/** The people behind access tokens and API keys, as permission rules see them. */
export interface Viewers {
  /** The person of a verified token. Throws AUTH_REQUIRED if the session has ended or the account is gone. */
  byClaims(claims: AccessClaims): Promise<Me>
  /** The owner of the API key with this hash; null if it is unknown or expired, or its owner's account is gone. */
  byKeyHash(hash: string): Promise<KeyHolder | null>
  /** Drops a user's cache entries, because another process has changed the user. */
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
  const keyHolders = createFreshCache<KeyHolder | null>({ clock, max: VIEWERS_MAX })
  const forget = (userId: string) => {
    viewerCache.drop([userId])
    keyHolders.drop([userId])
  }
  const drop = ({ name, event }: StoredEvent) => {
    if (OF_VIEWERS.has(name) && 'userId' in event) forget(event.userId)
  }
  events.subscribe(drop, drop)

  async function load({ userId, sessionId, site }: AccessClaims): Promise<Me | null> {
    const session = await sessionRepository(database.read).byId(sessionId)
    const alive =
      session?.user_id === userId &&
      session.site === site &&
      session.ended_at === 0 &&
      Number(session.expires_at) > clock.now()
    return alive ? personOf(userId, site) : null
  }

  async function personOf(userId: string, site: string): Promise<Me | null> {
    const viewer = await memberships.viewer(userId, site)
    return viewer?.networkAdmin && !(await mayAdminister(userId)) ? { ...viewer, networkAdmin: false } : viewer
  }

  async function holderOf(hash: string) {
    const row = await apiKeyRepository(database.read).byHash(hash)
    const isValid = row && (Number(row.expires_at) === 0 || Number(row.expires_at) > clock.now())
    const owner = isValid ? await personOf(row.user_id, '') : null
    // A merged account isn't its main one, whose owner has never seen the key.
    if (!isValid || owner?.id !== row.user_id) return { value: null, tags: row ? [row.user_id] : [] }
    const scopes = scopesOf(row)
    return { value: { keyId: row.id, scopes, viewer: limitedToScopes(owner, scopes) }, tags: [row.user_id] }
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
    byKeyHash: (hash) => keyHolders.get(hash, () => holderOf(hash)),
    forget,
  }
}
