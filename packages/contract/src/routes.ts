import type { FloodClass } from './limits.ts'
import { accountRoutes } from './routes/accounts.ts'
import { articleModerationRoutes, articleRoutes } from './routes/articles.ts'
import { checkRoutes } from './routes/checks.ts'
import { commentRoutes } from './routes/comments.ts'
import { communityJoiningRoutes, communityRoutes } from './routes/communities.ts'
import { emailRoutes } from './routes/email.ts'
import { identityRoutes } from './routes/identity.ts'
import { mediaRoutes } from './routes/media.ts'
import { authorModerationRoutes, moderationRoutes } from './routes/moderation.ts'
import { conversationQueueRoutes, moderationQueueRoutes } from './routes/moderation-queue.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { postModerationRoutes, postRoutes, postTakingPartRoutes } from './routes/posts.ts'
import { providerRoutes } from './routes/providers.ts'
import { reportingRoutes, reportRoutes } from './routes/reports.ts'
import type { Route } from './routes/route.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/sessions.ts'

export type * from './routes/route.ts'

/** The only routes that a widget on a partner's page loads. */
export const siteRoutes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...communityJoiningRoutes,
  ...postTakingPartRoutes,
  ...commentRoutes,
  ...articleRoutes,
  ...reportingRoutes,
} as const satisfies Record<string, Route>

/** Additional routes for a moderator's widget, loaded with the code that calls them. */
export const siteModerationRoutes = {
  ...postModerationRoutes,
  ...articleModerationRoutes,
  ...authorModerationRoutes,
  ...conversationQueueRoutes,
} as const satisfies Record<string, Route>

/** What a browser needs to make a call. Separate from `calls`, so that browsers don't load the descriptions. */
export const routes = {
  ...siteRoutes,
  ...articleModerationRoutes,
  ...communityRoutes,
  ...postRoutes,
  ...secondFactorRoutes,
  ...providerRoutes,
  ...emailRoutes,
  ...identityRoutes,
  ...mediaRoutes,
  ...checkRoutes,
  ...moderationRoutes,
  ...moderationQueueRoutes,
  ...notificationRoutes,
  ...reportRoutes,
} as const satisfies Record<string, Route>

export type CallName = keyof typeof routes

/**
 * Whether a call changes something and so accepts an `Idempotency-Key`. A read may be a POST because of its long input.
 */
export function isWrite({ method, rate }: Pick<Route, 'method' | 'rate'>): boolean {
  return method === 'POST' && rate !== 'read'
}

/** The rate limit of every request of a call. */
export function rateOf({ method, rate }: Pick<Route, 'method' | 'rate'>): FloodClass {
  return rate ?? (method === 'GET' ? 'read' : 'write')
}

/** Calls with JSON responses, which clients make by name. Pages and redirects are requested by address. */
export type JsonCallName = {
  [Name in CallName]: (typeof routes)[Name] extends { answers: 'html' | 'redirect' | 'file' } ? never : Name
}[CallName]
