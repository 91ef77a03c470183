import type { JsonSchema, OpenApiDocument, Operation } from './document.ts'

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
export function docsPolicy(styleHash: string): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/** The style sheet of the page, as its hash is taken. */
export const docsStyle: string = STYLE

/** The OpenAPI document as one page to read: no script, nothing loaded. */
export function docsPage(document: OpenApiDocument): string {
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
