import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesUnder } from '../build/fingerprint.mjs'

/** What the English texts avoid, by the reason. */
const AVOIDED: Readonly<Record<string, RegExp>> = {
  'British spelling':
    /colour|\bgrey\b|neighbour|behaviour|favour|harbour|honour|humour|\bcentred?\b|\b(re)?(recogn|organ|serial|normal|custom|synchron|author|apolog|summar)is(e|ed|es|ing|ation)\b|cancell(ed|ing)|labelled|modelled|travell|catalogue|licence|\bmetres?\b|misspelt|\bany more\b(?! than)|\btowards\b|\blower-case\b/i,
  'Email is one word': /\be-mail/i,
  'a possessive, such as “{name}’s ban”':
    /\b(ban|time-out|permissions|e?mail|address|password|username|content|appeal|card|codes|comments|owner|moderators|files?|posts?|title|colou?r) of (\{|the |this |its |their |your |yours|a |an )/i,
  'no clause as a subject': /(^|[.!:] )(What|Who)\b[^?]*$|\bwhat (is|are|was|has|have|waits)\b|\bof those who\b/,
  'everyone, someone, no one': /\b(every|some|no)body\b/i,
  'what the field needs': /\bfill this in\b|\bmust not be empty\b/i,
  'sentence case': /^(?!\w+$)([A-Z][a-z]+ )+([A-Z][a-z]+)$/,
  'a percent sign follows its number': /\} %/,
  'short name': /token name/i,
}

/** Texts with names, those the specification prescribes, and the API’s words for any empty field. */
const EXCEPTIONS = new Set(['Read More', 'Must not be empty.'])

/** The English texts in source code: messages by key, and the errors' messages. */
function textsIn(source: string): string[] {
  const keyed = source.matchAll(/(?:'[a-z][\w-]*(?:\.[\w-]+)+'|\bmessage):\s*(['"])((?:\\.|(?!\1).)*)\1/g)
  return Array.from(keyed, ([, , text = '']) => text)
}

/** The parts that a message shows: its branches are texts of their own. */
const partsOf = (text: string) => [text, ...Array.from(text.matchAll(/\w+ \{([^{}]*)\}/g), ([, branch = '']) => branch)]

function problemsIn(text: string): string[] {
  if (EXCEPTIONS.has(text)) return []
  const found = Object.entries(AVOIDED).filter(([, pattern]) => partsOf(text).some((part) => pattern.test(part)))
  return found.map(([reason]) => `${text}: ${reason}`)
}

const sources = filesUnder(['packages', 'hosted-app/src']).filter(
  (file) => /\/src\/.*\.tsx?$/.test(file) && !/\.(test|stories)\.|\/(fixtures|testing)\//.test(file),
)
const texts = sources.flatMap((file) => textsIn(readFileSync(file, 'utf8')))

test('the messages are in plain American English', () => {
  // All of them are found.
  expect(texts.length).toBeGreaterThan(1800)
  expect(texts.flatMap(problemsIn)).toEqual([])
  expect(texts).toEqual(expect.arrayContaining([...EXCEPTIONS]))
})

test.each([
  'Colour',
  'E-mail address',
  'The ban of {name} was changed.',
  '{actor} granted the appeal of {person}',
  'What moderators decided about posts here.',
  'Who runs it',
  'Somebody else has changed this.',
  'Please fill this in.',
  'Show Less',
  'Uploading, {percent} %',
  '{count, plural, one {# neighbour} other {# neighbours}}',
  'The transfer was cancelled',
])('“%s” is refused', (planted) => {
  const source = `export const plantedMessages = { 'planted.text': '${planted}' } as const`
  expect(textsIn(source).flatMap(problemsIn)).not.toEqual([])
})
