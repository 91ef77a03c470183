import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MESSAGE = /'([\w.]+\.\w+)':\s*'((?:[^'\\]|\\.)*)'/g
const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const ARABIC = 'ابتدهفجحيكلمنوقرسشثخطظعغصض'

/** A message in Arabic letters: not a translation, but as long and as far from English as one. */
function inArabicLetters(text: string): string {
  return text.replace(/\{\w+\}|[a-z]/gi, (part) =>
    part.startsWith('{') ? part : (ARABIC[LATIN.indexOf(part.toLowerCase())] ?? part),
  )
}

/** Makes the forum of a data folder Arabic. Plurals and selections stay English. */
export function writeArabic(data: string): void {
  const packages = readdirSync('packages').map((name) => `packages/${name}/src`)
  const sources = ['hosted-app/src', ...packages].flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true }).map((file) => join(folder, file)),
  )
  const texts = sources
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|stories)\./.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(MESSAGE)])
    .map(([, key = '', text = '']) => [key, text] as const)
    .filter(([, text]) => !text.includes(', plural') && !text.includes(', select') && !text.includes('\\'))
    .map(([key, text]) => [key, inArabicLetters(text)])
  mkdirSync(join(data, 'lang'), { recursive: true })
  writeFileSync(join(data, 'config.json'), JSON.stringify({ language: 'ar', languages: [], domainDisplayName: 'رواق' }))
  writeFileSync(join(data, 'lang/ar.json'), JSON.stringify(Object.fromEntries(texts)))
}
