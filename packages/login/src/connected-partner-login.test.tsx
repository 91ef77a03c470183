import { StoaError } from '@stoa/client'
import type { PartnerSession } from '@stoa/client/partner-session'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ConnectedPartnerLogin } from './connected-partner-login.tsx'

it('shows at once why the action is refused after signing in', async () => {
  const stoa = createStoa({ client: { call: vi.fn() as never }, storage: null })
  const signIn = vi.fn(async () => {})
  const session = { signIn, isRefused: () => false } as Partial<PartnerSession> as PartnerSession
  const onFailure = vi.fn()
  render(
    <StoaProvider stoa={stoa}>
      <ConnectedPartnerLogin session={session} onFailure={onFailure} />
    </StoaProvider>,
  )
  const refused = new StoaError('CONTENT_REFUSED', { message: 'This community doesn’t accept “casino”.' })
  const resume = () => Promise.reject(refused)
  stoa.state.setState({ intent: { kind: 'sign-in', action: 'vote', resume, cancel: () => {} } as never })
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith(refused))
  expect(signIn).toHaveBeenCalledWith('vote')
})
