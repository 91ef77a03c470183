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
