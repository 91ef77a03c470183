import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { type CallName, isWrite } from '@stoa/contract'
import { type Call, calls } from '@stoa/contract/schemas'
import type { CallHandlers, ReadHandler, SharedRead, WriteHandler } from '../platform/calls/handlers.ts'

const BASE = '/api'

/** A call of the contract with its handler. */
export type CallRoute = ReadRoute | WriteRoute

interface Route {
  name: CallName
  call: Call
}

export interface ReadRoute extends Route {
  read: Pick<SharedRead<CallName>, 'handle'> & Partial<SharedRead<CallName>>
}

export interface WriteRoute extends Route {
  write: WriteHandler<CallName>
}

export interface MatchedCall {
  route: CallRoute
  /** Fields from path and query; throws URIError if the path can't be decoded. */
  fields(): Record<string, unknown>
}

export interface CallRoutes {
  get(name: CallName): CallRoute | undefined
  /** The call a request is for, or null. Each path has exactly one spelling. */
  match(request: IncomingMessage): MatchedCall | null
}

export function createCallRoutes(handlers: CallHandlers): CallRoutes {
  const all = new Map(Object.entries(handlers).map(([name, handler]) => [name, routeOf(name as CallName, handler)]))
  const plain = new Map<string, CallRoute>()
  const patterns: { method: string; pattern: RegExp; route: CallRoute }[] = []
  for (const route of all.values()) {
    const { call } = route
    if (call.path.includes('{')) patterns.push({ method: call.method, pattern: patternOf(call), route })
    else plain.set(`${call.method} ${BASE}${call.path}`, route)
  }

  return {
    get: (name) => all.get(name),
    match({ method = '', url = '' }) {
      const { path, query } = splitUrl(url)
      if (!path.startsWith(BASE)) return null
      const routeMethod = method === 'HEAD' ? 'GET' : method
      const route = plain.get(`${routeMethod} ${path}`)
      if (route) return { route, fields: () => parse(query) }
      for (const { method, pattern, route } of patterns) {
        const groups = method === routeMethod && pattern.exec(path)?.groups
        if (groups) return { route, fields: () => ({ ...parse(query), ...decodeFields(groups) }) }
      }
      return null
    },
  }
}

// The call's type is known only at run time.
function routeOf(name: CallName, handler: unknown): CallRoute {
  const call: Call = calls[name]
  if (isWrite(call)) return { name, call, write: handler as WriteHandler<CallName> }
  const read = handler as ReadHandler<CallName>
  return { name, call, read: typeof read === 'function' ? { handle: read } : read }
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
