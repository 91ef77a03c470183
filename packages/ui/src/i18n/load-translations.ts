import type { Catalogue } from './format-message.ts'
import { normaliseLocale } from './locale.ts'

/** One function per language that fetches its catalogue, usually an `import()`. */
export type TranslationLoaders = Readonly<Record<string, () => Promise<Catalogue>>>

/**
 * Loads the best catalogue for a locale: `pt-BR`, else `pt`, else nothing (the components' English).
 * A failed download counts as nothing, since readable English beats a blank page.
 */
export async function loadTranslations(locale: string, loaders: TranslationLoaders): Promise<Catalogue> {
  const parts = normaliseLocale(locale).split('-')
  for (; parts.length > 0; parts.pop()) {
    const tag = parts.join('-')
    if (Object.hasOwn(loaders, tag)) return (await loaders[tag]?.().catch(() => undefined)) ?? {}
  }
  return {}
}
