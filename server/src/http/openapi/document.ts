import { type CallName, type ErrorCode, errors, isWrite, RATE_LIMITS } from '@stoa/contract'
import { type Call, calls, errorsOf, rateOf, scopeOf } from '@stoa/contract/schemas'
import manifest from '../../../package.json' with { type: 'json' }
import { groupBy } from '../../platform/group-by.ts'
import type { Content, OpenApiDocument, Operation, Parameter, Reference, Response } from './description.ts'
import type { JsonSchema } from './examples.ts'
import { EXAMPLES } from './examples.ts'
import { createSchemaWriter, type SchemaWriter } from './schemas.ts'
import { UPLOAD_ERRORS, UPLOAD_HEADERS, uploadPaths } from './uploads.ts'

const TAGS: Record<string, string> = {
  account: 'How the viewer signs in, and where they are signed in.',
  'api-keys': 'Keys with which programs act for the viewer.',
  'app-check': 'A proof of work in place of an account.',
  articles: 'Threads of partners’ articles.',
  auth: 'Signing up, in and out.',
  cache: 'Lists that are kept in memory.',
  cashier: 'What a community itself has.',
  comment: 'Writing and changing comments.',
  comments: 'Reading comments.',
  communities: 'Reading communities, their members and their logs.',
  community: 'Joining and running a community.',
  content: 'What the viewer hides for themselves.',
  domain: 'Changing domains, and what everybody may know of one.',
  domains: 'Reading domains, for their admins.',
  'view-as': 'Viewing the forum as a role.',
  'main-menu': 'The main menu of a domain.',
  page: 'Changing static pages.',
  pages: 'Reading static pages.',
  dm: 'Direct messages, and blocking people.',
  flair: 'Topics of a community.',
  decisions: 'What moderators decided about the viewer.',
  insets: 'Ads of a domain.',
  'link-card': 'What a page says of itself.',
  me: 'The viewer.',
  media: 'Uploads.',
  reactions: 'Reading one’s own reactions.',
  report: 'What members report to moderators, and what they decide.',
  modActivity: 'What moderators decided.',
  moderation: 'What waits for moderators, and what they decide.',
  network: 'What happens on the installation, and how it is doing, for its admins.',
  notification: 'Marking notifications, and what the viewer wants to be notified of.',
  notifications: 'Reading notifications.',
  picture: 'Pictures on other sites.',
  post: 'Writing and changing posts.',
  posts: 'Reading posts.',
  reports: 'Reading reports.',
  responses: 'Reading responses to posts.',
  save: 'Saving posts and comments, with reminders.',
  saved: 'What the viewer has saved.',
  supercomments: 'Reading responses to posts.',
  search: 'Finding posts, comments, people and communities.',
  settings: 'What everybody may know of a domain’s settings.',
  setup: 'Setting up a new forum.',
  tokens: 'Prices of communities’ tokens.',
  support: 'Short links.',
  updateAuthProvider: 'Linking sign-in providers.',
  user: 'The viewer’s account and profile, and what moderators decide about people.',
  users: 'Reading profiles.',
  viewer: 'What the viewer has done with posts and comments.',
  votes: 'Reading votes.',
  wallet: 'Tipping, and sending tokens to members.',
  wallets: 'Reading one’s own wallet.',
  moonpay: 'Buying tokens by card.',
  webhooks: 'Telling other programs what happens, for admins of a domain and owners of a community.',
}

