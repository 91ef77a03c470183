import { readFileSync } from 'node:fs'
import * as schemas from '../../packages/contract/src/schemas/index.ts'
import { table } from './table.ts'

const SOURCE = 'packages/contract/src/events.ts'
const PAYLOADS = 'packages/contract/src/schemas/events.ts'

/** `docs/events.md`: events that a live connection sends and receives. */
export function eventsPage(): string {
  const source = readFileSync(SOURCE, 'utf8')
  const payloads = Object.entries(schemas.eventPayloads).map(([name, schema]) => ({
    name,
    type: fieldsOf(schema.shape as Record<string, Schema>),
    remark: schema.description ?? '',
  }))
  const others = membersOf(source, 'export type ServerToClientEvents')
  const clientEvents = membersOf(source, 'export interface ClientToServerEvents {')
  if (others.length === 0 || clientEvents.length === 0) throw new Error(`${SOURCE} has another format than expected.`)
  return [
    '# Events',
    'Live connections use socket.io at `/socket.io` on the server’s own port, with `auth: { token?, visitorId, lastEventId? }`. ' +
      'Every event carries `id` (for ordering and dropping duplicates) and `at` (ms) besides the fields below. ' +
      'Public rooms get public data only, never a viewer’s own reactions, votes or rights. After a reconnect with ' +
      '`lastEventId` the server sends missed events. Events may be repeated or lost, so clients must not depend on them.',
    `The sources are \`${PAYLOADS}\` and \`${SOURCE}\`.`,
    '## From the server',
    table(['event', 'carries', ''], [...payloads, ...others].map(row)),
    '## From the client',
    table(['message', 'takes', ''], clientEvents.map(row)),
  ].join('\n\n')
}

/** The parts of a zod schema that the page shows. */
interface Schema {
  def: {
    type: string
    shape?: Record<string, Schema>
    innerType?: Schema
    element?: Schema
    options?: Schema[]
    entries?: Record<string, string>
    values?: unknown[]
  }
}

/** Names of the entities in payloads. */
const ENTITIES = new Map<unknown, string>(
  Object.entries(schemas).flatMap(([name, schema]) =>
    'def' in schema && schema.def.type === 'object'
      ? [[schema, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]]
      : [],
  ),
)

/** The fields of an object as a TypeScript type. */
function fieldsOf(shape: Record<string, Schema>): string {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const isOptional = schema.def.type === 'optional'
    return `${name}${isOptional ? '?' : ''}: ${typeOf(isOptional ? schema.def.innerType : schema)}`
  })
  return `{ ${fields.join('; ')} }`
}

function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'unknown'
  const { type, shape = {}, innerType, element, options = [], entries = {}, values = [] } = schema.def
  if (ENTITIES.has(schema)) return ENTITIES.get(schema) ?? ''
  if (type === 'object') return fieldsOf(shape)
  if (type === 'nullable') return `${typeOf(innerType)} | null`
  if (type === 'array') return `${typeOf(element)}[]`
  if (type === 'union') return options.map(typeOf).join(' | ')
  if (type === 'enum') return Object.values(entries).map(quoted).join(' | ')
  if (type === 'literal') return values.map(quoted).join(' | ')
  return type
}

const quoted = (value: unknown) => `'${String(value)}'`

interface Member {
  name: string
  type: string
  remark: string
}

const row = ({ name, type, remark }: Member) => [`\`${name}\``, `\`${type}\``, remark]

function membersOf(source: string, head: string): Member[] {
  const from = source.indexOf(head)
  const body = from === -1 ? '' : source.slice(from, source.indexOf('\n}', from))
  const members = body.matchAll(/(?:\/\*\* ([^\n]+) \*\/\n)?^ {2}'?([a-z.]+)'?: (\{\n.+?\n {2}\}|[^\n]+)/gms)
  return [...members].map(([, remark = '', name = '', type = '']) => ({ name, type: inOneLine(type), remark }))
}

const inOneLine = (type: string) => type.replaceAll('\n    ', '; ').replace('{;', '{').replace('\n  ', ' ')
