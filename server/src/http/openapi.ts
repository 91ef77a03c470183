import { createHash } from 'node:crypto'
import { type Call, calls, type ErrorCode, errors, errorsOf, isWrite } from '@stoa/contract'
import { callSchemas } from '@stoa/contract/schemas'
import type { Router } from 'express'
import * as z from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { createRouter, onlyRead } from './express.ts'

/** The part of JSON Schema that is looked into here; everything else passes through. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  description?: string
  [keyword: string]: unknown
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[]
  requestBody?: { required: true; content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { description: string; content: Record<string, { schema: JsonSchema }> }>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> }
}

const ERROR: JsonSchema = { $ref: '#/components/schemas/Error' }

/** Describes every call of the contract as OpenAPI 3.1; nothing in it is written by hand twice. */
function openApiDocument({ url }: { url: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = paths[call.path] ?? {}
    paths[call.path] = path
    path[call.method.toLowerCase()] = operation(name as keyof typeof calls, call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stoa', version: manifest.version, description: 'The calls of the forum and of its widgets.' },
    servers: [{ url: `${url}/api` }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        appCheck: { type: 'apiKey', in: 'header', name: 'X-App-Check' },
      },
    },
  }
}

function operation(name: keyof typeof calls, call: Call): Operation {
  const { input, output } = callSchemas[name]
  const { properties = {}, required = [], ...rest } = toSchema(input, 'input')
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? '')
  const fields = Object.entries(properties)
  const parameters: Operation['parameters'] = fields
    .filter(([field]) => inPath.includes(field) || call.method !== 'POST')
    .map(([field, schema]) => ({
      name: field,
      in: inPath.includes(field) ? 'path' : 'query',
      required: required.includes(field),
      schema,
    }))
  if (isWrite(call)) {
    const schema = { type: 'string', minLength: 1, maxLength: 100 }
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema })
  }
  const body = Object.fromEntries(fields.filter(([field]) => !inPath.includes(field)))
  const payload = toSchema(output, 'output')
  const answer: JsonSchema = {
    type: 'object',
    properties: { status: { const: 'success' }, payload },
    required: ['status', 'payload'],
  }
  const isRedirect = call.answers === 'redirect'
  const contents = {
    html: { 'text/html': { schema: payload } },
    file: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  }
  const content = call.answers === 'html' || call.answers === 'file' ? contents[call.answers] : json(answer)
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1] ?? ''],
    security: security(call),
    parameters,
    ...(call.method === 'POST'
      ? { requestBody: { required: true, content: json({ ...rest, properties: body, required }) } }
      : {}),
    responses: isRedirect
      ? { '303': { description: 'Leads to a page of the forum, or to the provider.', content: {} } }
      : { '200': { description: 'Success', content }, ...failures(call) },
  }
}

