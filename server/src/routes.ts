import type { IncomingMessage } from 'node:http'
import { accountRoutes } from './domains/accounts/routes.ts'
import { appCheckRoutes } from './domains/app-check/routes.ts'
import { articleRoutes } from './domains/articles/routes.ts'
import { commentRoutes } from './domains/comments/routes.ts'
import { communityRoutes } from './domains/communities/routes.ts'
import type { Domain } from './domains/domains/domain-config.ts'
import { emailRoutes } from './domains/email-sign-in/routes.ts'
import { followRoutes } from './domains/follows/routes.ts'
import { identityRoutes } from './domains/identities/routes.ts'
import { membershipRoutes } from './domains/memberships/routes.ts'
import { mergeRoutes } from './domains/merges/routes.ts'
import { moderationRoutes } from './domains/moderation/routes.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { pollRoutes } from './domains/polls/routes.ts'
import { postRoutes } from './domains/posts/routes.ts'
import { reactionRoutes } from './domains/reactions/routes.ts'
import { secondFactorRoutes } from './domains/second-factor/routes.ts'
import type { Cookies } from './domains/sessions/cookies.ts'
import { sessionRoutes } from './domains/sessions/routes.ts'
import { sessionListRoutes } from './domains/sessions/session-list-routes.ts'
import { viewerFactsRoutes } from './domains/viewer-facts/routes.ts'
import type { Idempotency } from './http/idempotency.ts'
import type { Handler, Mount } from './http/mount.ts'
import { personalDataRoutes } from './personal-data/routes.ts'
import type { Services } from './services.ts'

/** Declares the route of every call. */
export function mountCalls(
  mount: Mount,
  about: {
    services: Services
    fragment: Handler<'articleFragment'>
    cookies: Cookies
    idempotency: Idempotency
    /** The forum's origin, of the request's domain. */
    originOf: (request: IncomingMessage | undefined) => string
    domainOf: (request: IncomingMessage) => Domain
  },
): void {
  const { services, fragment, cookies, idempotency, originOf, domainOf } = about
  accountRoutes(mount, { ...services, domainOf })
  communityRoutes(mount, services)
  membershipRoutes(mount, services)
  moderationRoutes(mount, services)
  postRoutes(mount, services)
  pollRoutes(mount, services)
  commentRoutes(mount, services)
  reactionRoutes(mount, services)
  articleRoutes(mount, { ...services, fragment })
  viewerFactsRoutes(mount, services)
  followRoutes(mount, services)
  notificationRoutes(mount, services)
  sessionRoutes(mount, { ...services, cookies, idempotency, domainOf })
  emailRoutes(mount, { ...services, cookies, idempotency, domainOf })
  sessionListRoutes(mount, services)
  secondFactorRoutes(mount, { ...services, cookies, idempotency, domainOf })
  identityRoutes(mount, { ...services, cookies, idempotency, domainOf })
  appCheckRoutes(mount, { ...services, originOf })
  mergeRoutes(mount, { ...services, cookies, idempotency, domainOf })
  personalDataRoutes(mount, { ...services, domainOf })
}
