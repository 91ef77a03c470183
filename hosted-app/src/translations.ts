import type { Transport } from '@stoa/client'
import type { Catalogue } from '@stoa/ui'

/** What browsers load together: with every page, some screens or a refused call. See `scripts/languages/parts.mjs`. */
export type TextPart = 'reader' | 'member' | 'admin' | 'errors'

/** Addresses of the forum's texts by part; null in English. */
export type TextAddresses = Readonly<Record<TextPart, string>> | null

let loadPart: (part: TextPart) => Promise<void> = async () => {}

/**
 * The page's texts, to which parts are added as they are loaded. English is used for what can't be loaded; the next
 * screen tries again.
 */
export function createTranslations(addresses: TextAddresses): Catalogue | undefined {
  if (!addresses) return undefined
  const texts: Record<string, string> = {}
  const loads = new Map<TextPart, Promise<void>>()
  loadPart = (part) => {
    const load =
      loads.get(part) ??
      fetch(addresses[part])
        .then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))))
        .then(
          (loaded: Catalogue) => void Object.assign(texts, loaded),
          () => void loads.delete(part),
        )
    loads.set(part, load)
    return load
  }
  return texts
}

/** Loads a part of the texts, unless they are English or loaded. Never fails. */
export const loadTexts = (part: TextPart): Promise<void> => loadPart(part)

/** A function that loads code with the texts it needs besides those of every page. */
export function withTexts<Code>(parts: readonly TextPart[], load: () => Promise<Code>): () => Promise<Code> {
  return async () => {
    const [code] = await Promise.all([load(), ...parts.map(loadTexts)])
    return code
  }
}

/** Loads the texts of errors before a caller learns of the first one. */
export function withErrorTexts(transport: Transport): Transport {
  return async (url, request) => {
    const response = await transport(url, request)
    if (!response.ok) await loadTexts('errors')
    return response
  }
}
