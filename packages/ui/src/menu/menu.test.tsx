import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu } from './menu.tsx'
import { nextItem } from './next-item.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function setup() {
  const onSelect = vi.fn<(value: string) => void>()
  const items = ['Edit', 'Report', 'Remove', 'Pin'].map((label) => ({
    id: label,
    label,
    onSelect: () => onSelect(label),
    disabled: label === 'Pin',
  }))
  render(
    <>
      <Menu label="More" items={items} />
      <p>elsewhere</p>
    </>,
  )
  return { onSelect, button: screen.getByRole('button', { name: 'More' }) }
}

const focused = () => document.activeElement?.textContent

it('works by keyboard only', async () => {
  const { onSelect, button } = setup()
  button.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Edit')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(focused()).toBe('Remove')
  await userEvent.keyboard('{Home}rr')
  expect(focused()).toBe('Remove')
  await userEvent.keyboard('{Enter}')
  expect(onSelect.mock.calls).toEqual([['Remove']])
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

it('closes on Escape, Tab and a press outside', async () => {
  const { button } = setup()
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.tab(),
    () => userEvent.click(screen.getByText('elsewhere')),
  ]) {
    await userEvent.click(button)
    expect(screen.getByRole('menu', { name: 'More' })).toBeTruthy()
    await leave()
    expect(screen.queryByRole('menu')).toBeNull()
  }
})

it('can’t choose disabled items', async () => {
  const { onSelect, button } = setup()
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Pin' }))
  expect(onSelect).not.toHaveBeenCalled()
})

it('follows links by press, Enter and Space', async () => {
  const went = vi.fn<(href: string) => void>()
  const follow = (event: Event) => {
    event.preventDefault()
    went((event.target as HTMLAnchorElement).href)
  }
  document.addEventListener('click', follow)
  render(<Menu label="Account" items={[{ id: 'profile', label: 'Profile', href: 'https://forum.example/me' }]} />)
  const button = screen.getByRole('button', { name: 'Account' })
  for (const choose of [
    () => userEvent.click(screen.getByRole('menuitem', { name: 'Profile' })),
    () => userEvent.keyboard('{Enter}'),
    () => userEvent.keyboard(' '),
  ]) {
    button.click()
    await screen.findByRole('menu')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Profile' })))
    went.mockClear()
    await choose()
    expect(went.mock.calls).toEqual([['https://forum.example/me']])
    expect(screen.queryByRole('menu')).toBeNull()
  }
  document.removeEventListener('click', follow)
})

it('ignores keys without meaning in a list', () => {
  expect(['Shift', ' ', 'q', 'ArrowLeft'].map((key) => nextItem(key, 0, ['a', 'b']))).toEqual(Array(4).fill(undefined))
})

it('stays open for items that take the place of a chosen one', async () => {
  function Growing({ onClose }: { onClose: () => void }) {
    const [isMore, setIsMore] = useState(false)
    const more = { id: 'more', label: 'More…', staysOpen: true, onSelect: () => setIsMore(true) }
    return <Menu label="Start" items={isMore ? [{ id: 'last', label: 'Last' }] : [more]} onClose={onClose} />
  }
  const onClose = vi.fn()
  render(<Growing onClose={onClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Start' }))
  await userEvent.keyboard('{Enter}')
  expect(focused()).toBe('Last')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start' }))
})

it('shows groups in one order, with lines between them', async () => {
  const items = [
    { id: 'report', label: 'Report', group: 'hide' },
    { id: 'pin', label: 'Pin', group: 'moderate' },
    { id: 'save', label: 'Save', group: 'keep' },
    { id: 'link', label: 'Copy link', group: 'keep' },
  ] as const
  render(<Menu label="More" items={items} note="16 views" />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const menu = screen.getByRole('menu')
  expect([...menu.children].map((line) => line.textContent)).toEqual(['Save', 'Copy link', '', 'Pin', '', 'Report'])
  expect(screen.getAllByRole('separator')).toHaveLength(2)
  expect(document.getElementById(menu.getAttribute('aria-describedby') ?? '')?.textContent).toBe('16 views')
})

it('has a text above a group, and a number', async () => {
  const items = [
    { id: 'drafts', label: 'Drafts', group: 'keep' },
    { id: 'queue', label: 'Moderation', group: 'moderate', count: 120 },
  ] as const
  render(<Menu label="More" items={items} headings={{ keep: 'Only you see these' }} />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.getByRole('group', { name: 'Only you see these' }).textContent).toBe('Only you see theseDrafts')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Drafts' }))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Moderation 99+' }))
})

it('is a sheet on phones, which a press beside it, Tab and Escape close', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { onSelect, button } = setup()
  const sheet = () => document.querySelector('dialog')
  for (const leave of [
    () => userEvent.click(sheet() as HTMLElement),
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.keyboard('{Tab}'),
  ]) {
    await userEvent.click(button)
    expect(sheet()?.open).toBe(true)
    expect(focused()).toBe('Edit')
    await leave()
    expect(sheet()).toBeNull()
  }
  await userEvent.click(button)
  await userEvent.click(screen.getByRole('menuitem', { name: 'Report' }))
  expect(onSelect.mock.calls).toEqual([['Report']])
  expect(document.activeElement).toBe(button)
})

it('has no button without items, and then keeps the focus', () => {
  const { container } = render(<Menu label="More" items={[]} defaultOpen />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(container.firstElementChild)
})
