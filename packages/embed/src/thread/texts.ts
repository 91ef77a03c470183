import type { Catalogue } from '@stoa/ui'
import type { MountOptions } from '../loader/define-element.ts'

type Place = Pick<MountOptions, 'locale' | 'forumUrl'>

const loads = new Map<string, Promise<unknown>>()

/** The JSON at an address, loaded once per page; undefined if it can't be loaded. */
function load<Value>(address: string): Promise<Value | undefined> {
  const known = loads.get(address)
  if (known) return known as Promise<Value | undefined>
  const made = fetch(address).then(
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
  if (rendered) return rendered.texts === undefined ? undefined : load(rendered.texts)
  const [language = 'en'] = (await localeOf(options)).split('-')
  return language === 'en' ? undefined : load(`${options.forumUrl}/lang/${language}/widget.json`)
}
