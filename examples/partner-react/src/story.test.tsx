import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Story } from './story.tsx'

const URL_OF_STORY = 'https://news.example/stories/orchard'

it('renders the elements with what they need', () => {
  const { container } = render(<Story url={URL_OF_STORY} />)
  const attribute = (tag: string, name: string) => container.querySelector(tag)?.getAttribute(name)
  for (const tag of ['stoa-comments', 'stoa-count', 'stoa-reactions']) {
    expect([attribute(tag, 'community'), attribute(tag, 'url')]).toEqual(['FORUM', URL_OF_STORY])
  }
  expect([attribute('stoa-comments', 'page-size'), attribute('stoa-count', 'words')]).toEqual(['20', ''])
})

it('hears of a comment that the reader wrote', () => {
  const { container } = render(<Story url={URL_OF_STORY} />)
  expect(screen.queryByRole('status')).toBeNull()
  const event = new CustomEvent('stoa-comment', { detail: { commentId: 'c1' }, bubbles: true, composed: true })
  act(() => void container.querySelector('stoa-comments')?.dispatchEvent(event))
  expect(screen.getByRole('status').textContent).toContain('Thank you')
})

it('renders on a server, where there is no DOM to define elements in', () => {
  expect(renderToString(<Story url={URL_OF_STORY} />)).toContain('<stoa-comments community="FORUM"')
})
