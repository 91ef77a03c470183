import { createHash } from 'node:crypto'
import { WEBHOOK_EVENTS, WEBHOOK_TRIES } from '@stoa/contract'
import type { OpenApiDocument, Operation, Parameter, Reference, Response } from './description.ts'
import type { JsonSchema } from './examples.ts'

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1b2123, #e8eaeb); --muted: light-dark(#586064, #a2abae); --line: light-dark(#dfe2e3, #363d40); --accent: light-dark(#0b5563, #7fc8d6); font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #14181a) }
body { margin: 0 auto; max-inline-size: 60rem; padding: 2rem 1rem 6rem }
a { color: var(--accent) }
h1 { font-size: 2rem; line-height: 1.2; margin-block: 0 1rem }
h2 { font-size: 1.375rem; margin-block: 3rem 0.5rem; text-transform: capitalize }
header h2 { text-transform: none }
code, pre { font: 0.875em ui-monospace, monospace }
pre { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 8px; overflow: auto; white-space: pre-wrap }
nav { margin-block-start: 2rem; padding: 1rem; border: 1px solid var(--line); border-radius: 8px; line-height: 2 }
article { border-block-start: 1px solid var(--line); padding-block: 1rem }
h3 { font: 600 1rem ui-monospace, monospace; margin: 0; overflow-wrap: anywhere }
table { border-collapse: collapse; inline-size: 100% }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere }
th { color: var(--muted); font-weight: 500 }
`

/** How programs sign in, and how they are told of what happens. */
const INTRODUCTION = `
<section aria-labelledby="keys"><h2 id="keys">API keys</h2>
<p>Create a key under <em>Account settings → API keys</em> and send it with each call. It acts as you, with the rights that you have at that moment, and makes the calls of its scopes only: a call that a key may make says <code>apiKey: scope</code>. Keys can’t change how you sign in, other keys or private messages.</p>
<pre>curl -H "Authorization: Bearer stoa_…" https://forum.example/api/me</pre>
<p>Send an <code>Idempotency-Key</code> with each write, so that a repeat does nothing. After <code>RATE_LIMITED</code>, wait for <code>Retry-After</code> seconds.</p></section>
<section aria-labelledby="hooks"><h2 id="hooks">Webhooks</h2>
<p>Admins of a domain and owners of a community add webhooks in the settings. Events: ${WEBHOOK_EVENTS.map((event) => `<code>${event}</code>`).join(', ')}.</p>
<p>Each delivery is a POST of JSON by <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a>: <code>{"type":…,"timestamp":…,"id":…,"eventId":…,"data":{…}}</code>. Check <code>webhook-signature</code> over the bytes as they came, and <code>webhook-timestamp</code>, which is that of the try. Respond with 2xx within ten seconds. Redirects aren’t followed; 410 pauses the webhook.</p>
<p><code>id</code> is the same in all ${WEBHOOK_TRIES} tries: handle each once. <code>eventId</code> grows with time: of two deliveries about the same post or comment, ignore the smaller one. <code>data</code> holds what everybody sees when it is sent, never what was hidden or erased since.</p></section>`

/** Content security policy: only the page's style sheet, by hash. */
export function docsPolicy(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** Renders the OpenAPI document as a page without scripts or external resources. */
export function docsPage(document: OpenApiDocument): string {
  const find = finder(document)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  const sections = groups.map((group) => {
    const members = operations.filter(({ operation }) => operation.tags[0] === group)
    return `<section aria-labelledby="${escape(group)}"><h2 id="${escape(group)}">${escape(group)}</h2>${members.map((member) => article(member, find)).join('')}</section>`
  })
  const links = groups.map((group) => `<a href="#${escape(group)}">${escape(group)}</a>`).join(' · ')
  const schemaSections = Object.entries(document.components.schemas)
    .map(
      ([name, schema]) =>
        `<details id="${schemaId(name)}"><summary><code>${name}</code> ${escape(schema.description ?? '')}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`,
    )
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API reference · Stoa</title><style>${STYLE}</style></head><body><header><h1>API reference</h1><p>All paths are below <code>/api</code>. Responses are <code>{"status":"success","payload":…}</code> or <code>{"status":"error","code":…}</code>. Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>${INTRODUCTION}<nav aria-label="Groups">${links}</nav></header><main>${sections.join('')}<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${schemaSections}</section></main></body></html>`
}

