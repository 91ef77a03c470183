import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Forum } from './forum.ts'
import { IntentHost } from './intent-host.tsx'

vi.mock('@stoa/login/partner', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('shows that code for signing in failed to load, retries, then offers to reload', async () => {
  const stoa = createStoa({ client: { call: vi.fn() as never }, storage: null })
  const host = document.createElement('div')
  const forum = { activeHost: host } as Partial<Forum> as Forum
  render(
    <StoaProvider stoa={stoa}>
      <IntentHost host={host} forum={forum} onFailure={() => {}} />
      <IntentHost host={document.createElement('div')} forum={forum} onFailure={() => {}} />
    </StoaProvider>,
  )
  expect(document.body.textContent).toBe('')
  stoa.state.setState({ intent: { kind: 'sign-in', resume: async () => {}, cancel: () => {} } as never })
  // Only where the action was started.
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Couldn’t load this part.Try again',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Reload the page' })
  stoa.state.setState({ intent: null })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