/** Generates an OpenAPI 3.1 description of every call from the contract. */
export function openApiDocument(about: { url: string }): OpenApiDocument {
  const steps = openApiSteps(about)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps of a few milliseconds, so that a server can respond to requests in between. */
export function* openApiSteps({ url }: { url: string }): Generator<void, OpenApiDocument> {
  const schemas = createSchemaWriter()
  const failures = createFailureWriter()
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, call] of Object.entries<Call>(calls)) {
    const path = paths[call.path] ?? {}
    paths[call.path] = path
    path[call.method.toLowerCase()] = operation(name, { call, schemas, failures })
    yield
  }
  const tags = [...new Set(Object.values(calls).map(tagOf))].toSorted((a, b) => a.localeCompare(b))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stoa',
      version: manifest.version,
      description:
        'The calls of the forum and of its widgets. A call answers `{"status":"success","payload":…}` or an `Error`, whose `code` is what programs look at.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${url}/api`, description: 'This installation.' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? '' })),
    paths: { ...paths, ...uploadPaths(failure) },
    components: {
      schemas: { ...schemas.components(), Error: errorSchema },
      parameters: { IdempotencyKey: idempotencyKey, IfNoneMatch: ifNoneMatch },
      responses: failures.shared(),
      headers: { ...HEADERS, ...UPLOAD_HEADERS },
      examples: Object.fromEntries(
        [...new Set([...Object.values(calls).flatMap(errorsOf), ...UPLOAD_ERRORS])].map((code) => [
          code,
          errorExample(code),
        ]),
      ),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `accessToken` that a sign-in or `/auth/refresh` has answered; good for minutes.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key that its owner has created in the account settings, in place of an access token. It begins with `stoa_`, and may make the calls of its scopes, with the rights that its owner has at that moment.',
        },
        appCheck: {
          type: 'apiKey',
          in: 'header',
          name: 'X-App-Check',
          description:
            'In place of an account: the token of `/app-check/token`, for the solution of `/app-check/challenge`. It is good for ten minutes and five writes with the origin and `visitorId` that it was made for.',
        },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-stoa-refresh',
          description: 'Set by a sign-in; only the forum’s own pages send it. Without TLS it is called `stoa-refresh`.',
        },
      },
    },
  }
}

function operation(
  name: string,
  { call, schemas, failures }: { call: Call; schemas: SchemaWriter; failures: FailureWriter },
): Operation {
  const { input, output } = call
  const { properties = {}, required = [], ...rest } = schemas.write(input, { io: 'input', name })
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? '')
  const fields = Object.entries(properties)
  const parameters: Operation['parameters'] = fields
    .filter(([field]) => inPath.includes(field) || call.method !== 'POST')
    .map(([field, { description = '', ...schema }]) => ({
      name: field,
      in: inPath.includes(field) ? 'path' : 'query',
      required: required.includes(field),
      description,
      schema,
    }))
  if (isWrite(call)) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' })
  if (isTagged(call)) parameters.push({ $ref: '#/components/parameters/IfNoneMatch' })
  const body = Object.fromEntries(fields.filter(([field]) => !inPath.includes(field)))
  return {
    operationId: name,
    summary: call.summary,
    description: limitsOf(call),
    tags: [tagOf(call)],
    security: security(name as CallName, call),
    parameters,
    ...(call.method === 'POST'
      ? { requestBody: { required: true, content: json({ ...rest, properties: body, required }, schemas) } }
      : {}),
    responses: {
      ...success(call, schemas.write(output, { io: 'output', name }), schemas),
      ...failures.write(call),
    },
  }
}

function tagOf({ path }: Call): string {
  return path.split('/')[1] ?? ''
}

/** The call's limits. */
function limitsOf(call: Call): string {
  const words = [rateOf(call), ...(call.quota ? [call.quota] : [])].map((name) => {
    const { points, windowMs } = RATE_LIMITS[name]
    return `${points} in ${windowMs / 60_000} min (\`${name}\`)`
  })
  return `At most ${words.join(', and ')} for each account, or for each network of a visitor.`
}

/** Whether the response has an ETag. */
function isTagged({ method, responseFormat }: Call): boolean {
  return method === 'GET' && (responseFormat === undefined || responseFormat === 'html')
}

function success(call: Call, payload: JsonSchema, schemas: SchemaWriter): Record<string, Response> {
  const cookies = call.cookie ? ['Set-Cookie'] : []
  if (call.responseFormat === 'redirect') {
    const headers = refer('Location', 'X-Request-Id', ...cookies)
    return { '303': { description: 'Leads to a page of the forum, or to the provider.', headers } }
  }
  const headers = refer('X-Request-Id', 'Cache-Control', ...(isTagged(call) ? ['ETag'] : []), ...cookies)
  const response: Response = { description: 'Done.', headers, content: contentOf(call, payload, schemas) }
  if (!isTagged(call)) return { '200': response }
  const description = 'Unchanged: what the client has (`If-None-Match`) still holds.'
  return { '200': response, '304': { description, headers: refer('X-Request-Id', 'ETag') } }
}

function contentOf({ responseFormat }: Call, payload: JsonSchema, schemas: SchemaWriter): Record<string, Content> {
  if (responseFormat === 'html') return { 'text/html': { schema: payload } }
  if (responseFormat === 'file') {
    return { 'application/zip': { schema: { type: 'string', format: 'binary', description: 'The archive.' } } }
  }
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      status: { const: 'success', description: 'That the call has done its work.' },
      payload: { ...payload, description: 'What the call answers.' },
    },
    required: ['status', 'payload'],
  }
  return json(schema, schemas)
}

