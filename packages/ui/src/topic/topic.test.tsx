import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TopicPill } from './topic.tsx'

afterEach(cleanup)

it('links to the posts on a topic, named by its name alone', () => {
  render(<TopicPill name="Repairs" color="green" href="/bbs/FORUM?flair=1" />)
  const link = screen.getByRole('link', { name: 'Repairs' })
  expect(link.getAttribute('href')).toBe('/bbs/FORUM?flair=1')
  expect(link.querySelector('[data-color="green"]')?.getAttribute('aria-hidden')).toBe('true')
})

it('is plain text without an address', () => {
  const { container } = render(<TopicPill name="Repairs" color="green" />)
  expect(screen.queryByRole('link')).toBeNull()
  expect(container.querySelector('[data-color="green"] + bdi')?.textContent).toBe('Repairs')
})
