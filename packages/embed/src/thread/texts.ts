import type { Catalogue } from '@stoa/ui'
import type { MountOptions } from '../loader/define-element.ts'

type Place = Pick<MountOptions, 'locale' | 'forumUrl'>

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

/** The language of an element: its own or the page's, else the domain's. */
export async function localeOf({ locale, forumUrl }: Place): Promise<string> {
  return locale || (await load<{ language?: string }>(`${forumUrl}/config.json`))?.language || 'en'
}

/**
 * The texts for an element: those of the server's HTML, whose address it names, else those of its language. If they can't
 * be loaded, English is shown.
 */
export async function loadTexts(
  options: Place,
  rendered?: { texts?: string | undefined } | null,
): Promise<Catalogue | undefined> {
  const address = rendered ? rendered.texts : await addressOf(options)
  if (address === undefined) return undefined
  const texts = await load<Catalogue>(address)
  if (texts) shown.set(texts, address)
  return texts
}

async function addressOf(place: Place): Promise<string | undefined> {
  const [language = 'en'] = (await localeOf(place)).split('-')
  return language === 'en' ? undefined : `${place.forumUrl}/lang/${language}/widget.json`
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