interface Described {
  method: string
  path: string
  operation: Operation
}

function article({ method, path, operation }: Described, find: Find): string {
  const { operationId, summary, description, security, requestBody } = operation
  const parameters = operation.parameters.map((item) => find<Parameter>(item))
  const responses = Object.entries(operation.responses).map(([status, item]) => ({ status, ...find<Response>(item) }))
  const body = requestBody?.content['application/json'].schema
  const rows = [
    ...parameters.map((item) => ({
      ...item,
      schema: { ...item.schema, description: item.description },
      location: item.in,
    })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      location: 'body',
      required: body?.required?.includes(name) ?? false,
    })),
  ]
  const who = security
    .map((item) => Object.entries(item)[0] ?? (['anybody', []] as const))
    .map(([name, scopes]) => [name, ...scopes].join(': '))
    .join(' or ')
  const failures = responses.filter(({ status }) => !/^[23]/.test(status))
  return `<article id="${escape(operationId)}"><h3>${method} ${escape(path)}</h3><p>${escape(summary)} <small>Called by: ${escape(who)}. ${escape(description)}</small></p>${
    rows.length === 0 ? '' : table(rows)
  }<details><summary>Answer</summary><pre>${escape(JSON.stringify(payloadOf(responses), null, 2))}</pre></details><details><summary>Errors</summary><ul>${failures
    .flatMap((failure) => failure.description.split('\n').map((line) => `<li>${failure.status} ${escape(line)}</li>`))
    .join('')}</ul></details></article>`
}

interface Row {
  name: string
  location: string
  required: boolean
  schema: JsonSchema
}

function table(rows: Row[]): string {
  const lines = rows.map(
    ({ name, location, required, schema }) =>
      `<tr><td><code>${escape(name)}</code>${required ? '' : ' <small>optional</small>'}</td><td>${location}</td><td>${typeOf(schema)}</td><td>${escape(schema.description ?? '')}</td></tr>`,
  )
  return `<table><thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${lines.join('')}</tbody></table>`
}

/** As HTML, with links to named components. */
function typeOf(schema: JsonSchema): string {
  const { $ref, enum: values, anyOf, const: only, type, items, maxLength } = schema
  const name = $ref?.split('/').at(-1)
  if (name !== undefined) return `<a href="#${schemaId(name)}">${escape(name)}</a>`
  if (Array.isArray(values)) return escape(values.map((value) => JSON.stringify(value)).join(' | '))
  if (Array.isArray(anyOf)) return anyOf.map((item) => typeOf(item as JsonSchema)).join(' | ')
  if (items !== undefined) return `list of ${typeOf(items as JsonSchema)}`
  if (only !== undefined) return escape(JSON.stringify(only))
  return escape(`${type ?? 'anything'}${typeof maxLength === 'number' ? ` (at most ${maxLength})` : ''}`)
}

function schemaId(name: string): string {
  return `schema-${name}`
}

function payloadOf(responses: (Response & { status: string })[]): JsonSchema | string | undefined {
  const content = responses.find(({ status }) => status === '200')?.content
  if (!content) return 'another address'
  if (content['application/zip']) return 'a ZIP archive'
  return content['text/html'] ? 'HTML' : content['application/json']?.schema.properties?.payload
}

type Find = <Item extends object>(item: Item | Reference) => Item

/** Resolves references to components. */
function finder(document: OpenApiDocument): Find {
  return <Item extends object>(item: Item | Reference): Item => {
    if (!('$ref' in item)) return item
    const [, , kind = '', name = ''] = item.$ref.split('/')
    const components = document.components as unknown as Record<string, Record<string, Item>>
    return components[kind]?.[name] as Item
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
