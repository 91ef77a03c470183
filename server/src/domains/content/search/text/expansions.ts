/** More would cost more than they find. */
const EXPANSIONS_MAX = 24
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

/** Endings that stand for each other after a stem of at least so many letters. */
interface EndingGroup {
  stem: number
  endings: readonly string[]
}

const ENDING_GROUPS: readonly EndingGroup[] = [
  // English
  { stem: 3, endings: ['y', 'ies'] },
  { stem: 3, endings: ['', 's', 'es', 'ed', 'ing'] },
  { stem: 3, endings: ['e', 'es', 'ed', 'ing'] },
  // German
  { stem: 4, endings: ['', 'e', 'en', 'er', 'es', 'n'] },
  // Spanish, Portuguese, French, Italian
  { stem: 3, endings: ['o', 'a', 'os', 'as'] },
  { stem: 4, endings: ['o', 'i'] },
  { stem: 4, endings: ['a', 'e'] },
  { stem: 4, endings: ['', 'e', 'es', 's'] },
  { stem: 3, endings: ['al', 'aux', 'ais'] },
  { stem: 4, endings: ['ao', 'oes'] },
  { stem: 4, endings: ['on', 'ones', 'oni'] },
]
const DOUBLED = /([bdgklmnprt])\1$/

const AFTER_SIBILANT = /(?:[sxzo]|[cs]h)$/
const CLOSED_SYLLABLE = /[^aeiou][aeiou][bdgklmnprt]$/
const isVerbal = (ending: string) => ending === 'ed' || ending === 'ing'

/** Forms of a stem with an ending. */
function joined(stem: string, ending: string): string[] {
  // stop, stopped; plan, planning
  return isVerbal(ending) && CLOSED_SYLLABLE.test(stem)
    ? [stem + stem.slice(-1) + ending, stem + ending]
    : [stem + ending]
}

/** The forms of a word with the other endings of a group. */
function formsWith(term: string, { stem: least, endings }: EndingGroup): string[] {
  return endings
    .filter((ending) => term.endsWith(ending) && term.length - ending.length >= least)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((ending) => {
      const stem = term.slice(0, term.length - ending.length)
      const stems = isVerbal(ending) && DOUBLED.test(stem) ? [stem.slice(0, -1), stem] : [stem]
      // English words end in -es only after some letters.
      const sibilant = AFTER_SIBILANT.test(stem)
      const others = endings.filter(
        (other) =>
          other !== ending && (other !== 'es' || sibilant || !endings.includes('ing') || !endings.includes('')),
      )
      return stems.flatMap((each) => others.flatMap((other) => joined(each, other)))
    })
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
    ...ENDING_GROUPS.flatMap((group) => formsWith(term, group)),
  ]
  return [...new Set(forms)].filter((form) => form !== term).slice(0, EXPANSIONS_MAX)
}
