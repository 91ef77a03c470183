import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatRelative } from '../i18n/format-time.ts'
import { I18nProvider } from '../i18n/i18n-provider.tsx'
import { RelativeTime } from './relative-time.tsx'

const NOW = Date.UTC(2026, 9, 4, 12)
const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('changes to a date from a week on', () => {
  const ago = (minutes: number) => formatRelative(NOW - minutes * MINUTE, NOW, 'en')
  expect([0, 0.99, 1, 59, 60, 23 * 60, 24 * 60, 6.9 * 1440, 7 * 1440].map(ago)).toEqual([
    'now',
    'now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    'yesterday',
    '6 days ago',
    undefined,
  ])
  expect(formatRelative(NOW + 30_000, NOW, 'en')).toBe('now')
  expect(formatRelative(NOW + 3 * 60 * MINUTE, NOW, 'de')).toBe('in 3 Stunden')
  const begun = [3 * 1440, 24 * 60, 10].map((minutes) => formatRelative(NOW + (minutes - 0.1) * MINUTE, NOW, 'en'))
  expect(begun).toEqual(['in 3 days', 'in 24 hours', 'in 10 minutes'])
})

it('shows nothing for an invalid date', () => {
  const page = (
    <I18nProvider locale="en-GB">
      <RelativeTime value={Number.MAX_SAFE_INTEGER} />
    </I18nProvider>
  )
  expect(render(page).container.innerHTML).toBe('')
  expect(renderToString(page)).toBe('')
})

it('renders the same on server and client, then follows the clock', async () => {
  const page = (
    <I18nProvider locale="en-GB">
      <RelativeTime value={NOW - 5 * MINUTE} />
    </I18nProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  expect(root.textContent).toBe('4 Oct 2026')
  const onRecoverableError = vi.fn<() => void>()
  await act(async () => {
    hydrateRoot(root, page, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(root.textContent).toBe('5 minutes ago')
  for (let step = 0; step < 4; step++) await act(async () => vi.advanceTimersByTime(MINUTE / 2))
  expect(root.textContent).toBe('7 minutes ago')
})

it('leaves a rendered text unchanged until it is due or hovered', async () => {
  const value = NOW - 5 * MINUTE
  const page = (shownTimes: Map<number, string>) => (
    <I18nProvider locale="en-GB" now={NOW} shownTimes={shownTimes}>
      <RelativeTime value={value} />
      <RelativeTime value={NOW - 30 * 1440 * MINUTE} />
    </I18nProvider>
  )
  const renderedTimes = new Map([
    [value, 'five minutes ago'],
    [NOW - 30 * 1440 * MINUTE, 'in September'],
  ])
  const { container } = render(page(renderedTimes))
  const texts = () => [...container.querySelectorAll('time')].map(({ textContent }) => textContent)
  await act(async () => vi.advanceTimersByTime(MINUTE / 4))
  expect(texts()).toEqual(['five minutes ago', 'in September'])
  await act(async () => vi.advanceTimersByTime(MINUTE / 2))
  expect(texts()).toEqual(['5 minutes ago', 'in September'])
  expect(container.querySelectorAll('time')[1]?.title).toBe('')
  fireEvent.pointerEnter(container.querySelectorAll('time')[1] as HTMLElement)
  expect(texts()).toEqual(['5 minutes ago', '4 Sept'])
  expect(container.querySelectorAll('time')[1]?.title).toContain('2026')
})

it('starts relative if the provider has the time of the render', () => {
  const html = renderToString(
    <I18nProvider now={NOW}>
      <RelativeTime value={NOW - 3 * 60 * MINUTE} />
    </I18nProvider>,
  )
  expect(html).toContain('>3 hours ago<')
  expect(html).toMatch(/datetime="2026-10-04T09:00:00.000Z"/i)
})

it('shows the year only of other years', () => {
  render(
    <I18nProvider now={NOW}>
      <RelativeTime value={Date.UTC(2026, 2, 3)} />
      <RelativeTime value={Date.UTC(2019, 2, 3)} />
    </I18nProvider>,
  )
  expect([screen.queryByText('Mar 3'), screen.queryByText('Mar 3, 2019')].every(Boolean)).toBe(true)
})
