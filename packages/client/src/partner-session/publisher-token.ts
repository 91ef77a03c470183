import type { CallOutput, ErrorResponse, SuccessResponse } from '@stoa/contract'
import { readReferral, saveReferral } from '../referral.ts'
import { StoaError } from '../stoa-error.ts'

/** Gets a new token for the reader from the publisher's own server; null for a visitor. */
export type GetPublisherToken = () => Promise<string | null> | string | null

/** Exchanges a publisher's token for an access token; undefined for a visitor. Throws `StoaError`. */
export async function redeemPublisherToken(
  baseUrl: string,
  getToken: GetPublisherToken,
): Promise<Partial<CallOutput<'authEmbedSso'>>> {
  // A visitor may sign up later, on another page.
  saveReferral(location.search)
  const token = await getToken()
  if (!token) return {}
  const body = await fetch(`${baseUrl}/api/auth/embed/sso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...readReferral() }),
  })
    .then((response): Promise<SuccessResponse<'authEmbedSso'> | ErrorResponse> => response.json())
    .catch((cause: unknown) => {
      throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.', cause })
    })
  if (body.status === 'success') return body.payload
  const issues = Array.isArray(body.details) ? body.details.map(({ field, message }) => ` ${field}: ${message}`) : []
  console.error(`Stoa refused the publisher's token: ${body.code}. ${body.message}${issues.join('')}`)
  throw new StoaError(body.code, { message: body.message })
}
