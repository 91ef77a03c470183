import { StoaError } from '@stoa/client'
import { exampleCommunity } from '@stoa/contract/fixtures'
import { act, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyScreen } from './lazy-screen.ts'
import { ForumAt } from './testing/forum-at.tsx'

const FAILED = 'Couldn’t load this page'
const comeOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

test('a screen whose code failed to load is loaded once the connection is back', async () => {
  const load = vi.fn(async () => () => <h1>The screen</h1>)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const { lazy } = lazyScreen('x.tsx', load)()
  const { Component } = lazy as { Component: () => ReturnType<typeof load> }
  render(createElement(await Component()))
  expect(await screen.findByRole('heading', { name: FAILED })).toBeTruthy()
  await comeOnline()
  expect(await screen.findByRole('heading', { name: 'The screen' })).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(3)
})

test('a screen whose data failed to load is loaded once the connection is back', async () => {
  let isAway = true
  const communityGet = vi.fn(() => {
    if (isAway) throw new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })
    return { community: exampleCommunity({ about: 'What this is about' }) }
  })
  render(<ForumAt path="/bbs/FORUM/tab/about" callResponses={{ communityGet }} />)
  expect(await screen.findByRole('heading', { name: FAILED })).toBeTruthy()
  isAway = false
  await comeOnline()
  expect(await screen.findByText('What this is about')).toBeTruthy()
})
