import express, { type Request, type RequestHandler, type Router } from 'express'
import * as z from 'zod'
import { DomainError } from '../platform/domain-error.ts'
import { createRouter, refuseMethod } from './express.ts'
import type { ServedDomains } from './served-domains.ts'

/** Counts views. */
export interface Beacon {
  record(about: {
    request: Request
    address: string
    userAgent: string
    views: { id: string; path: string }[]
  }): Promise<void>
}

const PATH = '/beacon'
const BODY_MAX = '16kb'
const sent = z.strictObject({
  views: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[\da-f]{32}$/),
        path: z.string().max(1000).startsWith('/'),
      }),
    )
    .min(1)
    .max(20),
})

/** Whether the browser doesn't want to be counted, or nobody has seen the page. */
function isUncounted(request: Request): boolean {
  const isLoadedAhead = /\b(?:prefetch|prerender)\b/.test(request.get('Sec-Purpose') ?? request.get('Purpose') ?? '')
  return request.get('DNT') === '1' || request.get('Sec-GPC') === '1' || isLoadedAhead
}

/** `/beacon`: the forum's own pages say which of them were shown. The response is the same whether it counts or not. */
export function beaconRoutes(about: {
  beacon: Beacon
  tenants: Pick<ServedDomains, 'isOwnOrigin'>
  /** Refuses what other sites send, and counts against the reads of the sender. */
  limit: RequestHandler
}): Router {
  const { beacon, tenants, limit } = about
  const router = createRouter()
  router.post(PATH, limit, express.text({ type: () => true, limit: BODY_MAX }), async (request, response) => {
    response.set('Cache-Control', 'no-store')
    const { views } = parsed(request.body)
    const origin = request.get('Origin')
    if (origin !== undefined && !tenants.isOwnOrigin(origin, request)) throw new DomainError('CSRF_REFUSED')
    if (!isUncounted(request)) {
      const userAgent = (request.get('User-Agent') ?? '').slice(0, 300)
      await beacon.record({ request, address: request.ip ?? '', userAgent, views })
    }
    response.status(204).end()
  })
  router.all(PATH, (_request, response) => refuseMethod(response, ['POST']))
  return router
}

function parsed(body: unknown): z.output<typeof sent> {
  let value: unknown
  try {
    value = JSON.parse(String(body))
  } catch {
    throw new DomainError('MALFORMED_BODY')
  }
  const result = sent.safeParse(value)
  if (!result.success) throw new DomainError('MALFORMED_BODY')
  return result.data
}
