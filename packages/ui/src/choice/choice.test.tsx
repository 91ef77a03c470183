import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterChips, SegmentedControl } from './choice.tsx'

afterEach(cleanup)

it('is a group of buttons of which one is pressed', () => {
  const onChoose = vi.fn()
  const options = ['hot', 'new'].map((value) => ({ value, label: value }))
  render(<SegmentedControl label="Order" options={options} value="hot" onChoose={onChoose} />)
  expect(screen.getByRole('group', { name: 'Order' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'hot', pressed: true })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'new', pressed: false }))
  expect(onChoose.mock.calls.map(([value]) => value)).toEqual(['new'])
})

it('is a navigation with links, whose modified clicks are the browser’s', () => {
  const onChoose = vi.fn((_: string, event: { preventDefault: () => void }) => event.preventDefault())
  const options = [
    { value: '', label: 'All', href: '#all' },
    { value: 'help', label: 'Help', href: '#help', color: 'red' },
  ]
  render(<FilterChips label="Topics" options={options} value="help" onChoose={onChoose} />)
  expect(screen.getByRole('navigation', { name: 'Topics' })).toBeTruthy()
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Help')
  const all = screen.getByRole('link', { name: 'All' })
  expect(fireEvent.click(all, { ctrlKey: true })).toBe(true)
  expect(onChoose).not.toHaveBeenCalled()
  expect(fireEvent.click(all)).toBe(false)
})
