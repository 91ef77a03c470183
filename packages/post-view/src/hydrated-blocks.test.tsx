import type { ListItem } from '@stoa/contract'
import { render } from '@testing-library/react'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PostBlocks } from './post-blocks.tsx'
import type { PostBlock } from './read-blocks.ts'

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

it('is hydrated without a change of any block', () => {
  const complaint = vi.spyOn(console, 'error')
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const view = <PostBlocks blocks={blocks} />
      const container = document.body.appendChild(document.createElement('div'))
      container.innerHTML = renderToString(view)
      const served = [...container.querySelectorAll('*')]
      const text = container.textContent
      const { unmount } = render(view, { container, hydrate: true })
      const now = [...container.querySelectorAll('*')]
      expect(now.filter((element, index) => element !== served[index])).toEqual([])
      expect(now).toHaveLength(served.length)
      expect(container.textContent).toBe(text)
      unmount()
      container.remove()
    }),
    { numRuns: 200 },
  )
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
})
