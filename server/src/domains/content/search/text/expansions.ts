/** More would cost more than they find. */
const EXPANSIONS_MAX = 16
/** Shorter words have too many neighbors that are other words. */
const STEM_LENGTH_MIN = 3
const LATIN_WORD = /^[a-z]+$/

/** Spellings of umlauts and similar letters with and without the letter that is written beside them. */
const WRITTEN: readonly [RegExp, string][] = [
  [/[äæ]/g, 'ae'],
  [/[öø]/g, 'oe'],
  [/ü/g, 'ue'],
  [/å/g, 'aa'],
]
const TYPED: readonly [RegExp, string][] = [
  [/ae/g, 'a'],
  [/oe/g, 'o'],
  [/(?<![aeq])ue/g, 'u'],
  [/aa/g, 'a'],
]

/**
 * Endings that stand for each other: of English, then of German and of the Romance languages. A word with the first
 * longest of a group's endings gets the others.
 */
const ENDINGS: readonly (readonly string[])[] = [
  ['y', 'ies'],
  ['', 's', 'es', 'ed', 'ing'],
  ['e', 'es', 'ed', 'ing'],
  ['', 'e', 'en', 'er', 'n'],
  ['o', 'a', 'os', 'as', 'i', 'e'],
  ['al', 'aux', 'ais'],
  ['ao', 'oes'],
  ['on', 'ones', 'oni'],
]
const DOUBLED = /([bdgklmnprt])\1$/

/** The likeliest form of a word with each ending, from what is left without it. */
function joined(stem: string, ending: string): string[] {
  const plain = stem + ending
  // stop, stopped; plan, planning
  if (/^(?:ed|ing)$/.test(ending) && /[^aeiou][aeiou][bdgklmnprt]$/.test(stem)) return [stem + stem.slice(-1) + ending, plain]
  if (ending === 'es' && !/(?:[sxzo]|[cs]h)$/.test(stem)) return []
  return [plain]
}

function formsWith(term: string, endings: readonly string[]): string[] {
  const forms: string[] = []
  for (const ending of endings.toSorted((a, b) => b.length - a.length)) {
    if (!term.endsWith(ending)) continue
    const stem = term.slice(0, term.length - ending.length)
    if (stem.length < STEM_LENGTH_MIN) continue
    const stems = /^(?:ed|ing)$/.test(ending) && DOUBLED.test(stem) ? [stem.slice(0, -1), stem] : [stem]
    for (const each of stems) for (const other of endings) if (other !== ending) forms.push(...joined(each, other))
    break
  }
  return forms
}

/** Turns a word into its spelling without marks, letter by letter. */
const withReplaced = (word: string, replacements: readonly [RegExp, string][]) =>
  replacements.reduce((text, [letters, replacement]) => text.replace(letters, replacement), word)

/**
 * Other forms of a word, the likeliest first: with other endings, and with umlauts written as two letters. They widen a
 * search; a form that isn't a word is in no text.
 *
 * @param written the word as typed
 * @param term the same, normalized
 */
export function expansionsOf(written: string, term: string): string[] {
  if (!LATIN_WORD.test(term)) return []
  const lower = written.normalize('NFC').toLowerCase()
  const spelled = withReplaced(lower, WRITTEN).replaceAll('ß', 'ss')
  const forms = [
    ...(LATIN_WORD.test(spelled) ? [spelled] : []),
    ...(withReplaced(term, TYPED) === term ? [] : [withReplaced(term, TYPED)]),
    ...ENDINGS.flatMap((endings) => formsWith(term, endings)),
  ]
  return [...new Set(forms)].filter((form) => form !== term).slice(0, EXPANSIONS_MAX)
}
