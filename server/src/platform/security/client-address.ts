import type { IncomingMessage } from 'node:http'

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
