import { type ForumSession, StoaError, saveReferral } from '@stoa/client'
import { errors } from '@stoa/contract'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../testing/forum-at.tsx'

afterEach(() => {
  window.history.replaceState(null, '', '/')
})

function show(path: string, hash: string, content: Pick<ForumContent, 'calls' | 'callResponses'> = {}) {
  window.history.replaceState(null, '', hash || '/')
  const session: ForumSession = {
    getAccessToken: async () => null,
    refresh: async () => null,
    signOut: async () => {},
    onChange: () => () => {},
    adopt: vi.fn(),
    arrive: async () => false,
  }
  render(<ForumAt path={path} viewer={null} session={session} {...content} />)
  return session
}

async function press(name: string) {
  // The link is read after rendering.
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  await userEvent.click(screen.getByRole('button', { name }))
}

describe('a link to sign in', () => {
  test('does nothing before the press, then signs in and continues where it was requested', async () => {
    const session = show('/bbs/email-sign-in', '#token=t&next=%2Fbbs%2FFORUM%2Ftab%2Fabout')
    await screen.findByRole('button', { name: 'Sign in here' })
    expect(session.adopt).not.toHaveBeenCalled()
    await press('Sign in here')
    await waitFor(() => expect(session.adopt).toHaveBeenCalledOnce())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in here' })).toBeNull())
  })

  test('includes the referrer', async () => {
    saveReferral('?refBy=ada_demo')
    const authEmailLinkConfirm = vi.fn(() => ({ userId: 'u', accessToken: 't', expiresAt: 0 }))
    show('/bbs/email-sign-in', '#token=t', { callResponses: { authEmailLinkConfirm } })
    await press('Sign in here')
    await waitFor(() => expect(authEmailLinkConfirm).toHaveBeenCalledWith({ token: 't', refBy: 'ada_demo' }))
    window.localStorage.clear()
  })

  test('that was used offers a new one', async () => {
    show('/bbs/email-sign-in', '#token=t&next=https%3A%2F%2Felsewhere.example', {
      calls: { authEmailLinkConfirm: 'is over' },
    })
    await press('Sign in here')
    await screen.findByText(/has been used or has expired/)
    const again = screen.getByRole('link', { name: 'Send a new link' })
    expect(again.getAttribute('href')).toBe('/bbs/login?next=%2F')
  })

  test('can be pressed again after a network error', async () => {
    show('/bbs/email-sign-in', '#token=t', { calls: { authEmailLinkConfirm: 'fails' } })
    await press('Sign in here')
    await screen.findByText(/Couldn’t reach the server/)
    expect(screen.getByRole('button', { name: 'Sign in here' })).toBeTruthy()
  })

  test('that is incomplete says so', async () => {
    show('/bbs/email-sign-in', '')
    await screen.findByText(/Part of it is missing/)
  })
})

test('a link confirms an address when pressed', async () => {
  show('/bbs/email-sign-in', '#confirm=t')
  await press('Confirm')
  await screen.findByText('newt@example.org is confirmed.')
})

test('an address is confirmed after signing in where its account is unknown', async () => {
  show('/bbs/email-sign-in', '#confirm=t', { calls: { userEmailConfirm: 'needs its account' } })
  await press('Confirm')
  await screen.findByText(/First sign in to the account/)
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy()
})

describe('a new password', () => {
  test('is set by the link, and signs in', async () => {
    const session = show('/bbs/email-change-password', '#token=t')
    await userEvent.type(await screen.findByLabelText('Password'), 'Abcdef1!')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'Abcdef1!{Enter}')
    await waitFor(() => expect(session.adopt).toHaveBeenCalledOnce())
  })

  test('asks for the second factor if there is one, and signs in with it', async () => {
    const finished = vi.fn(() => ({ userId: 'u', accessToken: 't', expiresAt: 0 }))
    const authPasswordReset = () => {
      const details = { challenge: 'c', methods: ['totp' as const], expiresAt: Date.now() + 600_000 }
      throw new StoaError('SECOND_FACTOR_REQUIRED', { ...errors.SECOND_FACTOR_REQUIRED, details })
    }
    const callResponses = { authPasswordReset, authSecondFactor: finished }
    const session = show('/bbs/email-change-password', '#token=t', { callResponses })
    await userEvent.type(await screen.findByLabelText('Password'), 'Abcdef1!')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'Abcdef1!{Enter}')
    await screen.findByText(/Your new password is saved/)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('6-digit code')))
    await userEvent.type(screen.getByLabelText('6-digit code'), '123456')
    await waitFor(() => expect(session.adopt).toHaveBeenCalledOnce())
    expect(finished).toHaveBeenCalledWith({ challenge: 'c', code: '123456' })
    await waitFor(() => expect(screen.queryByLabelText('6-digit code')).toBeNull())
  })

  test('must be valid and repeated', async () => {
    const session = show('/bbs/email-change-password', '#token=t')
    await userEvent.type(await screen.findByLabelText('Password'), 'Abcdef1!')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'Abcdef1{Enter}')
    await screen.findByText('The passwords don’t match.')
    expect(session.adopt).not.toHaveBeenCalled()
  })

  test('can be requested when the link was used, or without a link', async () => {
    show('/bbs/email-change-password', '#token=t', { calls: { authPasswordReset: 'is over' } })
    await userEvent.type(await screen.findByLabelText('Password'), 'Abcdef1!')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'Abcdef1!{Enter}')
    await screen.findByText(/has been used or has expired/)
    expect(screen.getByRole('button', { name: 'Send link' })).toBeTruthy()
  })
})
