import type { CallInput } from '@stoa/contract'
import { exampleDomain, exampleDomainSettings, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { domainPath } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'

beforeEach(() => cleanup())

const item = { key: 'app.login', english: 'Sign in', source: 'new', text: 'Anmelden' }
const written = { de: { 'app.login': { text: 'Hinein', source: 'old' } } }
const settings = exampleDomainSettings({ language: 'de', languages: ['he'], texts: written })

test('a text of the domain’s own says when its source has changed, and can be kept, changed and reset', async () => {
  const domainTexts = vi.fn((_: CallInput<'domainTexts'>) => ({ items: [item], hasMore: false }))
  const domainSave = vi.fn((_: CallInput<'domainSave'>) => ({ domain: exampleDomain({ settings }) }))
  render(
    <ForumAt
      path={domainPath('default')}
      viewer={exampleMe({ networkAdmin: true })}
      callResponses={{ domainGet: () => ({ domain: exampleDomain({ settings }) }), domainTexts, domainSave }}
    />,
  )
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Your text for app.login')
  expect(domainTexts.mock.calls[0]?.[0]).toMatchObject({ language: 'de', keys: 'app.login' })
  expect(field.value).toBe('Hinein')
  const entry = within(field.closest('li') as HTMLElement)
  expect(entry.getByText('Source changed')).toBeTruthy()
  await userEvent.click(entry.getByRole('button', { name: 'It still fits' }))
  expect(entry.queryByText('Source changed')).toBeNull()
  await userEvent.click(entry.getByRole('button', { name: 'Use the default' }))
  expect(field.value).toBe('Anmelden')
  await userEvent.clear(field)
  expect(field.value).toBe('')
  await userEvent.type(field, 'Los')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(domainSave.mock.calls[0]?.[0].settings?.texts).toEqual({ de: { 'app.login': { text: 'Los', source: 'new' } } })
})
