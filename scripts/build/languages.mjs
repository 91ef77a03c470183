/**
 * `node scripts/build/languages.mjs <folder>` writes the catalogues of all languages, and `english.json`: each English
 * text with the parts of the forum that load it.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { englishTexts } from '../languages/english-texts.mjs'
import { isOfWidget, partsOf } from '../languages/parts.mjs'

const SOURCE = 'packages/languages/src'
const folder = process.argv[2] ?? 'packages/languages/dist'
mkdirSync(folder, { recursive: true })
cpSync(SOURCE, folder, { recursive: true })
const { texts } = englishTexts()
const english = Object.fromEntries(
  [...texts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { text, files }]) => [
      key,
      { text, parts: [...partsOf(files), ...(isOfWidget(files) ? ['widget'] : [])] },
    ]),
)
writeFileSync(`${folder}/english.json`, JSON.stringify(english))
