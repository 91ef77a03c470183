import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** A prefix that may belong to one person, and the multiple of one person's allowance it gets. */
export interface AddressBucket {
  prefix: string
  factor: 1 | 4 | 16
}

/**
 * Buckets that a visitor's requests count against. A household or server commonly has a whole IPv6 /64 and larger
 * customers a /56 or /48, so all three are counted. IPv4 counts by address.
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

/** The wider network of a stored narrowest bucket: /24 of IPv4, /48 of IPv6. */
export function widerNetworkOf(prefix: string): string {
  return prefix.endsWith('/64') ? `${prefix.slice(0, 12)}/48` : prefix.replace(/\.\d+$/, '/24')
}

/** The eight groups of an IPv6 address, padded to four digits. */
function expand(address: string): string[] {
  // oxlint-disable-next-line max-params -- a replacer gets each group as a parameter
  const plain = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    const pair = (high: string, low: string) => ((Number(high) << 8) | Number(low)).toString(16)
    return `${pair(a, b)}:${pair(c, d)}`
  })
  const [head = '', tail] = plain.split('::')
  const headGroups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - headGroups.length - tailGroups.length) }, () => '0')
  return [...headGroups, ...zeros, ...tailGroups].map((group) => group.padStart(4, '0').toLowerCase())
}

/** True for a trusted proxy; `hop` 0 is the nearest. */
export type TrustProxy = (address: string, hop: number) => boolean

/** The client's address: the nearest one that isn't a trusted proxy. */
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

/** Networks behind no public address. */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/

/** Whether the hostname of a URL names this machine or its own network; names aren't looked up. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase()
  if (isIP(name)) return PRIVATE.check(name)
  if (name.startsWith('[')) return !PUBLIC_V6.check(name.slice(1, -1), 'ipv6')
  return !name.includes('.') || PRIVATE_NAME.test(name)
}

/** Whether a hostname refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}
