import express, { type RequestHandler, type Router } from 'express'
import { DomainError } from '../platform/domain-error.ts'
import { createRouter, refuseMethod } from './express.ts'

/** Takes note of what the card provider tells. */
export interface CardNotices {
  /** `refused`: somebody else has sent it. `off`: there is no provider. */
  receive(body: Buffer, signature: string): Promise<'accepted' | 'refused' | 'off'>
}

const PATH = '/api/moonpay/webhook'
const BODY_MAX = '64kb'

/**
 * Where MoonPay tells about purchases. No call of the contract: its signature is over the body's bytes, and it may have
 * fields that nobody here knows. A response without success makes it try again.
 */
export function cardNoticeRoutes(notices: CardNotices, limit: RequestHandler): Router {
  const router = createRouter()
  router.post(PATH, limit, express.raw({ type: () => true, limit: BODY_MAX }), async ({ body, headers }, response) => {
    const signature = String(headers['moonpay-signature-v2'] ?? '')
    const outcome = await notices.receive(Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature)
    if (outcome === 'off') throw new DomainError('NOT_FOUND')
    if (outcome === 'refused') throw new DomainError('MALFORMED_BODY')
    response.set('Cache-Control', 'no-store').status(204).end()
  })
  router.all(PATH, (_request, response) => refuseMethod(response, ['POST']))
  return router
}
