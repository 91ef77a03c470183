import { type Call, calls, type ErrorCode, RATE_LIMITS } from '../../packages/contract/src/index.ts'
import { callSchemas } from '../../packages/contract/src/schemas/index.ts'
import { shownErrorsOf } from './errors.ts'
import { table } from './table.ts'

/** The part of JSON Schema that the page shows. */
interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const ACCESS = {
  public: 'anybody; a token changes nothing',
  optional: 'anybody; a signed-in viewer’s own rights and facts count',
  user: 'signed in',
  'app-check': 'signed in, or with an app check',
}

/** `docs/calls.md`: every call with its fields and errors. */
export function callsPage(): string {
  const all = Object.entries(calls) as [keyof typeof calls, Call][]
  return [
    '# Calls',
    'Every call stands below `/api`. A GET takes its fields in the query, a POST as JSON; fields named in the path stand there. ' +
      'The answer is `{"status":"success","payload":…}` or an error ([errors.md](errors.md)). The same as OpenAPI 3.1, with ' +
      'the whole shape of every answer: `/api/openapi.json`, readable at `/api/docs`.',
    'A signed-in caller sends `Authorization: Bearer <access token>`; one without an account, where an app check is ' +
      'asked for, `X-App-Check`. *Site* calls also take a token that is good for one partner’s site only; *cookie* calls ' +
      'answer the forum’s own origin only.',
    `Every call may answer ${code('VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL')}; a POST also ` +
      `${code('MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')}, ${code('ACTOR_MISMATCH')} for a body that names ` +
      `somebody else as the actor, ${code('IDEMPOTENCY_MISMATCH')}, and ${code('ORIGIN_NOT_REGISTERED')} to pages of unknown ` +
      `sites, or ${code('CSRF_REFUSED')} where it is a cookie call. A token that is no good is ${code('AUTH_REQUIRED')}, ` +
      `${code('TOKEN_EXPIRED')} or ${code('SITE_BOUND')} everywhere but in public calls, which do not look at it. What is ` +
      'named as errors of a call comes beside these.',
    '## Repeats',
    'Every write (a POST of another rate class than read) takes an `Idempotency-Key` of 1 to 100 printable characters: a ' +
      'repeat within a day gets the first answer again and does nothing, the same key with another body a 409. A key belongs ' +
      'to one caller and one call: to the user of the token, else to the refresh cookie, else to the `visitorId` of the body. ' +
      'Take a long random one. A refusal is not kept: its repeat is judged anew.',
    'That holds for signing up and in, too: who never got the answer repeats the request and gets the same tokens and ' +
      'cookies, instead of hearing that the name is taken or that the one-time code was used. Such answers are stored ' +
      'encrypted under a key made of the whole request, so that the key alone, or the database, gives nobody a token. A ' +
      'refresh token comes again only while it is the newest of its session, and a repeat revives no session that has ended.',
    '## All calls',
    table(['call', '', 'who', 'rate', ''], all.map(overview)),
    '## Rate classes',
    'Per user, or per address where nobody is signed in; accounts younger than a day have a third. Every request counts ' +
      'against its class; against `comment`, `post` and `reaction` only a call that did its work, once for all its repeats.',
    table(
      ['class', 'calls', 'per'],
      Object.entries(RATE_LIMITS).map(([name, { points, windowMs }]) => [
        name,
        `${points}`,
        `${windowMs / 60_000} min`,
      ]),
    ),
    ...all.map(section),
  ].join('\n\n')
}

function code(...names: ErrorCode[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function overview([name, { method, path, access, rate, quota, site, cookie, summary }]: [string, Call]): string[] {
  const marks = [site && 'site', cookie && 'cookie'].filter(Boolean).map((mark) => ` *${mark}*`)
  return [
    `[\`${name}\`](#${name.toLowerCase()})`,
    `${method} \`${path}\``,
    access,
    quota ? `${rate}, ${quota}` : rate,
    `${summary}${marks.join('')}`,
  ]
}

function section([name, call]: [keyof typeof calls, Call]): string {
  const { input, output } = callSchemas[name]
  const asked = input.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema
  const answered = output.toJSONSchema({ io: 'output', unrepresentable: 'any' }) as Schema
  const fields = Object.entries(asked.properties ?? {})
  const rows = fields.map(([field, schema]) => [
    `\`${field}\``,
    kindOf(schema),
    asked.required?.includes(field) ? 'yes' : '',
    noteOf(schema),
  ])
  const answer = Object.keys(answered.properties ?? {}).map((field) => `\`${field}\``)
  return [
    `## ${name}`,
    `\`${call.method} /api${call.path}\` — ${call.summary} Who: ${ACCESS[call.access]}.`,
    rows.length === 0 ? 'No fields.' : table(['field', 'kind', 'required', ''], rows),
    call.answers === 'html' ? 'Answers HTML, without an envelope; errors are JSON.' : '',
    call.answers === 'redirect' ? 'Leads on to another address (303), with an error to the page to sign in.' : '',
    answer.length === 0 ? '' : `Answers ${answer.join(', ')}.`,
    shownErrorsOf(call).length === 0 ? '' : `Errors: ${code(...shownErrorsOf(call))}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

function kindOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ')
  if (schema.items) return `list of ${kindOf(schema.items)}`
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  return schema.type ?? 'any'
}

function noteOf({ description, minLength, maxLength, minimum, maximum, default: preset }: Schema): string {
  // A bound that only says "a safe integer" says nothing.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = minimum === -Number.MAX_SAFE_INTEGER ? undefined : minimum
  const notes = [
    description,
    range(minLength, maxLength) && `${range(minLength, maxLength)} characters`,
    range(least, most),
    preset === undefined ? '' : `default \`${JSON.stringify(preset)}\``,
  ]
  return notes.filter(Boolean).join('; ')
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `≥ ${least}`
  return least === undefined ? `≤ ${most}` : `${least}–${most}`
}
