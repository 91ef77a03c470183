import type { Catalogue } from '@stoa/ui'
import type { MountOptions } from '../loader/define-element.ts'

const loads = new Map<string, Promise<Catalogue | undefined>>()

/** Texts of a language at an address, loaded once per page. If they can't be loaded, English is shown. */
function load(address: string): Promise<Catalogue | undefined> {
  const known = loads.get(address)
  if (known) return known
  const made = fetch(address).then(
    (response) => (response.ok ? (response.json() as Promise<Catalogue>) : undefined),
    () => {
      loads.delete(address)
      return undefined
    },
  )
  loads.set(address, made)
  return made
}

/** The texts for an element: those of the server's HTML, whose address it names, else those of its language. */
export async function loadTexts(
  { locale, forumUrl }: Pick<MountOptions, 'locale' | 'forumUrl'>,
  rendered?: { texts?: string | undefined } | null,
): Promise<Catalogue | undefined> {
  if (rendered) return rendered.texts === undefined ? undefined : load(rendered.texts)
  const [language = 'en'] = locale.split('-')
  return language === 'en' ? undefined : load(`${forumUrl}/lang/${language}/widget.json`)
}
