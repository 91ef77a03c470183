import { createHash } from 'node:crypto'
import { type DomainSettings, languageChain } from '@stoa/contract'
import {
  catalogueOf,
  englishTexts,
  partsOfText,
  type TextPart,
  type Texts,
} from '../../../platform/languages/catalogues.ts'

/** The interface's texts in one language. */
export interface Translations {
  /** Versioned addresses for browsers, by part. */
  hrefs: Readonly<Record<TextPart, string>>
  /** All texts by message key. Missing ones are English. */
  texts: Texts
  /** The texts of a part, as a browser loads them. */
  part(name: TextPart): string
}

/** What decides about a domain's texts. */
interface Source {
  config: { language: string }
  settings: Pick<DomainSettings, 'language' | 'texts'>
  fileTexts: ReadonlyMap<string, Texts>
}

/** A domain that can be shown in several languages. */
interface Localizable extends Source {
  config: { language: string; languages: readonly string[] }
  translations: Translations | null
  cacheKey: string
}

const PARTS: readonly TextPart[] = ['reader', 'member', 'admin', 'errors', 'widget']

/** Texts and their parts without those of a domain, shared by all domains; of the catalogues that are loaded. */
let shared = { of: englishTexts(), byChain: new Map<string, Translations>() }

function keysOf(texts: Texts): string[] {
  const keys: string[] = []
  // The shared ones are inherited.
  for (const key in texts) keys.push(key)
  return keys
}

function describe(tag: string, texts: Texts): Translations {
  const part = (name: TextPart) => {
    const keys = keysOf(texts).filter((key) => partsOfText(key).includes(name))
    return JSON.stringify(Object.fromEntries(keys.map((key) => [key, texts[key]])))
  }
  const hrefOf = (name: TextPart) => {
    const version = createHash('sha256').update(part(name)).digest('base64url').slice(0, 12)
    return `/lang/${tag}/${name}.json?v=${version}`
  }
  const hrefs = Object.fromEntries(PARTS.map((name) => [name, hrefOf(name)])) as Translations['hrefs']
  return { hrefs, texts, part }
}

const cataloguesOf = (chain: readonly string[]): Texts[] =>
  chain.map(catalogueOf).filter((texts) => texts !== undefined)

/** A language's texts of the catalogues, with those it falls back to; null for English. */
function sharedOf(chain: readonly string[]): Translations | null {
  if (shared.of !== englishTexts()) shared = { of: englishTexts(), byChain: new Map() }
  const key = chain.join()
  const known = shared.byChain.get(key)
  if (known) return known
  const catalogues = cataloguesOf(chain).toReversed()
  if (catalogues.length === 0) return null
  const made = describe(chain[0] ?? 'en', Object.assign({}, ...catalogues))
  shared.byChain.set(key, made)
  return made
}

/** A domain's own texts in a language: those of files, and its own words instead of single ones. */
function ownTexts({ settings, fileTexts }: Pick<Source, 'settings' | 'fileTexts'>, tag: string): Texts | undefined {
  const words = Object.entries(settings.texts?.[tag] ?? {}).map(([key, { text }]) => [key, text] as const)
  return words.length === 0 ? fileTexts.get(tag) : { ...fileTexts.get(tag), ...Object.fromEntries(words) }
}

/**
 * A domain's own texts along a chain of languages, the nearest first. One gives way to the catalogue of a nearer language,
 * so that words for German readers don't replace the French translation.
 */
function ownAlong(chain: readonly string[], source: Pick<Source, 'settings' | 'fileTexts'>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [index, tag] of [...chain.entries()].toReversed()) {
    const nearer = cataloguesOf(chain.slice(0, index))
    for (const [key, text] of Object.entries(ownTexts(source, tag) ?? {}))
      if (!nearer.some((texts) => Object.hasOwn(texts, key))) found[key] = text
  }
  return found
}

/**
 * The texts of a domain in a language, which fall back to the language's base, the domain's language and English. In each
 * of these, its own texts precede those of the catalogue. Null: English without texts of its own.
 */
export function textsOf(source: Pick<Source, 'settings' | 'fileTexts'>, language: string): Texts | null {
  const chain = languageChain(language, source.settings.language)
  const catalogue = sharedOf(chain)
  const own = ownAlong(chain, source)
  if (Object.keys(own).length === 0) return catalogue?.texts ?? null
  return Object.assign(Object.create(catalogue?.texts ?? null), own)
}

/** The texts of a domain in the language of its `config`, with their addresses. Null: English without texts of its own. */
export function translationsOf(source: Source): Translations | null {
  const { language } = source.config
  const catalogue = sharedOf(languageChain(language, source.settings.language))
  const texts = textsOf(source, language)
  if (texts === null || texts === catalogue?.texts) return catalogue
  return describe(language, texts)
}

const localized = new WeakMap<object, Map<string, unknown>>()

/** A domain as readers of one of its languages see it. The same object as long as the domain is the same. */
export function inLanguage<One extends Localizable>(domain: One, language: string): One {
  if (language === domain.config.language || !domain.config.languages.includes(language)) return domain
  const known = localized.get(domain) ?? new Map<string, unknown>()
  localized.set(domain, known)
  const made = known.get(language)
  if (made) return made as One
  const config = Object.freeze({ ...domain.config, language })
  const own = {
    ...domain,
    config,
    translations: translationsOf({ ...domain, config }),
    cacheKey: `${domain.cacheKey}${language}\n`,
  }
  known.set(language, own)
  return own
}
