import type { CallInput } from '@stoa/contract'
import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'
import { nothingFound, searchResponses } from '../../testing/search-responses.ts'
import { keepRecentSearch, readRecentSearches } from './recent-searches.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const show = async (path = '/bbs/FORUM', content: Partial<ForumContent> = {}) => {
  render(<ForumAt path={path} callResponses={searchResponses} {...content} />)
  await screen.findByRole('heading', { level: 1 })
  const [field] = screen.getAllByLabelText('Search').filter((one) => one instanceof HTMLInputElement)
  if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.')
  return field
}
/** At once, so that no suggestions for its first letters come before. */
const write = async (field: HTMLElement, text: string) => {
  await userEvent.click(field)
  await userEvent.paste(text)
}
const chosen = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
/** Without those of the choice of a language. */
const options = () =>
  screen.queryAllByRole('option').flatMap(({ tagName, textContent }) => (tagName === 'OPTION' ? [] : [textContent]))

test('the form works without scripts', async () => {
  const field = await show()
  expect(field.form?.method).toBe('get')
  expect(new URL(field.form?.action ?? '').pathname).toBe('/bbs/search')
  expect(field.name).toBe('q')
})

test('arrow keys choose a suggestion, after the last comes the field again, and Enter follows it', async () => {
  const field = await show()
  await write(field, 'ket')
  await screen.findByRole('option', { name: /Palmate Newt/ })
  expect(options()[0]).toBe('Search for “ket”')
  expect(options()[1]).toBe(`Search for “ket”in ${exampleCommunity().title}`)
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(chosen(field)).toBeNull()
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen(field)?.textContent).toBe('Search for “ket”')
  expect(chosen(field)?.getAttribute('aria-selected')).toBe('true')
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen(field)).toBeNull()
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen(field)?.textContent).toBe(options().at(-1))
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(chosen(field)?.textContent).toBe(options()[1]))
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Results for “ket”' })
  expect(options()).toEqual([])
  // In the community.
  expect(screen.getAllByRole('link', { name: 'Remove filter: The Forum' })).toHaveLength(1)
})

test('Enter without a choice searches for what was typed', async () => {
  const field = await show()
  await userEvent.type(field, '  two words {Enter}')
  await screen.findByRole('heading', { name: 'Results for “two words”' })
  await waitFor(() => expect(field.value).toBe('two words'))
  expect(readRecentSearches(exampleMe().id)).toEqual(['two words'])
})

test('suggestions that load after Enter stay closed', async () => {
  const field = await show('/bbs/search')
  const seen = vi.fn()
  const observer = new MutationObserver(() => document.querySelector('[role=listbox]') && seen())
  observer.observe(document.body, { childList: true, subtree: true })
  field.focus()
  field.value = 'ferry'
  field.form?.requestSubmit()
  await screen.findByRole('heading', { name: 'Results for “ferry”' })
  await waitFor(() => expect(field.getAttribute('role')).toBe('combobox'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(seen).not.toHaveBeenCalled()
  observer.disconnect()
})

test('Escape closes the suggestions and keeps the text, and typing opens them again', async () => {
  const field = await show()
  await write(field, 'ket')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.value).toBe('ket')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  await userEvent.type(field, 't')
  await screen.findByRole('option', { name: 'Search for “kett”' })
})

test('leaving the field closes the suggestions', async () => {
  const field = await show()
  await write(field, 'ket')
  await screen.findAllByRole('option')
  await userEvent.tab()
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the Enter of an input method chooses nothing', async () => {
  const field = await show()
  await write(field, 'ket')
  await screen.findAllByRole('option')
  await userEvent.keyboard('{ArrowDown}')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
  field.dispatchEvent(enter)
  expect(enter.defaultPrevented).toBe(false)
})

test('suggestions are requested once typing pauses', async () => {
  const asked = vi.fn((_: CallInput<'searchSuggestions'>) => searchResponses.searchSuggestions())
  const field = await show('/bbs/FORUM/search', { callResponses: { ...nothingFound, searchSuggestions: asked } })
  await userEvent.type(field, 'kettle')
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(asked.mock.calls).toEqual([[{ query: 'kettle', tokenName: 'FORUM' }]])
})

test('without an answer the search itself is offered', async () => {
  const field = await show('/bbs/FORUM', { calls: { searchSuggestions: 'fails' } })
  await write(field, 'ket')
  await screen.findByRole('option', { name: 'Search for “ket”' })
  expect(options()).toHaveLength(2)
})

test('recent searches belong to one person, and can be removed by keys and pointer', async () => {
  keepRecentSearch(exampleMe().id, 'one')
  keepRecentSearch(exampleMe().id, 'two')
  keepRecentSearch('', 'of a visitor')
  const field = await show()
  await userEvent.click(field)
  await screen.findByRole('listbox')
  expect(options()).toEqual(['two', 'one'])
  await userEvent.keyboard('{ArrowDown}{Shift>}{Delete}{/Shift}')
  expect(options()).toEqual(['one'])
  await userEvent.click(screen.getByTitle('Remove'))
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(readRecentSearches(exampleMe().id)).toEqual([])
  expect(readRecentSearches('')).toEqual(['of a visitor'])
  expect(document.activeElement).toBe(field)
})

test('the key / focuses the field, but not during typing', async () => {
  const field = await show()
  // Without styles both fields are in sight.
  Object.defineProperty(field, 'offsetParent', { value: document.body })
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('')
  await userEvent.keyboard('/')
  expect(field.value).toBe('/')
})

test('arrow keys pressed while suggestions load choose among what arrives', async () => {
  let answer = () => {}
  const searchSuggestions = vi.fn(
    () => new Promise((resolve) => (answer = () => resolve(searchResponses.searchSuggestions()))),
  )
  const field = await show('/bbs/FORUM', { callResponses: { ...searchResponses, searchSuggestions } as never })
  await write(field, 'ket')
  await screen.findByRole('option', { name: 'Search for “ket”' })
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(chosen(field)?.textContent).toBe(options().at(-1))
  await waitFor(() => expect(searchSuggestions).toHaveBeenCalled())
  answer()
  await screen.findByRole('option', { name: /Palmate Newt/ })
  await waitFor(() => expect(chosen(field)?.textContent).toBe(options()[2]))
})

test('suggestions mark the typed letters', async () => {
  const field = await show()
  await write(field, 'palm')
  const option = await screen.findByRole('option', { name: /Palmate Newt/ })
  expect(option.querySelector('mark')?.textContent).toBe('Palm')
  expect(screen.getByRole('option', { name: 'Search for “palm”' }).querySelector('mark')).toBeNull()
})
