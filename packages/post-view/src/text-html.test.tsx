import type { ListItem } from '@stoa/contract'
import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PostBlocks } from './post-blocks.tsx'
import type { PostBlock } from './read-blocks.ts'
import { createTextHtml, TextHtml } from './text-html.ts'

const inline = fc
  .array(
    fc.constantFrom(
      ...[
        '<b>',
        '</b>',
        '<i>',
        '</i>',
        '<mark>',
        '<code>',
        '</code>',
        '<br>',
        '</a>',
        '<b',
        '<script>',
        '<a href="x">',
      ],
      ...[
        '<a href="https://a.example/?x=1&amp;y=%22&quot;">',
        '<a href="javascript:x">',
        "<a href='https://b.example/'>",
      ],
      ...[
        '&amp;',
        '&lt;b&gt;',
        '&quot;',
        '&',
        '<',
        '>',
        '"',
        "'",
        'text',
        ' ',
        'https://c.example/?a=1&amp;b ',
        '(http://d.example).',
        '\n',
        'ä',
        'שלום',
      ],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const { items } = fc.letrec<{ items: ListItem[] }>((tie) => ({
  items: fc.array(
    fc.record({
      content: inline,
      items: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant<ListItem[]>([]), tie('items')),
    }),
    { minLength: 1, maxLength: 2 },
  ),
}))
const block: fc.Arbitrary<PostBlock> = fc.oneof(
  fc.record({ type: fc.constant('paragraph' as const), text: inline }),
  fc.record({ type: fc.constant('header' as const), text: inline, level: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ type: fc.constant('quote' as const), text: inline, caption: fc.oneof(inline, fc.constant(' ')) }),
  fc.record({ type: fc.constant('delimiter' as const) }),
  fc.record(
    {
      type: fc.constant('list' as const),
      style: fc.constantFrom('ordered' as const, 'unordered' as const, 'checklist' as const),
      start: fc.integer({ min: -1, max: 9 }),
      counterType: fc.constantFrom('numeric', 'upper-roman', 'constructor', '"'),
      items,
    },
    { requiredKeys: ['type', 'style', 'items'] },
  ),
  fc.record({ type: fc.constant('warning' as const), title: inline, message: inline }),
)

it('writes text blocks exactly as rendered, so that browsers can hydrate them', () => {
  const written = createTextHtml('opens in a new tab')
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const drawn = render(<PostBlocks blocks={blocks} />)
      const asHtml = render(
        <TextHtml.Provider value={written}>
          <PostBlocks blocks={blocks} />
        </TextHtml.Provider>,
      )
      expect(asHtml.container.isEqualNode(drawn.container), asHtml.container.innerHTML).toBe(true)
      drawn.unmount()
      asHtml.unmount()
    }),
    { numRuns: 200 },
  )
})
