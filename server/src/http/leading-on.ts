import { loginPath } from '@stoa/contract'
import type { RequestHandler } from 'express'
import { isDomainError } from '../lib/domain-error.ts'

/** Whoever goes to an address is shown a page, also when they are refused: the one to sign in, with the error's code. */
export function leadingOn(handler: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    // On the way, too, another policy would cut a widget's window off the page that opened it.
    response.set('Cross-Origin-Opener-Policy', 'unsafe-none')
    try {
      await handler(request, response, next)
    } catch (error) {
      if (!isDomainError(error)) throw error
      response.set('Cache-Control', 'no-store').redirect(303, loginPath({ error: error.code }))
    }
  }
}
