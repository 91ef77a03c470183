import fc from 'fast-check'
import { Fragment, type Node } from 'prosemirror-model'
import {
  codeBlock,
  listBlocks,
  type PastedItem,
  quoteBlock,
  tableBlocks,
  warningBlock,
} from '../document/pasted-blocks.ts'
import { schema } from '../document/schema.ts'

const { nodes, marks } = schema
const NAMES = ['b', 'i', 'u', 's', 'mark', 'code'] as const

const words = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'word', 'two words', 'snake_case', 'é', '😀', '日本') },
  fc.constantFrom(
    '*',
    '_',
    '**',
    '~~',
    '==',
    '=',
    '`',
    '``',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '<',
    '>',
    '&',
    '&amp;',
    '|',
    '#',
  ),
  fc.constantFrom(
    '# ',
    '- ',
    '-',
    '---',
    '1. ',
    '> ',
    '+ ',
    '[x] ',
    '[a](b)',
    '<b>',
    '<!--',
    ': ',
    '— ',
    ' ',
    '  ',
    '\u00a0',
    '\t',
  ),
)
const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const link = fc.constantFrom(null, null, null, 'https://a.example/', 'https://b.example/(x)_y?a=1&b=2&copy;')
const run = fc.record({ text, names: fc.subarray([...NAMES], { maxLength: 2 }), href: link, isBreak: fc.nat(7) })

/** Inline content whose every combination of marks and signs may occur. */
const inline: fc.Arbitrary<Node[]> = fc.array(run, { minLength: 1, maxLength: 4 }).map((runs) => {
  const parts = runs.map(({ text, names, href, isBreak }) => {
    const base = href === null ? [] : marks.link.create({ href }).addToSet([])
    const set = names.reduce((all, name) => marks[name].create().addToSet(all), base)
    return isBreak === 0 ? nodes.lineBreak.create() : schema.text(text, set)
  })
  return [...Fragment.fromArray(parts).content]
})
const visible = inline.filter((content) => content.some(({ textContent }) => textContent.trim() !== ''))

const { item } = fc.letrec<{ item: PastedItem }>((tie) => ({
  item: fc.record({
    text: inline,
    checked: fc.boolean(),
    items: fc.oneof({ depthSize: 'small' }, fc.constant<PastedItem[]>([]), fc.array(tie('item'), { maxLength: 2 })),
    after: fc.constant<Node[]>([]),
  }),
}))
const code = fc
  .array(fc.constantFrom('a', '  b', '```', '~~~~', '', '# c', '`'), { maxLength: 4 })
  .map((lines) => lines.join('\n'))

const block: fc.Arbitrary<readonly Node[]> = fc.oneof<fc.Arbitrary<readonly Node[]>[]>(
  visible.map((content) => [nodes.paragraph.create(null, content)]),
  fc
    .tuple(visible, fc.integer({ min: 1, max: 6 }))
    .map(([content, level]) => [nodes.heading.create({ level }, content)]),
  fc
    .record({
      style: fc.constantFrom('ordered', 'unordered', 'checklist'),
      start: fc.constantFrom(1, 0, 7),
      counterType: fc.constant(null),
      items: fc.array(item, { minLength: 1, maxLength: 3 }),
    })
    .map(listBlocks),
  fc
    .tuple(visible, fc.oneof(fc.constant<Node[]>([]), visible))
    .map(([content, caption]) => [quoteBlock(content, caption)]),
  fc.tuple(visible, visible).map(([title, message]) => [warningBlock(title, message)]),
  fc
    .tuple(code, fc.constantFrom('', 'js', 'Visual Basic', 'c++'))
    .map(([content, language]) => [codeBlock(content, language)]),
  fc
    .array(fc.tuple(visible, visible), { minLength: 1, maxLength: 3 })
    .map((rows) => tableBlocks(rows, rows.length > 1)),
  fc.constant([nodes.delimiter.create()]),
)

/** Blocks that Markdown and HTML can express. */
export const roundTripBlocks: fc.Arbitrary<Node[]> = fc.array(block, { maxLength: 4 }).map((blocks) => blocks.flat())
