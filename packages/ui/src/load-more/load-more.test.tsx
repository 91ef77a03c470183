import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LoadMore } from './load-more.tsx'

afterEach(cleanup)

it('is a link handled by the page, except for modified clicks', () => {
  const onLoadMore = vi.fn<() => void>()
  render(<LoadMore href="?cursor=abc" label="20 more replies" onLoadMore={onLoadMore} />)
  const link = screen.getByRole('link', { name: '20 more replies' })
  expect(link.getAttribute('href')).toBe('?cursor=abc')
  expect(fireEvent.click(link)).toBe(false)
  expect(onLoadMore).toHaveBeenCalledOnce()
  link.addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false)
    event.preventDefault() // jsdom cannot follow it
  })
  fireEvent.click(link, { ctrlKey: true })
  expect(onLoadMore).toHaveBeenCalledOnce()
})

it('offers a retry after an error, and nothing while busy', () => {
  const onLoadMore = vi.fn<() => void>()
  const { rerender } = render(<LoadMore onLoadMore={onLoadMore} error="The network is down." />)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  rerender(<LoadMore onLoadMore={onLoadMore} busy />)
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(onLoadMore).toHaveBeenCalledOnce()
})

it('moves focus to the first new item when it disappears', async () => {
  const list = (names: string[], hasMore: boolean) => (
    <>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href="/x">{name}</a>
          </li>
        ))}
      </ul>
      {hasMore && <LoadMore onLoadMore={() => {}} />}
    </>
  )
  const { rerender } = render(list(['one', 'two'], true))
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  rerender(list(['one', 'two', 'three', 'four'], false))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('three'))
})
