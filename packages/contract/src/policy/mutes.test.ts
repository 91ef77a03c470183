import { describe, expect, test } from 'vitest'
import { exampleMe } from '../fixtures/people.ts'
import { containsWord, MUTE_PLACES, type MuteCause, type MutePlace, postMuted, textMuted } from './mutes.ts'

const PEST = 'pest'
const post = {
  id: 'post',
  publisherId: PEST,
  tokenName: 'BOATS',
  flairIds: ['topic'],
  texts: ['New Crème brûlée', 'A recipe'],
}
const nothing = { blocked: [], users: [], posts: [], topics: [], words: [] }

/** The viewer who has done each thing. Who was blocked has done nothing. */
const viewers: Record<MuteCause, ReturnType<typeof exampleMe>> = {
  blocked: exampleMe({ mutes: { ...nothing, blocked: [PEST] } }),
  blockedBy: exampleMe(),
  user: exampleMe({ mutes: { ...nothing, users: [PEST] } }),
  word: exampleMe({ mutes: { ...nothing, words: ['CREME brulee'] } }),
  post: exampleMe({ mutes: { ...nothing, posts: ['post'] } }),
  topic: exampleMe({ mutes: { ...nothing, topics: ['topic'] } }),
  community: exampleMe({ hiddenCommunities: ['BOATS'] }),
}
const causes = Object.keys(viewers) as MuteCause[]
const OF_TEXTS: readonly MuteCause[] = ['blocked', 'user', 'word']

describe.each(Object.keys(MUTE_PLACES) as MutePlace[])('%s', (place) => {
  test.each(causes)('%s', (cause) => {
    const effects: Record<MuteCause, string> = MUTE_PLACES[place]
    // The other side of a block isn't in what a viewer knows. The server refuses or leaves out.
    const expected = effects[cause] === 'shown' || cause === 'blockedBy' ? null : cause
    expect(postMuted(viewers[cause], post, place)).toBe(expected)
    expect(textMuted(viewers[cause], post, place)).toBe(OF_TEXTS.includes(cause) ? expected : null)
    expect(postMuted(viewers[cause], { ...post, publisherId: viewers[cause].id }, place)).toBe(
      cause === 'community' ? expected : null,
    )
  })
})

test('decisions of moderators always arrive', () => {
  expect(new Set(Object.values(MUTE_PLACES.decisions))).toEqual(new Set(['shown']))
})

test('a text that only mentions a muted person stays', () => {
  const text = { publisherId: 'other', texts: [`@${PEST} is right`] }
  for (const cause of ['blocked', 'user'] as const) expect(textMuted(viewers[cause], text, 'comments')).toBeNull()
})

test('an anonymous text has no author to mute', () => {
  const viewer = exampleMe({ mutes: { ...nothing, users: [''], blocked: [''] } })
  expect(textMuted(viewer, { publisherId: '', texts: [''] }, 'comments')).toBeNull()
})

test.each([
  ['duck', 'A duck.', true],
  ['duck', 'Ducks and duckling', false],
  ['duck', 'DÜCK', true],
  ['straße', 'Auf der STRASSE', false],
  ['c++', 'I like C++, too', true],
  ['c++', 'I like c+', false],
  ['.*', 'anything', false],
  ['two  words', 'In two words: no', true],
  ['two words', 'two\nwords', true],
  ['words', 'swords', false],
  ['snake', 'snake_case', false],
  ['猫', '黒猫です', true],
  ['cat', '見るcatです', true],
  ['की', 'का', false],
  ['кот', 'Кот!', true],
  ['du\u00ADck', 'a du\u00ADck', true],
])('%s in “%s”: %s', (word, text, isFound) => {
  expect(containsWord([word], [text])).toBe(isFound)
})

test('any of several words in any of several texts is found', () => {
  expect(containsWord(['goose', 'duck'], ['A title', 'with a duck'])).toBe(true)
  expect(containsWord([], ['A duck'])).toBe(false)
})
