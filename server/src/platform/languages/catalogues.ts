import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Texts by message key. */
export type Texts = Readonly<Record<string, string>>

/** What browsers load together: with every page, with some screens, with a refused call, or in the widget. */
export type TextPart = 'reader' | 'member' | 'admin' | 'errors' | 'widget'

/** An English text, and what loads it; nothing loads those that only the server needs. */
interface EnglishText {
  text: string
  parts: readonly TextPart[]
}

interface Catalogues {
  english: Readonly<Record<string, EnglishText>>
  languages: ReadonlyMap<string, Texts>
}

const NONE: Catalogues = { english: {}, languages: new Map() }
const ENGLISH = 'english.json'

let loaded = NONE

/** Loads the built catalogues, once, before anything is served. Without them everything is English. */
export function loadCatalogues(folder: string): void {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && file !== ENGLISH)
  loaded = {
    english: read(ENGLISH),
    languages: new Map(files.map((file): [string, Texts] => [file.slice(0, -'.json'.length), read(file)])),
  }
}

/** The texts of a language, without those it falls back to; undefined if there are none. */
export const catalogueOf = (tag: string): Texts | undefined => loaded.languages.get(tag)

/** All English texts. */
export const englishTexts = (): Catalogues['english'] => loaded.english

/** What loads a text. One that is unknown, such as a domain's own, belongs to every page. */
export const partsOfText = (key: string): readonly TextPart[] => loaded.english[key]?.parts ?? ['reader']
