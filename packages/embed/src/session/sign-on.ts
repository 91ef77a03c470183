/** Asks the publisher's page for its reader: a new token signed by the publisher, or null for a visitor. */
export type SignOn = () => Promise<string | null> | string | null

/** Properties of an element on a publisher's page, besides its options. */
export interface SignOnProperties {
  /** Signs readers in with the publisher's tokens. Default: they sign in at the forum. */
  sso?: SignOn
}

const TAGS = ['stoa-comments', 'stoa-reactions', 'stoa-poll'] as const
/** Listeners waiting for the page's sign-on. */
const waiting = new Set<(word: SignOn) => void>()

/**
 * Calls back once with the page's publisher sign-on: now, or when the page sets it, such as after hydration. Returns
 * the unsubscribe function.
 */
export function onSignOn(listener: (word: SignOn) => void): () => void {
  const elements = document.querySelectorAll(TAGS.join() as 'stoa-comments')
  const word = [...elements].find(({ sso }) => typeof sso === 'function')?.sso
  if (word) {
    listener(word)
    return () => {}
  }
  // An element's own property, even if undefined, would hide the accessor.
  for (const element of elements) delete element.sso
  TAGS.forEach(hearProperty)
  waiting.add(listener)
  return () => waiting.delete(listener)
}

/** The small loader doesn't define the property. This code does, to detect when it is set. */
function hearProperty(tag: (typeof TAGS)[number]): void {
  const prototype = customElements.get(tag)?.prototype as object | undefined
  if (!prototype || 'sso' in prototype) return
  const values = new WeakMap<object, unknown>()
  Object.defineProperty(prototype, 'sso', {
    configurable: true,
    get(this: object) {
      return values.get(this)
    },
    set(this: object, word: unknown) {
      values.set(this, word)
      if (typeof word !== 'function') return
      for (const listener of waiting) listener(word as SignOn)
      waiting.clear()
    },
  })
}
