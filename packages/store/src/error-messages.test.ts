import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { expect, test } from 'vitest'
import { alertFor, alertMessages, errorDetails, serverText } from './error-messages.ts'
import { lazy } from './lazy.ts'
import { refusal } from './testing/fake-server.ts'

/** The text people see. */
function messageFor(error: unknown, options?: Parameters<typeof alertFor>[1]): string | null {
  const alert = alertFor(error, options)
  return alert && alertMessages[alert.key].replace('{message}', alert.values.message)
}

const WRONG = 'Seems like something went wrong, we are looking into it. Please try again in a few minutes.'

test.each([
  ['BANNED', 'You were banned from this community.'],
  ['RATE_LIMITED', "You're posting too frequently please take a short break before posting again."],
  ['HIDDEN_BY_DOMAIN_ADMIN', 'Someone else has deleted this comment and it cannot be restored.'],
  ['COMMENT_HIDDEN', 'This comment is hidden.'],
  ['POST_DELETED', 'This post is hidden.'],
  ['PIN_LIMIT', 'A community can have 3 pinned posts. Unpin one first.'],
  ['POLL_CLOSED', `${WRONG} This poll is closed.`],
  ['NETWORK', 'Couldn’t reach the server. Check your connection and try again.'],
] as const)('%s is shown in the product’s words', (code, text) => {
  expect(messageFor(refusal(code))).toBe(text)
})

test('code that fails to load has its own message, not the module loader’s', async () => {
  const failed = lazy(() => Promise.reject(new TypeError('error loading dynamically imported module')))()
  const error = await failed.catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'CODE_NOT_LOADED' })
  for (const isCommentChange of [true, false])
    expect(messageFor(error, { isCommentChange })).toMatch(/^Couldn’t load part of this page. .* try again, or reload/)
})

test('a refused change of a comment shows the server’s message', () => {
  expect(messageFor(refusal('FORBIDDEN'), { isCommentChange: true })).toBe(errors.FORBIDDEN.message)
  expect(messageFor(refusal('BANNED'), { isCommentChange: true })).toBe('You were banned from this community.')
})

test.each(['AUTH_REQUIRED', 'JOIN_REQUIRED', 'ABORTED'] as const)('%s is not an alert', (code) => {
  expect(alertFor(refusal(code))).toBeNull()
})

test('unexpected errors are shown too, without their technical message', () => {
  expect(messageFor(new TypeError('x is undefined'))).toBe(`${WRONG} `)
  expect(messageFor(new StoaError('INTERNAL', { message: WRONG }))).toContain(WRONG)
})

test('a translated message names what the server’s names', () => {
  const texts: Record<string, string> = { 'server.IN_DEBT': 'Du schuldest {id}.' }
  const t = (key: string, values: { message: string; id?: string }) =>
    (texts[key] ?? key).replace('{id}', values.id ?? '{id}')
  const error = new StoaError('IN_DEBT', { message: 'You owe 5 FORUM.', details: { id: '5 FORUM' } })
  expect(serverText(error, t)).toBe('Du schuldest 5 FORUM.')
  expect(serverText(refusal('POLL_CLOSED'), t)).toBe(errors.POLL_CLOSED.message)
})

test('issues that the catalogue has are in the reader’s language, others as the server says it', () => {
  const details = [
    { field: 'title', message: 'Must be at most 3.', code: 'tooLarge', values: { max: 3 } },
    { field: 'ids', message: 'Must be ids.' },
  ]
  const error = new StoaError('VALIDATION_FAILED', { ...errors.VALIDATION_FAILED, details })
  const t = (key: string, { max }: Readonly<Record<string, string | number>> = {}) =>
    key === 'field.tooLarge' ? `Höchstens ${max}.` : key
  expect(errorDetails(error, t).issues.map(({ message }) => message)).toEqual(['Höchstens 3.', 'Must be ids.'])
  expect(errorDetails(error).issues).toEqual(details)
})
