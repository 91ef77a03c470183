/**
 * Checks the catalogues of all languages against the English texts in the sources: missing and unused keys, malformed
 * messages, other placeholders, wrong plural forms; and how much browsers load. `node scripts/checks/languages.mjs [folder]`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { englishTexts } from '../languages/english-texts.mjs'
import { messageFaults } from '../languages/message-faults.mjs'
import { isOfWidget, PARTS, partsOf } from '../languages/parts.mjs'

/** What a page may load of another language, as Brotli. */
const PART_MAX_BYTES = 25_000
const FOLDER = process.argv[2] ?? 'packages/languages/src'

const { texts, problems } = englishTexts()

/** @param {string} file @returns {string[]} */
function faultsOf(file) {
  const tag = file.replace(/\.json$/, '')
  /** @type {Record<string, string>} */
  const catalogue = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
  const keys = Object.keys(catalogue)
  const faults = keys.flatMap((key) => {
    const english = texts.get(key)?.text
    if (english === undefined) return [`${key} is unused`]
    return messageFaults(tag, { english, text: catalogue[key] ?? '' }).map((fault) => `${key} ${fault}`)
  })
  const missing = [...texts.keys()].filter((key) => !Object.hasOwn(catalogue, key)).map((key) => `${key} is missing`)
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key)
  /** @param {(files: string[]) => boolean} isPart */
  const sizeOf = (isPart) => {
    const part = Object.fromEntries(
      keys.filter((key) => isPart(texts.get(key)?.files ?? [])).map((key) => [key, catalogue[key]]),
    )
    return brotliCompressSync(JSON.stringify(part)).length
  }
  const sizes = [
    ...PARTS.map((part) => ({ part, size: sizeOf((files) => partsOf(files).includes(part)) })),
    { part: 'widget', size: sizeOf(isOfWidget) },
  ]
  console.log(`${tag}: ${keys.length} texts, ${sizes.map(({ part, size }) => `${part} ${size} B`).join(', ')}`)
  const large = sizes.filter(({ size }) => size > PART_MAX_BYTES).map(({ part, size }) => `${part} has ${size} bytes`)
  return [...missing, ...faults, ...large, ...(isSorted ? [] : ['the keys are not sorted'])].map(
    (fault) => `${tag}: ${fault}`,
  )
}

const faults = [
  ...problems,
  ...readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap(faultsOf),
]
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? `${texts.size} texts in all languages` : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
