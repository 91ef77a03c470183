import type { AppCheckService } from '../domains/app-check/service.ts'
import type { ArticleClaims } from '../domains/articles/claims.ts'
import type { UsedProofs } from '../domains/identities/proofs.ts'
import type { MailService } from '../domains/mail/service.ts'
import type { Moving } from '../domains/merges/moving.ts'
import type { ContentHides } from '../domains/moderation/content-hides.ts'
import type { Lifting } from '../domains/moderation/lifting.ts'
import type { NotificationService } from '../domains/notifications/service.ts'
import type { PostService } from '../domains/posts/service.ts'
import type { Lockout } from '../domains/sessions/lockout.ts'
import type { SessionService } from '../domains/sessions/service.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Idempotency } from '../http/idempotency.ts'
import type { Deletions } from '../personal-data/deletion.ts'
import type { Exports } from '../personal-data/export.ts'
import type { Job } from './jobs.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/** Everything that a running server does by itself. */
export function schedule(about: {
  events: Outbox
  posts: PostService
  sessions: SessionService
  appCheck: AppCheckService
  lockout: Lockout
  articleClaims: ArticleClaims
  idempotency: Idempotency
  usedProofs: UsedProofs
  mail: MailService
  forgetMailed(): Promise<void>
  contentHides: ContentHides
  lifting: Lifting
  moving: Moving
  notifications: NotificationService
  deletions: Deletions
  exports: Exports
}): Job[] {
  const { events, posts, sessions, appCheck, lockout, articleClaims, idempotency, mail } = about
  const { forgetMailed, contentHides, lifting, moving, notifications, usedProofs, deletions, exports } = about
  return [
    { name: 'deliver swept events', everyMs: 5 * SECOND_MS, run: () => events.sweep() },
    { name: 'send mail', everyMs: 20 * SECOND_MS, run: () => mail.deliver(), stop: mail.stop },
    { name: 'hide or restore content', everyMs: 5 * SECOND_MS, run: () => contentHides.resume() },
    { name: 'show what ended bans have hidden', everyMs: 20 * SECOND_MS, run: () => lifting.endOver() },
    { name: 'move choices of merged accounts', everyMs: 5 * SECOND_MS, run: () => moving.resume() },
    { name: 'tell people', everyMs: 5 * SECOND_MS, run: () => notifications.tellAll() },
    { name: 'mail what people are told', everyMs: 20 * SECOND_MS, run: () => notifications.mailDue() },
    { name: 'finish deletions', everyMs: 5 * SECOND_MS, run: () => deletions.resume() },
    { name: 'refresh hot ranks', everyMs: 10 * MINUTE_MS, run: () => posts.refreshHot() },
    { name: 'forget delivered events', everyMs: 10 * MINUTE_MS, run: () => events.cleanUp() },
    { name: 'forget sessions', everyMs: 10 * MINUTE_MS, run: () => sessions.cleanUp() },
    { name: 'forget challenges', everyMs: 10 * MINUTE_MS, run: () => appCheck.cleanUp() },
    { name: 'forget used proofs', everyMs: 10 * MINUTE_MS, run: () => usedProofs.cleanUp() },
    { name: 'forget sign-in failures', everyMs: 10 * MINUTE_MS, run: () => lockout.cleanUp() },
    { name: 'forget mailed links', everyMs: 10 * MINUTE_MS, run: forgetMailed },
    { name: 'forget kept answers', everyMs: 10 * MINUTE_MS, run: () => idempotency.cleanUp() },
    { name: 'forget claims', everyMs: 60 * MINUTE_MS, run: () => articleClaims.cleanUp() },
    { name: 'forget archives', everyMs: 60 * MINUTE_MS, run: () => exports.cleanUp() },
    { name: 'forget old notifications', everyMs: 60 * MINUTE_MS, run: () => notifications.forgetOld() },
    { name: 'forget views', everyMs: 60 * MINUTE_MS, run: () => posts.forgetViews() },
  ]
}
