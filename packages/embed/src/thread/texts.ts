import { closestLanguage, offeredLocale } from '@stoa/contract'
import type { Catalogue } from '@stoa/ui'
import type { MountOptions } from '../loader/define-element.ts'

type Place = Pick<MountOptions, 'locale' | 'forumUrl'>

/** What an element shows. */
export interface Language {
  /** BCP 47 tag, which decides about numbers and dates. */
  locale: string
  /** Undefined: English. */
  texts: Catalogue | undefined
}

/** How long an element or an error waits for its texts before it is shown in English. */
const TIMEOUT_MS = 10_000

const loads = new Map<string, Promise<unknown>>()
/** The texts shown on the page, with their addresses. */
const shown = new Map<Catalogue, string>()

/** The JSON at an address, loaded once per page; undefined if it can't be loaded. */
function load<Value>(address: string): Promise<Value | undefined> {
  const known = loads.get(address)
  if (known) return known as Promise<Value | undefined>
  const made = fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => (response.ok ? (response.json() as Promise<Value>) : undefined),
    () => {
      loads.delete(address)
      return undefined
    },
  )
  loads.set(address, made)
  return made
}

/**
 * The language of an element, with the texts that replace English ones: that of the server's HTML, else the element's or
 * the page's if the domain offers it, else the domain's. It is English if the texts can't be loaded.
 */
export async function languageFor(
  place: Place,
  rendered?: { locale: string; texts?: string | undefined } | null,
): Promise<Language> {
  const { locale, address } = rendered ? { ...rendered, address: rendered.texts } : await offeredBy(place)
  if (address === undefined) return { locale, texts: undefined }
  const texts = await load<Catalogue>(address)
  if (texts) shown.set(texts, address)
  return { locale: texts || isEnglish(locale) ? locale : 'en', texts }
}

const isEnglish = (locale: string) => /^en\b/.test(locale)

async function offeredBy({ locale, forumUrl }: Place): Promise<{ locale: string; address: string | undefined }> {
  const loaded = await load<{ language: string; languages?: string[] }>(`${forumUrl}/config.json`)
  const config = loaded?.languages && { ...loaded, languages: loaded.languages }
  const tag = config ? offeredLocale(config, locale) : locale || 'en'
  const [base = 'en'] = tag.split('-')
  const language = config ? (closestLanguage(config.languages, tag) ?? config.language) : base
  // Without the forum's word, English needs no texts.
  return { locale: tag, address: config || base !== 'en' ? `${forumUrl}/lang/${language}/widget.json` : undefined }
}

/** Adds the texts of a forum's errors to those of its elements. Never fails: English is used for what can't be loaded. */
export async function loadErrorTexts(forumUrl: string): Promise<void> {
  const ofForum = [...shown].filter(([, address]) => address.startsWith(`${forumUrl}/`))
  await Promise.all(
    ofForum.map(async ([texts, address]) => {
      Object.assign(texts, await load<Catalogue>(address.replace(/widget\.json.*/, 'errors.json')))
    }),
  )
}
