import { StoaError } from '@stoa/client'
import type { CallOutput, ErrorAnswer, SuccessAnswer } from '@stoa/contract'
import { readReferral, saveReferral } from '@stoa/store'

/** Asks the publisher's page who reads it: a fresh token that the publisher has signed, null for a visitor. */
export type SignOn = () => Promise<string | null> | string | null

/** Properties that an element of a publisher's page may have beside its options. */
export interface SignOnProperties {
  /** Signs readers in by the publisher's own word. Default: they sign in at the forum. */
  sso?: SignOn
}

const TAGS = ['stoa-comments', 'stoa-reactions', 'stoa-poll'] as const
/** Who waits for a page to say how its readers are signed in. */
const waiting = new Set<(word: SignOn) => void>()

/**
 * Hears once how readers of this page are signed in by its publisher: now, or when the page says so later, as one does
 * that was rendered on a server and comes alive after the widget. Returns the function that no longer waits.
 */
export function onSignOn(listener: (word: SignOn) => void): () => void {
  const elements = document.querySelectorAll(TAGS.join() as 'stoa-comments')
  const word = [...elements].find(({ sso }) => typeof sso === 'function')?.sso
  if (word) {
    listener(word)
    return () => {}
  }
  TAGS.forEach(hearProperty)
  waiting.add(listener)
  return () => waiting.delete(listener)
}

/** The loader leaves the property to the page: it is small. From now on it is known when one is given. */
function hearProperty(tag: (typeof TAGS)[number]): void {
  const prototype = customElements.get(tag)?.prototype as object | undefined
  if (!prototype || 'sso' in prototype) return
  const given = new WeakMap<object, unknown>()
  Object.defineProperty(prototype, 'sso', {
    configurable: true,
    get(this: object) {
      return given.get(this)
    },
    set(this: object, word: unknown) {
      given.set(this, word)
      if (typeof word !== 'function') return
      for (const listener of waiting) listener(word as SignOn)
      waiting.clear()
    },
  })
}

/** A session of the reader for whom the publisher vouches; nothing for a visitor. Throws as the call does. */
export async function redeemPublisherToken(
  forumUrl: string,
  ask: SignOn,
): Promise<Partial<CallOutput<'authEmbedSso'>>> {
  // A visitor of today may get an account tomorrow, under another address.
  saveReferral(location.search)
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
