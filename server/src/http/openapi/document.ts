import { type Call, calls, type ErrorCode, errors, errorsOf, isWrite } from '@stoa/contract'
import { callSchemas } from '@stoa/contract/schemas'
import * as z from 'zod'

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
export function openApiDocument({ url }: { url: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = paths[call.path] ?? {}
    paths[call.path] = path
    path[call.method.toLowerCase()] = operation(name as keyof typeof calls, call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Stoa', version: '0.1.0', description: 'The calls of the forum and of its widgets.' },
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
