import { StoaError } from '@stoa/client'
import { type CallInput, errors } from '@stoa/contract'
import { exampleDomain, exampleMe } from '@stoa/contract/fixtures'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { domainPath } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'

beforeEach(() => cleanup())

test('publishing names the version that was seen; after a colleague’s save the page shows that and publishes nothing', async () => {
  const domainPublish = vi.fn((_: CallInput<'domainPublish'>): never => {
    const { status, message } = errors.EDIT_CONFLICT
    throw new StoaError('EDIT_CONFLICT', { status, message, details: { domain: exampleDomain({ latestVersion: 4 }) } })
  })
  const domain = exampleDomain({ latestVersion: 3 })
  render(
    <ForumAt
      path={domainPath('garden')}
      viewer={exampleMe({ networkAdmin: true })}
      callResponses={{ domainList: () => ({ items: [domain] }), domainGet: () => ({ domain }), domainPublish }}
    />,
  )
  expect(await screen.findByText(/Version 3 isn’t published/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(domainPublish.mock.calls[0]?.[0]).toMatchObject({ version: 3, baseVersion: 3 }))
  expect(await screen.findByText(/Someone else saved in the meantime/)).toBeTruthy()
  expect(screen.getByText(/Version 4 isn’t published/)).toBeTruthy()
})
