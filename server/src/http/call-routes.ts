import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import type { CallName } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import type { Handler, Mount, MountOptions } from '../platform/calls/mount.ts'

const BASE = '/api'

/** A call of the contract with its handler. */
export interface CallRoute extends MountOptions<CallName> {
  name: CallName
  call: Call
  // The call's type is known only at run time.
  handler: Handler<CallName>
}

export interface MatchedCall {
  route: CallRoute
  /** Fields from path and query; throws URIError if the path can't be decoded. */
  fields(): Record<string, unknown>
}

export interface CallRoutes {
  /** The only way to register a call; throws if it is registered already. */
  mount: Mount
  get(name: CallName): CallRoute | undefined
  /** Names of the registered calls. */
  names: ReadonlySet<CallName>
  /** The call a request is for, or null. Each path has exactly one spelling. */
  match(request: IncomingMessage): MatchedCall | null
}

export function createCallRoutes(): CallRoutes {
  const names = new Set<CallName>()
  const all: CallRoute[] = []
  const plain = new Map<string, CallRoute>()
  const patterns: { method: string; pattern: RegExp; route: CallRoute }[] = []

  return {
    names,
    get: (name) => all.find((route) => route.name === name),
    mount(name, handler, options) {
      if (names.has(name)) throw new Error(`The call ${name} is mounted twice.`)
      names.add(name)
      const call: Call = calls[name]
      const route = { recordsItself: call.cookie, ...options, name, call, handler } as unknown as CallRoute
      all.push(route)
      if (call.path.includes('{')) patterns.push({ method: call.method, pattern: patternOf(call), route })
      else plain.set(`${call.method} ${BASE}${call.path}`, route)
    },
    match({ method = '', url = '' }) {
      const { path, query } = splitUrl(url)
      if (!path.startsWith(BASE)) return null
      const asked = method === 'HEAD' ? 'GET' : method
      const route = plain.get(`${asked} ${path}`)
      if (route) return { route, fields: () => parse(query) }
      for (const { method, pattern, route } of patterns) {
        const groups = method === asked && pattern.exec(path)?.groups
        if (groups) return { route, fields: () => ({ ...parse(query), ...decodeFields(groups) }) }
      }
      return null
    },
  }
}

/** Pattern of a call's path; its named groups are the path parameters. */
export function patternOf({ path }: Pick<Call, 'path'>): RegExp {
  return new RegExp(`^${BASE}${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

/** Throws URIError if a field can't be decoded. */
export function decodeFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, decodeURIComponent(value)]))
}

/** Path and query of the request target, which may include the host (RFC 9112, section 3.2.2). */
export function splitUrl(url: string): { path: string; query: string } {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
  const at = target.indexOf('?')
  return at < 0 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}
