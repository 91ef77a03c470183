import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSortSegments } from './sort-segments.tsx'
import { ThreadHeader } from './thread-header.tsx'

afterEach(cleanup)

it('offers the orders side by side where there is room for them', () => {
  const onSort = vi.fn()
  render(<ThreadHeader id="h" total={2} sort="top" onSort={onSort} renderSort={renderSortSegments} />)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Top')
  fireEvent.click(screen.getByRole('button', { name: 'New' }))
  expect(onSort.mock.calls[0]?.[0]).toBe('new')
})
