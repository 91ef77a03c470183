import { StoaError } from '@stoa/client'
import type { FieldIssue } from '@stoa/contract'

/** English texts of errors in the forum and the widget. Forms and sign-in have their own texts by error code. */
export const alertMessages = {
  'alert.banned': 'You were banned from this community.',
  'alert.hiddenByDomainAdmin': 'Someone else has deleted this comment and it cannot be restored.',
  'alert.rateLimit': "You're posting too frequently please take a short break before posting again.",
  'alert.notLoaded':
    'Couldn’t load part of this page. Check your connection and try again, or reload the page. Your text is kept.',
  'alert.otherAccount': 'You’re now signed in with another account. Nothing was sent, and your text is kept.',
  'alert.offline': 'Couldn’t reach the server. Check your connection and try again.',
  'alert.asIs': '{message}',
  'alert.other':
    'Seems like something went wrong, we are looking into it. Please try again in a few minutes. {message}',
} as const

/** English texts of notices. */
export const noticeMessages = { 'notice.joined': 'You joined {community}.' } as const

/** An alert to show: `t(alert.key, alert.values)` with `alertMessages`. */
export interface Alert {
  key: keyof typeof alertMessages
  values: { message: string }
}

/**
 * The text for an error. Null if none is shown: the person canceled, an intent asks for the missing step, or both
 * versions of a conflict are shown. Refused edits and deletions of comments show the server's message.
 */
export function alertFor(error: unknown, { isCommentChange = false } = {}): Alert | null {
  const code = error instanceof StoaError ? error.code : null
  if (code === 'ABORTED' || code === 'AUTH_REQUIRED' || code === 'JOIN_REQUIRED' || code === 'EDIT_CONFLICT')
    return null
  if (code === 'CODE_NOT_LOADED') return { key: 'alert.notLoaded', values: { message: '' } }
  if (code === 'ACTOR_MISMATCH') return { key: 'alert.otherAccount', values: { message: '' } }
  if (code === 'NETWORK') return { key: 'alert.offline', values: { message: '' } }
  // Any other error is a bug, whose message is not for people.
  const message = error instanceof StoaError ? error.message : ''
  return { key: keyFor(message, isCommentChange || isRefusal(error)), values: { message } }
}

/** `t` of any messages. */
export type AnyTranslate = (key: never, values: never) => string

/** The text of `alertFor`, translated with `t` (of `alertMessages`); empty if none is shown. */
export function alertText(
  error: unknown,
  { t, ...options }: { t(key: Alert['key'], values: { message: string }): string; isCommentChange?: boolean },
): string {
  const alert = alertFor(error, options)
  if (!alert) return ''
  const message = alert.values.message && serverText(error, t)
  return t(alert.key, { message }).trim()
}

/**
 * The server's message, in the reader's language if its catalogue has the error's code. `t`: of any messages. The server
 * writes English, because clients compare its words.
 */
export function serverText(error: unknown, t: AnyTranslate): string {
  const { code, message, id } = errorDetails(error)
  const key = `server.${code}`
  const values = { message, ...(id !== undefined && { id }) }
  const text = t(key as never, values as never)
  return text === key ? message : text
}

/** `serverText` of a kept write that the server has refused. `reason`: the server's message, empty if there is none. */
export function refusalText({ code, reason }: { code?: string | undefined; reason: string }, t: AnyTranslate): string {
  return reason && serverText({ code, message: reason }, t)
}

/** Facts about an error. */
export interface ErrorDetails {
  /** Stable code, empty if no call has failed. */
  code: string
  message: string
  /** What a message with `{id}` names. */
  id: string | undefined
  /** Issues by field of a validation error. */
  issues: readonly FieldIssue[]
  /** Time until the next try is allowed, in ms; 0 if there is none. */
  retryAfterMs: number
  /** Whether sign-in is blocked because of many wrong passwords or codes. */
  isStorm: boolean
}

/**
 * Reads an error by its shape, since a page may have more than one copy of the client. With `t`, the messages of issues
 * are in the reader's language, as in `serverText`.
 */
export function errorDetails(error: unknown, t?: AnyTranslate): ErrorDetails {
  const { code, message, details } = (error ?? {}) as { code?: unknown; message?: unknown; details?: unknown }
  const { id, retryAfterMs, reason } = (details ?? {}) as { id?: unknown; retryAfterMs?: unknown; reason?: unknown }
  return {
    code: typeof code === 'string' ? code : '',
    message: typeof message === 'string' ? message : String(error),
    id: typeof id === 'string' ? id : undefined,
    issues: Array.isArray(details) ? (t ? details.map((issue) => translated(issue, t)) : details) : [],
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : 0,
    isStorm: reason === 'storm',
  }
}

function translated(issue: FieldIssue, t: AnyTranslate): FieldIssue {
  const key = `field.${issue.code}`
  const message = t(key as never, issue.values as never)
  return message === key ? issue : { ...issue, message }
}

/** Codes of errors after which the work may have been done. */
const UNKNOWN_OUTCOMES: ReadonlySet<string> = new Set(['NETWORK', 'ABORTED', 'INTERNAL', 'UNAVAILABLE'])

/**
 * Whether the server may have done the work all the same: its answer got lost, or the database's answer to it. Then the
 * next try must have the same idempotency key.
 */
export const isOutcomeUnknown = (code: string): boolean => UNKNOWN_OUTCOMES.has(code)

/** Refusals by the checks before publication, and closed threads. Their message says what to change. */
const isRefusal = (error: unknown) =>
  error instanceof StoaError && ([422, 423, 429].includes(error.status) || error.code === 'MEMBERS_ONLY')

function keyFor(message: string, isWholeAnyway: boolean): Alert['key'] {
  if (message.includes('banned')) return 'alert.banned'
  if (message.includes('hidden by domain admin')) return 'alert.hiddenByDomainAdmin'
  if (message.includes('rate limit')) return 'alert.rateLimit'
  // The alert's text already contains the server's message for an internal error.
  const isWhole =
    message.includes('is hidden') || message.includes('pinned') || message.startsWith('Seems like something went wrong')
  return isWholeAnyway || isWhole ? 'alert.asIs' : 'alert.other'
}
