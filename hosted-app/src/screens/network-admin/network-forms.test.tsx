import type { CallInput, Inset } from '@stoa/contract'
import { EXAMPLE_NOW, exampleDomain, exampleId, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { domainPath, insetsPath } from '../../paths.ts'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

beforeEach(() => cleanup())

const inset: Inset = {
  id: exampleId(1, 'n'),
  name: 'Spring seeds',
  image: '/favicon.svg',
  alt: 'A packet of seeds',
  link: 'https://seeds.example/spring',
  startsAt: EXAMPLE_NOW,
  endsAt: null,
  share: 10,
  revision: 1,
  views: 0,
  clicks: 0,
}
function show(path: string, callResponses: ForumContent['callResponses'] = {}) {
  render(
    <ForumAt
      path={path}
      viewer={exampleMe({ networkAdmin: true })}
      callResponses={{
        domainList: () => ({ items: [exampleDomain()] }),
        domainGet: () => ({ domain: exampleDomain() }),
        insetList: () => ({ items: [inset] }),
        pageList: () => ({ items: [], language: 'en' }),
        ...callResponses,
      }}
    />,
  )
}

test('an unsaved ad is kept when its page is left, and saved in the save bar', async () => {
  const insetSave = vi.fn((_: CallInput<'insetSave'>) => ({ inset }))
  show(insetsPath(), { insetSave })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Spring seeds' }))
  await userEvent.type(screen.getByLabelText('Name'), ' 2')
  await userEvent.click(screen.getByRole('link', { name: 'Pages' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Keep for later' }))
  await screen.findByText('This domain has no pages yet.')
  await userEvent.click(screen.getByRole('link', { name: 'Ads' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Spring seeds' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Spring seeds 2')
  await userEvent.type(screen.getByLabelText('Description'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(insetSave).toHaveBeenCalled())
  expect(insetSave.mock.calls[0]?.[0]).toMatchObject({
    insetId: inset.id,
    inset: { name: 'Spring seeds 2', alt: 'A packet of seeds!' },
  })
  expect(await screen.findByRole('button', { name: 'Add ad' })).toBeTruthy()
})

test('deleting a domain with unsaved changes asks nothing more', async () => {
  show(domainPath('garden'), { domainDelete: () => ({}) })
  await userEvent.type(await screen.findByLabelText('Display name'), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Remove domain' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove domain' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Unsaved changes' })).toBeNull())
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})
