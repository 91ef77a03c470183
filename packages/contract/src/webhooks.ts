/** What a webhook can be told of. */
export const WEBHOOK_EVENTS = [
  'post.published',
  'post.changed',
  'post.removed',
  'comment.created',
  'comment.changed',
  'comment.removed',
  'report.created',
  'member.joined',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Why a delivery got no response. */
export const WEBHOOK_PROBLEMS = ['port', 'address', 'name', 'connection', 'certificate', 'timeout', 'other'] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** Webhooks of a domain, or of a community. */
export const WEBHOOKS_MAX = 20
export const WEBHOOK_URL_MAX_LENGTH = 500
/** Deliveries in the log of a webhook that are shown. */
export const WEBHOOK_LOG_LENGTH = 100
/** How often a delivery is tried. */
export const WEBHOOK_TRIES = 8
/** After so many deliveries in a row whose tries all failed, a webhook is paused. */
export const WEBHOOK_FAILURES_MAX = 8
/** After a rotation, both secrets sign for so long. */
export const WEBHOOK_ROTATION_MS = 24 * 60 * 60 * 1000
/** How long the log is kept. */
export const WEBHOOK_LOG_MS = 30 * 24 * 60 * 60 * 1000
