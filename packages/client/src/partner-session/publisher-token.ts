import type { CallOutput, ErrorAnswer, SuccessAnswer } from '@stoa/contract'
import { readReferral, saveReferral } from '../referral.ts'
import { StoaError } from '../stoa-error.ts'

/** Gets a fresh token from the publisher's own server, signed by it for the reader; null for a visitor. */
export type GetPublisherToken = () => Promise<string | null> | string | null

/** Exchanges a publisher's token for an access token; returns nothing for a visitor. Throws `StoaError`. */
export async function redeemPublisherToken(
  baseUrl: string,
  getToken: GetPublisherToken,
): Promise<Partial<CallOutput<'authEmbedSso'>>> {
  // A visitor of today may get an account tomorrow, under another address.
  saveReferral(location.search)
  const token = await getToken()
  if (!token) return {}
  const answer = await fetch(`${baseUrl}/api/auth/embed/sso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...readReferral() }),
  })
    .then((response): Promise<SuccessAnswer<'authEmbedSso'> | ErrorAnswer> => response.json())
    .catch((cause: unknown) => {
      throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.', cause })
    })
  if (answer.status === 'success') return answer.payload
  console.error(`Stoa refused the publisher's token: ${answer.code}. ${answer.message}`)
  throw new StoaError(answer.code, { message: answer.message })
}