function json(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

function security({ access }: Call): Operation['security'] {
  if (access === 'user') return [{ accessToken: [] }]
  if (access === 'app-check') return [{ accessToken: [] }, { appCheck: [] }]
  return access === 'optional' ? [{}, { accessToken: [] }] : []
}

/** The possible errors by HTTP status, each named by its code. */
function failures(call: Call): Operation['responses'] {
  return Object.fromEntries(
    [...groupByStatus(errorsOf(call))].map(([status, group]) => [
      String(status),
      { description: group.map((code) => `${code}: ${errors[code].message}`).join('\n'), content: json(ERROR) },
    ]),
  )
}

function groupByStatus(codes: ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errors[code]
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { const: 'error' },
    code: { type: 'string', enum: Object.keys(errors), description: 'Stable; what programs look at.' },
    message: { type: 'string' },
    details: { description: 'Issues by field, when to try again, or what stands there now.' },
    requestId: { type: 'string' },
  },
  required: ['status', 'code', 'message', 'requestId'],
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-inline-size: 60rem; padding: 1rem }
h2 { margin-block-start: 3rem; text-transform: capitalize }
article { border-block-start: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding-block: 1rem }
h3 { font: 600 1rem ui-monospace, monospace; margin: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; inline-size: 100% }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: start; vertical-align: top }
pre { overflow: auto; white-space: pre-wrap }
`

/** Policy of the page: nothing but its one style sheet, known by hash. */
function docsPolicy(styleHash: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** The style sheet of the page, as its hash is taken. */
const docsStyle: string = STYLE

/** The OpenAPI document as one page to read: no script, nothing loaded. */
function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  const sections = groups.map((group) => {
    const members = operations.filter(({ operation }) => operation.tags[0] === group)
    return `<section aria-labelledby="${escape(group)}"><h2 id="${escape(group)}">${escape(group)}</h2>${members.map(article).join('')}</section>`
  })
  const links = groups.map((group) => `<a href="#${escape(group)}">${escape(group)}</a>`).join(' · ')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Calls of Stoa</title><style>${STYLE}</style></head><body><header><h1>Calls of Stoa</h1><p>All paths are below <code>/api</code>. Answers are <code>{"status":"success","payload":…}</code> or <code>{"status":"error","code":…}</code>. Machine-readable: <a href="openapi.json">openapi.json</a>.</p><nav aria-label="Groups">${links}</nav></header><main>${sections.join('')}</main></body></html>`
}

function article({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json'].schema
  const rows = [
    ...parameters.map((item) => ({ ...item, place: item.in })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      place: 'body',
      required: body?.required?.includes(name) ?? false,
    })),
  ]
  const who =
    security.length === 0 ? 'Anybody.' : security.map((item) => Object.keys(item)[0] ?? 'anybody').join(' or ')
  const failures = Object.entries(responses).filter(([status]) => !/^[23]/.test(status))
  return `<article id="${escape(operationId)}"><h3>${method} ${escape(path)}</h3><p>${escape(summary)} <small>Called by: ${escape(who)}</small></p>${
    rows.length === 0 ? '' : table(rows)
  }<details><summary>Answer</summary><pre>${escape(JSON.stringify(payloadOf(responses), null, 2))}</pre></details><details><summary>Errors</summary><ul>${failures
    .map(([status, { description }]) => description.split('\n').map((line) => `<li>${status} ${escape(line)}</li>`))
    .flat()
    .join('')}</ul></details></article>`
}

interface Row {
  name: string
  place: string
  required: boolean
  schema: JsonSchema
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ({ name, place, required, schema }) =>
      `<tr><td><code>${escape(name)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${place}</td><td>${escape(typeOf(schema))}</td><td>${escape(schema.description ?? '')}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
}

function typeOf(schema: JsonSchema): string {
  const { enum: values, anyOf, const: only, type, maxLength } = schema
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map((item) => typeOf(item as JsonSchema)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  const length = typeof maxLength === 'number' ? ` (at most ${maxLength})` : ''
  return `${type ?? 'anything'}${length}`
}

function payloadOf(responses: Operation['responses']): JsonSchema | string | undefined {
  if (responses['303']) return 'another address'
  const content = responses['200']?.content ?? {}
  if (content['application/zip']) return 'a ZIP archive'
  return content['text/html'] ? 'HTML' : content['application/json']?.schema.properties?.payload
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** `/openapi.json` for programs and `/docs` for people, both made on first demand. */
export function openApiRoutes({ url }: { url: string }): Router {
  const router = createRouter()
  const document = once(() => openApiDocument({ url }))
  const json = once(() => Buffer.from(JSON.stringify(document())))
  const page = once(() => Buffer.from(docsPage(document())))
  router.get('/openapi.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=300').type('json').send(json())
  })
  router.get('/docs', (_request, response) => {
    const policy = docsPolicy(createHash('sha256').update(docsStyle).digest('base64'))
    response
      .set('Content-Security-Policy', policy)
      .set('Cache-Control', 'public, max-age=300')
      .type('html')
      .send(page())
  })
  router.all(['/openapi.json', '/docs'], onlyRead)
  return router
}

/** Anybody may ask for it, as often as they like. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