/** JSON of a schema, with an example. */
function json(schema: JsonSchema, schemas: SchemaWriter) {
  return { 'application/json': { schema, example: schemas.example(schema) } }
}

function security(name: CallName, call: Call): Operation['security'] {
  const scope = scopeOf(name)
  // OpenAPI names the roles that a key needs in this place, too.
  return [...securityOfPeople(call), ...(scope === null ? [] : [{ apiKey: [scope] }])]
}

function securityOfPeople({ access, cookie }: Call): Operation['security'] {
  if (access === 'user') return [{ accessToken: [] }]
  if (access === 'app-check') return [{ accessToken: [] }, { appCheck: [] }]
  if (access === 'optional') return [{}, { accessToken: [] }]
  return cookie ? [{}, { refreshCookie: [] }] : [{}]
}

interface FailureWriter {
  /** A call's possible errors by HTTP status, with their codes. */
  write(call: Call): Operation['responses']
  /** Responses shared by several calls, by name. */
  shared(): Record<string, Response>
}

/** Up to this many codes are combined into a name. */
const NAMED_CODES = 3

function createFailureWriter(): FailureWriter {
  const shared: Record<string, Response> = {}
  return {
    write(call) {
      const groups = [...groupBy(errorsOf(call), (code) => errors[code].status)]
      return Object.fromEntries(
        groups.map(([status, codes]) => {
          if (codes.length > NAMED_CODES) return [String(status), failure(status, codes)]
          const name = codes.map(capitals).join('Or')
          shared[name] ??= failure(status, codes)
          return [String(status), { $ref: `#/components/responses/${name}` }]
        }),
      )
    },
    shared: () => shared,
  }
}

function failure(status: number, codes: ErrorCode[]): Response {
  const waits = status === 429 || status === 503 ? ['Retry-After'] : []
  const schema: JsonSchema = {
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { code: { enum: codes, description: 'One of these.' } } },
    ],
  }
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
  return {
    description: codes.map((code) => `${code}: ${errors[code].message}`).join('\n'),
    headers: refer('X-Request-Id', 'Cache-Control', ...waits),
    content: { 'application/json': { schema, examples } },
  }
}

/** `RATE_LIMITED` → `RateLimited`. */
function capitals(code: ErrorCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A long random text. A repeat with the same key within a day gets the first answer again and does nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 100, examples: ['5f0c0c2e-7f0a-4d4f-9a4e-1d2f6a1b7c3d'] },
}

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that the client has.',
  schema: { type: 'string', examples: ['"Zm9ydW0tYW5zd2VyLTEyMw"'] },
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

const HEADERS: OpenApiDocument['components']['headers'] = {
  'X-Request-Id': text('Names the request in the server’s log.', '0hZk3TqWnB7rYc5Vd1Xs'),
  'Cache-Control': text('How long the answer may be kept, and by whom.', 'private, no-cache'),
  ETag: text('Stands for the answer as it is; send it as `If-None-Match`.', '"Zm9ydW0tYW5zd2VyLTEyMw"'),
  'Retry-After': {
    description: 'Seconds until the call may be made again.',
    schema: { type: 'integer', minimum: 0, examples: [30] },
  },
  Location: text('Where the browser is to go.', 'https://forum.example/bbs'),
  'Set-Cookie': text(
    'The refresh cookie, or its end.',
    '__Host-stoa-refresh=…; Path=/; Secure; HttpOnly; SameSite=Lax',
  ),
}

function refer(...names: string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorExample(code: ErrorCode) {
  const { message } = errors[code]
  return { summary: message, value: { status: 'error', code, message, requestId: '0hZk3TqWnB7rYc5Vd1Xs' } }
}

const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Why a call has done nothing.',
  properties: {
    status: { const: 'error', description: 'That the call has done nothing.' },
    code: { type: 'string', enum: Object.keys(errors), description: 'Stable; what programs look at.' },
    message: { type: 'string', description: 'For people, in English.', examples: ['Some fields are invalid.'] },
    details: {
      description:
        'Issues by field, whose `code` and `values` name the text for translations; when to try again; or what stands there now.',
      examples: [EXAMPLES.details],
    },
    requestId: {
      type: 'string',
      description: 'Names the request in the server’s log.',
      examples: [EXAMPLES.requestId],
    },
  },
  required: ['status', 'code', 'message', 'requestId'],
}
