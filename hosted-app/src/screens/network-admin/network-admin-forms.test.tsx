import { StoaError } from '@stoa/client'
import { type CallInput, errors } from '@stoa/contract'
import { EXAMPLE_NOW, exampleDomain, exampleDomainSettings, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { domainPath, insetsPath } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'

beforeEach(() => cleanup())
const viewer = exampleMe({ networkAdmin: true })

test('a version that can’t be restored says so in its row', async () => {
  const refuse = () => {
    throw new StoaError('INTERNAL', { ...errors.INTERNAL, message: 'Not now.' })
  }
  const callResponses = { domainGet: () => ({ domain: exampleDomain() }), domainPublish: refuse }
  render(<ForumAt path={domainPath('garden')} viewer={viewer} callResponses={callResponses} />)
  const [restore] = await screen.findAllByRole('button', { name: 'Restore' })
  if (!restore) throw new Error('No version can be restored.')
  await userEvent.click(restore)
  const row = within(restore.closest('li') as HTMLElement)
  await waitFor(() => expect(row.getByRole('alert').textContent).toBe('Not now.'))
  expect(screen.getAllByText('Not now.')).toHaveLength(1)
})

test('a version shows what it changed, with long values in whole on request', async () => {
  const domain = exampleDomain()
  const [version] = domain.versions
  if (!version) throw new Error('There is no version.')
  const line = 'GARDEN /forum nature'
  const settings = exampleDomainSettings({
    domainDisplayName: 'Lower Mill',
    urlMapping: Array.from({ length: 12 }, () => ({ tokenName: 'GARDEN', basePath: '/forum', section: 'nature' })),
  })
  const domainVersionGet = vi.fn(() => ({
    ...{ version, settings, settingsBefore: exampleDomainSettings(), sectionAdmins: [] },
  }))
  render(
    <ForumAt
      path={domainPath('garden')}
      viewer={viewer}
      callResponses={{ domainGet: () => ({ domain }), domainVersionGet }}
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Show changes of version 2' }))
  const name = (await screen.findByText('Display name', { selector: 'dt' })).parentElement
  expect(name?.textContent).toBe('Display nameBefore: Lower Mill ForumAfter: Lower Mill')
  const addresses = screen.getByText('Community addresses', { selector: 'dt' }).parentElement as HTMLElement
  expect(addresses.textContent).toContain('Before: empty')
  expect(addresses.textContent?.split(line).length).toBeLessThan(10)
  await userEvent.click(within(addresses).getByRole('button', { name: 'Show all' }))
  expect(addresses.textContent?.split(line)).toHaveLength(13)
  expect(domainVersionGet).toHaveBeenCalledTimes(1)
})

test('an ad’s days are those of its domain, and each field shows what is wrong', async () => {
  const inset = {
    id: exampleId(1, 'n'),
    ...{ name: 'Seeds', image: '/media/a/b.webp', alt: 'Seeds', link: 'https://seeds.example/', share: 10 },
    ...{ startsAt: EXAMPLE_NOW, endsAt: null, revision: 1, views: 0, clicks: 0 },
  }
  const insetSave = vi.fn<(input: CallInput<'insetSave'>) => never>(() => {
    const details = [{ field: 'inset.link', message: 'Must be an http or https link.' }]
    throw new StoaError('VALIDATION_FAILED', { ...errors.VALIDATION_FAILED, details })
  })
  const publishedSettings = exampleDomainSettings({ timeZone: 'Asia/Kolkata' })
  const domain = exampleDomain({ name: 'default', publishedSettings })
  const callResponses = {
    domainList: () => ({ items: [domain] }),
    domainGet: () => ({ domain }),
    insetList: () => ({ items: [inset] }),
    insetSave,
  }
  render(<ForumAt path={insetsPath()} viewer={viewer} callResponses={callResponses} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Seeds' }))
  const first = screen.getByLabelText('First day')
  fireEvent.input(first, { target: { value: '' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Choose the first day.')).toBeTruthy()
  expect(insetSave).not.toHaveBeenCalled()

  fireEvent.input(first, { target: { value: '2026-01-15' } })
  fireEvent.input(screen.getByLabelText('Last day'), { target: { value: '2026-01-15' } })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getAllByText('Must be an http or https link.')).toHaveLength(1))
  expect(screen.getByLabelText('Link').getAttribute('aria-invalid')).toBe('true')
  expect(insetSave.mock.calls[0]?.[0].inset).toMatchObject({
    startsAt: Date.parse('2026-01-14T18:30Z'),
    endsAt: Date.parse('2026-01-15T18:30Z'),
  })
})
