import { calls } from '@stoa/contract'
import type { RequestHandler, Response } from 'express'
import { DomainError } from '../platform/domain-error.ts'

const READS = ['GET', 'HEAD']

const patterns = Object.values(calls).map(({ path, method }) => ({
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: method === 'GET' ? READS : [method],
}))

/** Says which methods an address takes; throws METHOD_NOT_ALLOWED. */
export function refuseMethod(response: Response, methods: readonly string[]): never {
  response.set('Allow', methods.join(', '))
  throw new DomainError('METHOD_NOT_ALLOWED')
}

/** Behind the routes of the API: what no route has taken has another method there, or is not there. */
export const noSuchCall: RequestHandler = (request, response) => {
  const methods = patterns.flatMap(({ pattern, methods }) => (pattern.test(request.path) ? methods : []))
  if (methods.length > 0) refuseMethod(response, [...new Set(methods), 'OPTIONS'])
  throw new DomainError('NOT_FOUND')
}

/** Behind a route that is only read. */
export const onlyRead: RequestHandler = (_request, response) => refuseMethod(response, READS)
