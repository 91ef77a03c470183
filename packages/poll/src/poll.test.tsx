import type { PollSettings } from '@stoa/contract'
import { I18nProvider } from '@stoa/ui'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Poll, type PollProps } from './poll.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const open: PollSettings = { closesAt: null, results: 'always', voters: 'public' }
const voter = {
  userId: 'u0000000000000000001',
  username: 'river_otter',
  displayName: 'River Otter',
  slugUrl: 'river_otter',
  imageUrl: '',
}

function show(over: Partial<PollProps> = {}) {
  const onVote = vi.fn()
  render(
    <Poll
      options={['Ferry', 'Bridge', 'Ferry']}
      settings={open}
      values={[
        { count: 1, lastVoters: [voter] },
        { count: 2, lastVoters: [] },
        { count: 0, lastVoters: [] },
      ]}
      totalVoters={3}
      onVote={onVote}
      authorHref={(slug) => `/author/${slug}`}
      {...over}
    />,
  )
  return onVote
}

it('shows percentages with two decimals, each rounded by itself', () => {
  show()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Ferry33.33%',
    'Bridge66.67%',
    'Ferry0.00%',
  ])
  expect([...document.querySelectorAll('small')].map((decimals) => decimals.textContent)).toEqual([
    '.',
    '33',
    '.',
    '67',
    '.',
    '00',
  ])
  expect(screen.getByText('3 votes')).toBeTruthy()
})

it('chooses, changes, and removes a vote by choosing it again', async () => {
  const onVote = show({ selected: 1 })
  const [first, second] = screen.getAllByRole('button')
  expect(second?.getAttribute('aria-pressed')).toBe('true')
  first?.focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  // The next Tab stop is the voter's link, which is next to the button, not in it.
  expect(document.activeElement?.getAttribute('href')).toBe('/author/river_otter')
  if (second) await userEvent.click(second)
  expect(onVote.mock.calls).toEqual([[0], [-1]])
})

it('shows neither bars nor percentages while results are hidden from the reader', () => {
  show({ values: null, settings: { ...open, results: 'afterVote' } })
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Ferry', 'Bridge', 'Ferry'])
  expect(document.querySelector('rect')).toBeNull()
  expect(screen.getByText('Vote to see the results')).toBeTruthy()
})

it('reserves space for results, so that voting moves nothing', () => {
  const positions = () =>
    ['.stoa-poll-percent', '.stoa-poll-voters', '.stoa-poll-hint'].map((part) => document.querySelectorAll(part).length)
  const look = (over: Partial<PollProps>) => {
    show({ settings: { ...open, results: 'afterVote' }, ...over })
    const result = positions()
    cleanup()
    return result
  }
  const voted = look({ selected: 1 })
  expect(voted).toEqual([3, 3, 1])
  expect(look({ values: null })).toEqual(voted)
  expect(look({ values: null, totalVoters: 0 })).toEqual(voted)
  expect(look({ locked: true })).toEqual(voted)
})

it('names the last voters and the number of others', () => {
  show({
    values: [
      { count: 9, lastVoters: [voter] },
      { count: 0, lastVoters: [] },
      { count: 0, lastVoters: [] },
    ],
  })
  const group = screen.getByRole('group', { name: 'Latest votes for Ferry' })
  expect(within(group).getByRole('link').getAttribute('title')).toBe('River Otter')
  expect(group.textContent).toContain('+8')
})

it('accepts no votes when locked', async () => {
  const onVote = show({ locked: true })
  for (const button of screen.getAllByRole('button')) await userEvent.click(button)
  expect(onVote).not.toHaveBeenCalled()
  expect(screen.getByText('You can’t vote here')).toBeTruthy()
})

it('closes at its time while visible', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  render(
    <I18nProvider now={1_000_000}>
      <Poll
        options={['Yes', 'No']}
        settings={{ ...open, closesAt: 1_060_000 }}
        values={null}
        totalVoters={0}
        onVote={() => {}}
        authorHref={String}
      />
    </I18nProvider>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Yes' })
  expect(button.disabled).toBe(false)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(button.disabled).toBe(true)
  expect(screen.getByText(/^Closed/)).toBeTruthy()
})
