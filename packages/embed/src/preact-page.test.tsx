/** @jsxImportSource preact */
import { render } from 'preact'
import { expect, test, vi } from 'vitest'
import type { SignOn } from './index.ts'
import './preact.ts'

const sso: SignOn = () => null

test('Preact’s JSX knows the elements, with attributes, events and sign-on', () => {
  const onEvent = vi.fn()
  const page = document.createElement('div')
  render(
    <>
      <stoa-comments
        community="FORUM"
        article-id="7"
        page-size={20}
        class="thread"
        ref={(element) => {
          if (element) element.sso = sso
        }}
        onstoa-comment={({ detail }) => onEvent(detail.commentId)}
      />
      <stoa-count community="FORUM" words />
      {/* @ts-expect-error The order of comments is one of four. */}
      <stoa-comments community="FORUM" sort="best" />
      {/* @ts-expect-error No element without its community. */}
      <stoa-poll />
      {/* @ts-expect-error A function in the markup would be lost: the script may not have come. */}
      <stoa-reactions community="FORUM" sso={sso} />
    </>,
    page,
  )
  const element = page.querySelector('stoa-comments')
  expect(element?.getAttribute('article-id')).toBe('7')
  expect(element?.sso).toBe(sso)
  element?.dispatchEvent(new CustomEvent('stoa-comment', { detail: { commentId: 'c1' } }))
  expect(onEvent.mock.calls).toEqual([['c1']])
})
