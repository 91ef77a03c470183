import { StoaError } from '@stoa/client'

/** What people are told when something is refused: the product's exact words, under the keys that translations use. */
export const alertMessages = {
  'alert.banned': 'You were banned from this community.',
  'alert.hiddenByDomainAdmin': 'Someone else has deleted this comment and it cannot be restored.',
  'alert.rateLimit': "You're posting too frequently please take a short break before posting again.",
  'alert.notLoaded':
    'A part of this page could not be loaded. Check your connection and try again, or reload the page: what you typed is kept.',
  'alert.asIs': '{message}',
  'alert.other':
    'Seems like something went wrong, we are looking into it. Please try again in a few minutes. {message}',
} as const

/** An alert to show: `t(alert.key, alert.values)` with `alertMessages`. */
export interface Alert {
  key: keyof typeof alertMessages
  values: { message: string }
}

/**
 * What to tell about an error, or null where nothing is to be told: the person gave up, or an intent asks for the
 * missing step, or both versions of a text are shown to choose from. Refused edits and deletions of comments are told in the server's words.
 */
export function alertFor(error: unknown, { isCommentChange = false } = {}): Alert | null {
  const code = error instanceof StoaError ? error.code : null
  if (code === 'ABORTED' || code === 'AUTH_REQUIRED' || code === 'JOIN_REQUIRED' || code === 'EDIT_CONFLICT')
    return null
  if (code === 'CODE_NOT_LOADED') return { key: 'alert.notLoaded', values: { message: '' } }
  // What no call threw is a fault of ours: its message is for us, not for people.
  const message = error instanceof StoaError ? error.message : ''
  return { key: keyFor(message, isCommentChange), values: { message } }
}

function keyFor(message: string, isCommentChange: boolean): Alert['key'] {
  if (message.includes('banned')) return 'alert.banned'
  if (message.includes('hidden by domain admin')) return 'alert.hiddenByDomainAdmin'
  if (message.includes('rate limit')) return 'alert.rateLimit'
  // The server's message for an unknown failure already is the alert's.
  const isWhole = message.includes('is hidden') || message.startsWith('Seems like something went wrong')
  return isCommentChange || isWhole ? 'alert.asIs' : 'alert.other'
}
