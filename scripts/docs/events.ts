import { readFileSync } from 'node:fs'
import { table } from './table.ts'

const SOURCE = 'packages/contract/src/events.ts'

/** `docs/events.md`: events that a live connection sends and receives. */
export function eventsPage(): string {
  const source = readFileSync(SOURCE, 'utf8')
  const payloads = membersOf(source, 'export interface EventPayloads {')
  const others = membersOf(source, 'export type ServerToClientEvents')
  const asked = membersOf(source, 'export interface ClientToServerEvents {')
  if (payloads.length === 0 || others.length === 0 || asked.length === 0)
    throw new Error(`${SOURCE} has another format than expected.`)
  return [
    '# Events',
    'Live connections use socket.io at `/socket.io` on the server’s own port, with `auth: { token?, visitorId, lastEventId? }`. ' +
      'Every event carries `id` (for ordering and dropping duplicates) and `at` (ms) besides the fields below. ' +
      'Public rooms get public data only, never a viewer’s own reactions, votes or rights. After a reconnect with ' +
      '`lastEventId` the server sends missed events. Events may be repeated or lost, so clients must not depend on them.',
    `The source is \`${SOURCE}\`.`,
    '## From the server',
    table(['event', 'carries', ''], [...payloads, ...others].map(row)),
    '## From the client',
    table(['message', 'takes', ''], asked.map(row)),
  ].join('\n\n')
}

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
