import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForumAt } from '../testing/forum-at.tsx'
import { currentConsent, onConsent } from './consent.ts'

const forget = () => void (document.cookie = 'stoa_consent=; Max-Age=0; Path=/')
beforeEach(forget)
afterEach(() => {
  cleanup()
  forget()
  vi.unstubAllGlobals()
  for (const name of ['globalPrivacyControl', 'doNotTrack']) Reflect.deleteProperty(navigator, name)
})

const open = (consent: 'off' | 'required') => render(<ForumAt path="/bbs/picker" viewer={null} config={{ consent }} />)
const question = () => screen.queryByRole('dialog', { name: 'Your privacy' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('nothing is allowed before a choice, and refusing is one press, as allowing is', async () => {
  open('required')
  await screen.findByRole('dialog', { name: 'Your privacy' })
  expect(currentConsent(true)).toEqual({ isDecided: false, statistics: false, ads: false })
  const buttons = ['Necessary only', 'Save choice', 'Allow all'].map((name) => screen.getByRole('button', { name }))
  expect(new Set(buttons.map(({ className, dataset }) => `${className} ${dataset.variant}`)).size).toBe(1)
  // It doesn’t take the focus, and nothing is ticked for the visitor.
  expect(question()?.contains(document.activeElement)).toBe(false)
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, false])
  await press('Necessary only')
  expect(question()).toBeNull()
  expect(document.cookie).toContain('stoa_consent=1')
  expect(currentConsent(true)).toEqual({ isDecided: true, statistics: false, ads: false })
  expect(document.activeElement).not.toBe(document.body)
})

test('a choice is stored, told to listeners, and revised in the footer by keyboard', async () => {
  const listener = vi.fn<() => void>()
  const end = onConsent(listener)
  open('required')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Statistics' }))
  await press('Save choice')
  expect(currentConsent(true)).toEqual({ isDecided: true, statistics: true, ads: false })
  expect(listener).toHaveBeenCalledTimes(1)
  const opener = screen.getByRole('button', { name: 'Privacy choices' })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(question()))
  expect((screen.getByRole('checkbox', { name: 'Statistics' }) as HTMLInputElement).checked).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(question()).toBeNull()
  expect(document.activeElement).toBe(opener)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(question()))
  await press('Allow all')
  expect(document.activeElement).toBe(opener)
  expect(currentConsent(true)).toEqual({ isDecided: true, statistics: true, ads: true })
  end()
})

test('domains that don’t require it ask nothing', async () => {
  open('off')
  await screen.findByRole('main')
  expect(question()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Privacy choices' })).toBeNull()
  expect(currentConsent(false)).toEqual({ isDecided: true, statistics: true, ads: true })
})

test.each([
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
])('%s switches ads and statistics off without a question', async (name, value) => {
  Object.defineProperty(navigator, name, { value, configurable: true })
  open('required')
  await screen.findByRole('main')
  expect(question()).toBeNull()
  expect(currentConsent(true)).toEqual({ isDecided: true, statistics: false, ads: false })
  await press('Privacy choices')
  await screen.findByText(/Your browser asks sites not to track you/)
  await press('Close')
  expect(question()).toBeNull()
})
