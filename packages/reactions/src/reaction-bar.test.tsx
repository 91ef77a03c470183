import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ReactionBar } from './reaction-bar.tsx'

const counts = { 'thumb-up': 1234, 'thumb-down': 0 }

it('names each button with its exact count and shows it compactly', () => {
  render(<ReactionBar counts={counts} onReact={() => {}} />)
  const up = screen.getByRole('button', { name: 'Like, 1,234 people' })
  expect(up.textContent).toBe('1.2K')
  expect(screen.getByRole('button', { name: 'Dislike, no one yet' }).textContent).toBe('')
})

it('shows the chosen reaction, and removes it on a second press', async () => {
  const onReact = vi.fn()
  render(<ReactionBar counts={counts} mine="thumb-up" onReact={onReact} />)
  const [up, down] = screen.getAllByRole('button')
  expect(up?.getAttribute('aria-pressed')).toBe('true')
  expect(down?.getAttribute('aria-pressed')).toBe('false')
  if (up) await userEvent.click(up)
  if (down) await userEvent.click(down)
  expect(onReact.mock.calls).toEqual([[null], ['thumb-down']])
})

it('accepts no reaction while disabled', async () => {
  const onReact = vi.fn()
  render(<ReactionBar counts={counts} onReact={onReact} disabled />)
  for (const button of screen.getAllByRole('button')) await userEvent.click(button)
  expect(onReact).not.toHaveBeenCalled()
})
