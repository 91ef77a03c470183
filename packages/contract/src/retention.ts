/** How long a kind of data is kept, in days; 0: forever. */
interface RetentionRule {
  /** For installations that haven't chosen. */
  defaultDays: number
  /** A shorter period is refused, because something needs the data until then. */
  minDays: number
}

/** Data that the installation deletes some time after it was made. */
export const RETENTION = {
  /** Views and other numbers of each hour. The dashboard compares a month with the one before. */
  views: { defaultDays: 0, minDays: 92 },
  /** What admins and operators did. Moderators' decisions stay: undoing and appeals need them. */
  log: { defaultDays: 0, minDays: 365 },
  /** Former texts of posts and comments. */
  revisions: { defaultDays: 0, minDays: 7 },
  /** The weekly digest mails what is unread. */
  notifications: { defaultDays: 90, minDays: 14 },
  /** Drafts that their authors have discarded. */
  discardedDrafts: { defaultDays: 30, minDays: 1 },
  /** Texts of posts and comments that their authors have hidden. */
  hiddenContent: { defaultDays: 0, minDays: 7 },
} as const satisfies Record<string, RetentionRule>

export type RetentionKind = keyof typeof RETENTION
export const RETENTION_KINDS = Object.keys(RETENTION) as [RetentionKind, ...RetentionKind[]]
/** Ten years. */
export const RETENTION_MAX_DAYS = 3650
