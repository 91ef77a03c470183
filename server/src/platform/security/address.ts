import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'

/** A part of the address space that may be one person, and how many times one person's allowance it gets. */
export interface AddressBucket {
  prefix: string
  factor: 1 | 4 | 16
}

/**
 * Buckets that a visitor's requests count against. One household or server commonly holds a whole IPv6 /64, larger
 * customers a /56 or /48, so all three are counted at once; IPv4 counts by address.
 */
export function addressBuckets(address: string): AddressBucket[] {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (v4 !== undefined || !isIPv6(address)) return [{ prefix: v4 ?? (isIP(address) ? address : 'unknown'), factor: 1 }]
  const groups = expand(address)
  const hex = groups.join('')
  return [
    { prefix: `${hex.slice(0, 16)}/64`, factor: 1 },
    { prefix: `${hex.slice(0, 14)}/56`, factor: 4 },
    { prefix: `${hex.slice(0, 12)}/48`, factor: 16 },
  ]
}

/** What an address that was kept as its narrowest bucket has in common with others of one place: /24 of IPv4, /48 of IPv6. */
export function surroundingsOf(prefix: string): string {
  return prefix.endsWith('/64') ? `${prefix.slice(0, 12)}/48` : prefix.replace(/\.\d+$/, '/24')
}

/** The eight groups of an IPv6 address, four digits each. */
function expand(address: string): string[] {
  // oxlint-disable-next-line max-params -- a replacer gets each group as a parameter
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const pair = (high: string, low: string) => ((Number(high) << 8) | Number(low)).toString(16)
    return `${pair(a, b)}:${pair(c, d)}`
  })
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0').toLowerCase())
}

/** True for a proxy whose word counts; `hop` 0 is the nearest. */
export type TrustProxy = (address: string, hop: number) => boolean

/** The address of the client: the nearest one that is not a trusted proxy. */
export function clientAddress(request: IncomingMessage, trust: TrustProxy): string {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .reverse()
  const hops = [request.socket.remoteAddress ?? '', ...forwarded]
  return hops.find((address, hop) => !trust(address, hop)) ?? hops.at(-1) ?? ''
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the host name of an address is one of this machine's own. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}
