import type { Catalogue } from '@stoa/ui'
import { pseudo } from './pseudo-language.ts'

/** Tag of the language that nobody speaks, as in CLDR. */
export const PSEUDO = 'en-XA'

const catalogues = import.meta.glob<Catalogue>('../packages/languages/src/*.json', { import: 'default' })

/** The texts of the toolbar's language. Undefined: English. */
export async function textsOf(locale: string): Promise<Catalogue | undefined> {
  if (locale !== PSEUDO) return catalogues[`../packages/languages/src/${locale}.json`]?.()
  const { default: english } = await import('virtual:english-texts')
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, pseudo(text)]))
}
