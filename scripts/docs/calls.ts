import { type ErrorCode, RATE_LIMITS } from '../../packages/contract/src/index.ts'
import { type Call, calls, rateOf } from '../../packages/contract/src/schemas/index.ts'
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
  const all = Object.entries<Call>(calls)
  return [
    '# Calls',
    'All paths start with `/api`. A GET takes its fields in the query, a POST as JSON, except path parameters. ' +
      'The response is `{"status":"success","payload":…}` or an error ([errors.md](errors.md)). The same as OpenAPI 3.1, with ' +
      'complete response schemas: `/api/openapi.json`, readable at `/docs`.',
    'Signed-in callers send `Authorization: Bearer <access token>`; anonymous ones send `X-App-Check` if a call needs it. ' +
      '*Site* calls also accept tokens that are valid for one partner’s site only; *cookie* calls accept requests from ' +
      'the forum’s own origin only.',
    `Every call may return ${code('VALIDATION_FAILED', 'RATE_LIMITED', 'INTERNAL')}; a POST also ` +
      `${code('MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')}, ${code('ACTOR_MISMATCH')} for a body that names ` +
      `another actor, ${code('IDEMPOTENCY_MISMATCH')}, and ${code('ORIGIN_NOT_REGISTERED')} to pages of unknown ` +
      `sites, or ${code('CSRF_REFUSED')} for cookie calls. An invalid token is ${code('AUTH_REQUIRED')}, ` +
      `${code('TOKEN_EXPIRED')} or ${code('SITE_BOUND')} except in public calls, which ignore it. The errors ` +
      'listed for a call come in addition.',
    '## App check',
    'In place of an account, a program solves a proof of work: `appCheckChallenge` returns `salt`, `maxnumber` and `challenge`; ' +
      'the solution is the number from 0 to `maxnumber` for which the hexadecimal SHA-256 of salt and number is the challenge. ' +
      '`appCheckToken` takes the Base64 of the JSON `{ algorithm, challenge, salt, signature, number }` and returns the token for ' +
      '`X-App-Check`. It is good for ten minutes and five writes with the same origin and `visitorId`. As commands: ' +
      '[quick-start.md](quick-start.md).',
    '## Uploads',
    'Files are sent with the tus protocol (1.0.0) to `/api/media/uploads`, not with a call. `POST` announces a file by ' +
      '`Upload-Length` and `Upload-Metadata` (`filename`, `filetype`, `purpose`, for captions `captionsFor`, with Base64 values) and ' +
      'returns its address in `Location`. `PATCH` with `Upload-Offset` sends a piece of at most 2 MB, `HEAD` tells the offset, `DELETE` ' +
      'cancels. All need `Authorization` and `Tus-Resumable: 1.0.0`. Errors are those of calls: ' +
      `${code('MEDIA_TOO_LARGE', 'MEDIA_NOT_FOUND', 'UPLOAD_CONFLICT')}. Then \`mediaGet\` tells when the media is ready.`,
    '## Idempotency',
    'Every write (a POST whose rate class isn’t read or listTest) accepts an `Idempotency-Key` of 1 to 100 printable characters: a ' +
      'retry within a day gets the first response and does nothing; the same key with another body is a 409. A key belongs ' +
      'to one caller and one call: to the token’s user, else to the refresh cookie, else to the `visitorId` in the body. ' +
      'Use a long random key. Refusals are not stored: a retry is processed again.',
    'This includes signing up and in: if the response is lost, a retry gets the same tokens and cookies, instead of an error ' +
      'that the name is taken or the one-time code was used. Such responses are stored encrypted under a key derived from ' +
      'the whole request, so that neither the idempotency key nor the database reveals a token. A refresh token is ' +
      'repeated only while it is the newest of its session, and a retry revives no session that has ended.',
    '## All calls',
    table(['call', '', 'who', 'rate', ''], all.map(overview)),
    '## Rate classes',
    'Per user, or per address for visitors; accounts younger than a day get a third. Every request counts against its ' +
      'class; against `comment`, `post` and `reaction` only successful calls count, once for all retries.',
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

function overview([name, call]: [string, Call]): string[] {
  const { method, path, access, quota, site, cookie, summary } = call
  const marks = [site && 'site', cookie && 'cookie'].filter(Boolean).map((mark) => ` *${mark}*`)
  return [
    `[\`${name}\`](#${name.toLowerCase()})`,
    `${method} \`${path}\``,
    access,
    quota ? `${rateOf(call)}, ${quota}` : rateOf(call),
    `${summary}${marks.join('')}`,
  ]
}

function section([name, call]: [string, Call]): string {
  const { input, output } = call
  const inputSchema = input.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema
  const outputSchema = output.toJSONSchema({ io: 'output', unrepresentable: 'any' }) as Schema
  const fields = Object.entries(inputSchema.properties ?? {})
  const rows = fields.map(([field, schema]) => [
    `\`${field}\``,
    kindOf(schema),
    inputSchema.required?.includes(field) ? 'yes' : '',
    noteOf(schema),
  ])
  const outputFields = Object.keys(outputSchema.properties ?? {}).map((field) => `\`${field}\``)
  return [
    `## ${name}`,
    `\`${call.method} /api${call.path}\` — ${call.summary} Who: ${ACCESS[call.access]}.`,
    rows.length === 0 ? 'No fields.' : table(['field', 'kind', 'required', ''], rows),
    call.responseFormat === 'html' ? 'Returns HTML without an envelope; errors are JSON.' : '',
    call.responseFormat === 'redirect' ? 'Redirects (303); errors redirect to the sign-in page.' : '',
    outputFields.length === 0 ? '' : `Returns ${outputFields.join(', ')}.`,
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
  // A maximum of "any safe integer" says nothing.
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
