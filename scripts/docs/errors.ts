import { readFileSync } from 'node:fs'
import { type ErrorCode, errors } from '../../packages/contract/src/index.ts'
import { type Call, calls } from '../../packages/contract/src/schemas/index.ts'
import { table } from './table.ts'

const SOURCE = 'packages/contract/src/errors.ts'

/** `docs/errors.md`: every code with its status, message and calls. */
export function errorsPage(): string {
  const source = readFileSync(SOURCE, 'utf8')
  const remarks = new Map(
    [...source.matchAll(/\/\*\*(?:\n {3}\*)? ((?:(?!\*\/).)+?)\s+\*\/\n {2}([A-Z_]+):/gs)].map(
      ([, remark = '', code]) => [code, remark.replaceAll(/\n\s+\* /g, ' ')],
    ),
  )
  const rows = Object.entries(errors).map(([code, { status, message }]) => [
    `\`${code}\``,
    String(status),
    message,
    [remarks.get(code), answeredBy(code)].filter(Boolean).join(' '),
  ])
  return [
    '# Errors',
    `An error is \`{"status":"error","code","message","details","requestId"}\` with an HTTP status. \`code\` is stable; ` +
      `\`details\` lists every issue by field for \`VALIDATION_FAILED\`: \`{field, message, code?, values?}\`, where \`code\` and \`values\` name the text for translations. It contains \`retryAfterMs\` if a later retry may succeed. ` +
      `The source is \`${SOURCE}\`.`,
    table(['code', 'status', 'message', 'when'], rows),
  ].join('\n\n')
}

/** A call's specific errors: its own, and that its sign-in method isn't offered. */
export function shownErrorsOf({ errors: ownErrors, signInMethod }: Call): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([...ownErrors, ...(signInMethod === undefined ? [] : (['METHOD_UNAVAILABLE'] as const))]),
  ]
}

function answeredBy(code: string): string {
  const names = (Object.entries(calls) as [string, Call][])
    .filter(([, call]) => (shownErrorsOf(call) as string[]).includes(code))
    .map(([name]) => `[\`${name}\`](calls.md#${name.toLowerCase()})`)
  return names.length === 0 ? '' : `Returned by ${names.join(', ')}.`
}
