import type { Catalogue } from './format-message.ts'
import { normaliseLocale } from './locale.ts'

/** A function per language that loads its catalogue, usually an `import()`. */
export type TranslationLoaders = Readonly<Record<string, () => Promise<Catalogue>>>

/**
 * Loads the best catalogue for a locale: `pt-BR`, else `pt`, else none (the components' English). A failed load counts
 * as none, because readable English is better than a blank page.
 */
export async function loadTranslations(locale: string, loaders: TranslationLoaders): Promise<Catalogue> {
  const parts = normaliseLocale(locale).split('-')
  for (; parts.length > 0; parts.pop()) {
    const tag = parts.join('-')
    if (Object.hasOwn(loaders, tag)) return (await loaders[tag]?.().catch(() => undefined)) ?? {}
  }
  return {}
}
