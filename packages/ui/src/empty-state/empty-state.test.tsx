import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EmptyState } from './empty-state.tsx'

it('has its title as a heading, first-level if it replaces the page', () => {
  const { rerender } = render(<EmptyState title="No comments yet" />)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No comments yet')
  rerender(<EmptyState title="Page not found" level={1} />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
})
