import {
  POST_MAX_BLOCKS,
  POST_MAX_LEVELS,
  POST_MAX_LIST_ITEMS,
  POST_TEXT_MAX_LENGTH,
  type PostDocument,
} from '@stoa/contract'
import { content, paragraph } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { closestLimit } from './limits.ts'

const document = (...blocks: object[]) => ({ blocks }) as unknown as PostDocument
const paragraphs = (count: number) =>
  JSON.parse(content(...Array.from({ length: count }, (_, index) => paragraph(`Line ${index}`)))) as PostDocument

/** A list in a list, and so on. */
function nested(lists: number): object {
  let items: object[] = []
  for (let level = 0; level < lists; level += 1) items = [{ content: 'Deeper', items }]
  return { type: 'list', data: { style: 'unordered', items } }
}

/** How deep brackets are nested in the JSON, as the server counts. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of json.replace(/"(\\.|[^"\\])*"/g, '')) {
    if ('[{'.includes(character)) depth += 1
    if (']}'.includes(character)) depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

test('an ordinary text is close to no limit', () => {
  expect(closestLimit(document())).toBeNull()
  expect(closestLimit(paragraphs(100))).toBeNull()
})

test('a limit is shown before it is met, and says when it is exceeded', () => {
  const at = (count: number) => closestLimit(paragraphs(count))
  expect(at(POST_MAX_BLOCKS * 0.9 - 1)).toBeNull()
  expect(at(POST_MAX_BLOCKS * 0.9)).toMatchObject({ kind: 'blocks', count: 450, max: 500, isOver: false })
  expect(at(POST_MAX_BLOCKS)).toMatchObject({ isOver: false })
  expect(at(POST_MAX_BLOCKS + 1)).toMatchObject({ kind: 'blocks', isOver: true })
})

test('characters, list items and levels have limits, too', () => {
  const long = document({ type: 'paragraph', data: { text: 'é'.repeat(POST_TEXT_MAX_LENGTH + 1) } })
  expect(closestLimit(long)).toMatchObject({ kind: 'characters', isOver: true })
  const item = { content: '', items: [] }
  const list = (length: number) => ({ type: 'list', data: { style: 'unordered', items: Array(length).fill(item) } })
  expect(closestLimit(document(...Array(4).fill(list(POST_MAX_LIST_ITEMS / 4))))).toMatchObject({
    kind: 'items',
    count: POST_MAX_LIST_ITEMS,
    isOver: false,
  })
  expect(closestLimit(document(list(POST_MAX_LIST_ITEMS + 1)))).toMatchObject({ kind: 'items', isOver: true })
})

test.each([16, 17, 18, 19])('%i lists in each other are as deep as their JSON', (lists) => {
  const text = document(nested(lists))
  const depth = depthOf(JSON.stringify(text))
  expect(closestLimit(text)).toMatchObject({ kind: 'levels', count: depth, isOver: depth > POST_MAX_LEVELS })
})

test('addresses of files are no text', () => {
  const url = `https://example.org/${'x'.repeat(POST_TEXT_MAX_LENGTH)}`
  expect(closestLimit(document({ type: 'image', data: { file: { url } } }))).toBeNull()
})
