import { StoaError } from '@stoa/client'
import type { CallOutput, ErrorAnswer, SuccessAnswer } from '@stoa/contract'
import { keepReferral, readReferral } from '@stoa/store'

/** Asks the publisher's page who reads it: a fresh token that the publisher has signed, null for a visitor. */
export type SignOn = () => Promise<string | null> | string | null

/** Properties that an element of a publisher's page may have beside its options. */
export interface SignOnProperties {
  /** Signs readers in by the publisher's own word. Default: they sign in at the forum. */
  sso?: SignOn
}

/** How readers of this page are signed in by its publisher; null: they are not. */
export function signOnOfPage(): SignOn | null {
  const elements = document.querySelectorAll<HTMLElement & SignOnProperties>('stoa-comments,stoa-reactions,stoa-poll')
  return [...elements].find(({ sso }) => typeof sso === 'function')?.sso ?? null
}

/** A session of the reader for whom the publisher vouches; nothing for a visitor. Throws as the call does. */
export async function redeemWord(forumUrl: string, ask: SignOn): Promise<Partial<CallOutput<'authEmbedSso'>>> {
  // A visitor of today may get an account tomorrow, under another address.
  keepReferral(location.search)
  const token = await ask()
  if (!token) return {}
  const answer = await fetch(`${forumUrl}/api/auth/embed/sso`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...readReferral() }),
  })
    .then((response): Promise<SuccessAnswer<'authEmbedSso'> | ErrorAnswer> => response.json())
    .catch((cause: unknown) => {
      throw new StoaError('NETWORK', { message: 'The server could not be reached.', cause })
    })
  if (answer.status === 'success') return answer.payload
  console.error(`Stoa did not take the token of "sso": ${answer.code}. ${answer.message}`)
  throw new StoaError(answer.code, { message: answer.message })
}
