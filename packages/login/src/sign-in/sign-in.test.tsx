import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { exampleActions } from '../testing/example-actions.ts'
import { SignIn, type SignInActions } from './sign-in.tsx'
import type { SignInStep } from './sign-in-step.ts'
import { useSignInSteps } from './use-sign-in-steps.tsx'

interface PageProps {
  ids?: string[]
  step?: SignInStep
  actions?: Partial<SignInActions>
}

function Page({ ids = ['password', 'emailLink', 'passkey', 'google', 'github'], step, actions }: PageProps) {
  const { title, steps, aside } = useSignInSteps({ ways: { ids }, step })
  return (
    <>
      <h1>{title}</h1>
      <SignIn ways={{ ids }} actions={exampleActions(actions)} {...steps} />
      {aside}
    </>
  )
}

const show = (props: PageProps = {}) => render(<Page {...props} />)
const button = (name: string) => screen.getByRole('button', { name })
const heading = () => screen.getByRole('heading').textContent
const refused = (code: keyof typeof errors, details?: object) =>
  new StoaError(code, { ...errors[code], details: details as never })

describe('the start', () => {
  it('offers the domain’s methods in order, and nothing else', () => {
    show({ ids: ['github', 'google', 'password'] })
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
      'Continue with GitHub',
      'Continue with Google',
      'Forgot your password?',
      'Sign in',
      'Create an account',
    ])
  })

  it('asks for an address only if there are no passwords, without sign-up', async () => {
    const request = vi.fn(async () => {})
    show({ ids: ['emailLink'], actions: { mail: { request, confirm: async () => {} } } })
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Create an account' })).toBeNull()
    await userEvent.type(screen.getByLabelText('Email'), 'newt@example.org{Enter}')
    expect(request).toHaveBeenCalledExactlyOnceWith('newt@example.org')
    await waitFor(() => expect(heading()).toBe('Check your email'))
  })

  it('explains that passwords are blocked here, and sends a link at once; the same for codes', async () => {
    const storm = async () => {
      throw refused('SIGN_IN_LOCKED', { retryAfterMs: 20 * 3_600_000, reason: 'storm' })
    }
    const request = vi.fn(async () => {})
    show({ ids: ['password', 'emailLink'], actions: { signIn: storm, mail: { request, confirm: storm } } })
    await userEvent.type(screen.getByLabelText('Username or email'), 'newt')
    await userEvent.type(screen.getByLabelText('Password'), 'Right-one-1{Enter}')
    await screen.findByText(/For 20 hours, passwords only work on devices you’ve used before/)
    const send = () => {
      const [alert] = screen.getAllByRole('alert')
      return userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Email me a link' }))
    }
    await send()
    // A username is not an address: the field asks for one.
    expect(document.activeElement).toBe(screen.getByLabelText('Username or email'))
    await userEvent.type(screen.getByLabelText('Username or email'), '@example.org')
    request.mockRejectedValueOnce(new StoaError('NETWORK', { message: 'Couldn’t reach the server.' }))
    await send()
    await screen.findByText(/Couldn’t reach the server/)
    await send()
    expect(request.mock.calls).toEqual([['newt@example.org'], ['newt@example.org']])
    await userEvent.type(await screen.findByLabelText('6-digit code'), '123456')
    await screen.findByText(/Too many wrong codes are being tried on this site. For 20 hours/)
    expect(screen.getByText('You can still sign in with the button in the email.')).toBeTruthy()
  })

  it('says that the address isn’t confirmed, and sends the mail again with the refused password', async () => {
    const credentials = { login: 'newt@example.org', password: 'Right-one-1' }
    const signIn = vi.fn(async () => {
      throw refused('EMAIL_UNCONFIRMED')
    })
    const confirmAgain = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(new StoaError('NETWORK', { message: 'Couldn’t reach the server.' }))
      .mockResolvedValueOnce({})
    show({ actions: { signIn, confirmAgain } })
    await userEvent.type(screen.getByLabelText('Username or email'), credentials.login)
    await userEvent.type(screen.getByLabelText('Password'), `${credentials.password}{Enter}`)
    await screen.findByText('Confirm your email address first, or sign in with your username.')
    await userEvent.type(screen.getByLabelText('Username or email'), '.com')
    await userEvent.click(button('Send the email again'))
    await screen.findByText(/Couldn’t reach the server/)
    await userEvent.click(button('Send the email again'))
    await screen.findByText(/We sent the email again/)
    expect(screen.queryByText(/Confirm your email address first/)).toBeNull()
    expect(confirmAgain.mock.calls).toEqual([[credentials], [credentials]])
    await userEvent.click(button('Sign in'))
    await screen.findByText(/Confirm your email address first/)
  })

  it('suggests the username after a refused address, not after a refused username', async () => {
    const signIn = async () => {
      throw refused('INVALID_CREDENTIALS')
    }
    show({ actions: { signIn } })
    await userEvent.type(screen.getByLabelText('Username or email'), 'newt')
    await userEvent.type(screen.getByLabelText('Password'), 'Wrong-one-1{Enter}')
    await screen.findByText('Wrong username or password.')
    await userEvent.type(screen.getByLabelText('Username or email'), '@example.org{Enter}')
    await screen.findByText(/If you haven’t confirmed the address yet, use your username/)
    expect(screen.queryByRole('button', { name: 'Send the email again' })).toBeNull()
  })

  it('keeps more than four providers behind one press', async () => {
    show({ ids: ['google', 'github', 'x', 'facebook', 'pier', 'ferry'] })
    expect(screen.getAllByRole('button')).toHaveLength(5)
    await userEvent.click(button('More options'))
    expect(screen.getAllByRole('button')).toHaveLength(6)
  })

  it('says why a provider did not work, and offers this window when its own one was blocked', async () => {
    const leaveForProvider = vi.fn()
    const openProvider = vi
      .fn<(id: string) => Promise<unknown>>()
      .mockRejectedValueOnce(new StoaError('POPUP_CLOSED', { message: '' }))
      .mockRejectedValueOnce(new StoaError('POPUP_BLOCKED', { message: '' }))
    show({ actions: { openProvider, leaveForProvider } })
    await userEvent.click(button('Continue with Google'))
    await screen.findByText(/window was closed before/)
    expect(screen.queryByRole('button', { name: 'Continue in this window' })).toBeNull()
    await userEvent.click(button('Continue with GitHub'))
    await screen.findByText(/browser blocked the window/)
    await userEvent.click(button('Continue in this window'))
    expect(leaveForProvider).toHaveBeenCalledExactlyOnceWith('github')
  })

  it.each([
    ['CREDENTIAL_IN_USE', /couldn't link account/],
    ['PROVIDER_EMAIL_IN_USE', /An account with this email address already exists/],
    ['PROVIDER_FAILED', /Sign-in failed there/],
    ['INVALID_CREDENTIALS', /^Wrong username or password/],
    ['USERNAME_EXISTS', /This username already exists/],
    ['SOMETHING_NEW', /Sign-in failed/],
  ])('shows the error of returning: %s', (code, text) => {
    show({ step: { name: 'signIn', problem: { code } } })
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('shows the remaining time after too many returns', async () => {
    show({ step: { name: 'signIn', problem: { code: 'SIGN_IN_LOCKED', retryAfterMs: 3_600_000 } } })
    expect(await screen.findByText('Login failed too many times. Try again in 60 minutes.')).toBeTruthy()
  })

  it('offers passkeys in autofill until the form is closed', async () => {
    let formSignal!: AbortSignal
    const autofill = vi.fn((signal: AbortSignal) => {
      formSignal = signal
      return new Promise<void>(() => {})
    })
    const view = show({ actions: { passkey: { signIn: async () => {}, autofill } } })
    expect(screen.getByLabelText<HTMLInputElement>('Username or email').autocomplete).toBe('username webauthn')
    expect(autofill).toHaveBeenCalledOnce()
    expect(formSignal.aborted).toBe(false)
    view.unmount()
    expect(formSignal.aborted).toBe(true)
  })
})

describe('a link by mail', () => {
  const toMail = async (actions: Partial<SignInActions> = {}) => {
    show({ actions })
    await userEvent.type(screen.getByLabelText('Username or email'), 'newt@example.org')
    await userEvent.click(button('Email me a link'))
    return screen.findByLabelText<HTMLInputElement>('6-digit code')
  }

  it('requires an address, and focuses its field', async () => {
    show()
    await userEvent.type(screen.getByLabelText('Username or email'), 'newt')
    await userEvent.click(button('Email me a link'))
    expect(screen.getByText('Enter a valid email address.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Username or email'))
  })

  it('sends a complete code at once, also if pasted with other text', async () => {
    const confirm = vi.fn(async () => {})
    const code = await toMail({ mail: { request: async () => {}, confirm } })
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(code.autocomplete).toBe('one-time-code')
    await userEvent.paste('Your code: 123 456.')
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ email: 'newt@example.org', code: '123456' })
  })

  it('reports a wrong code, which the next one replaces', async () => {
    const confirm = () => Promise.reject(refused('CODE_INVALID'))
    const code = await toMail({ mail: { request: async () => {}, confirm } })
    await userEvent.type(code, '111111')
    await screen.findByText(/wrong, used or expired/)
    await waitFor(() => expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]))
  })

  it('can be sent again only after a while, and to another address at once', async () => {
    await toMail()
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send it again in 30 seconds' })
    expect(again.disabled).toBe(true)
    await userEvent.click(button('Use another address'))
    expect(screen.getByLabelText<HTMLInputElement>('Username or email').value).toBe('newt@example.org')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username or email')))
  })
})

it('sends a link for a new password, with the same message for every address', async () => {
  const requestReset = vi.fn(async () => {})
  show({ actions: { requestReset } })
  await userEvent.type(screen.getByLabelText('Username or email'), 'newt@example.org')
  await userEvent.click(button('Forgot your password?'))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('newt@example.org')
  await userEvent.click(button('Send link'))
  await screen.findByText(/we’ve sent it a link/)
  expect(requestReset).toHaveBeenCalledExactlyOnceWith('newt@example.org')
})

describe('a second factor', () => {
  const secondFactorError = refused('SECOND_FACTOR_REQUIRED' as never, {
    challenge: 'c',
    methods: ['totp', 'recovery', 'passkey'],
  })

  it('is requested by every method, and finishes the same sign-in', async () => {
    const secondFactor = vi.fn(async () => {})
    const error = new StoaError('SECOND_FACTOR_REQUIRED' as never, { message: '', details: secondFactorError.details })
    show({ actions: { signIn: () => Promise.reject(error), secondFactor } })
    await userEvent.type(screen.getByLabelText('Username or email'), 'newt')
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await waitFor(() => expect(heading()).toBe('Two-step verification'))
    const code = screen.getByLabelText('6-digit code')
    await waitFor(() => expect(document.activeElement).toBe(code))
    await userEvent.keyboard('654321')
    expect(secondFactor).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ challenge: 'c' }), {
      code: '654321',
    })
  })

  it('can be a recovery code or a passkey', async () => {
    const secondFactor = vi.fn(async () => {})
    const request = { challenge: 'c', methods: ['totp', 'recovery', 'passkey'] } as const
    show({ step: { name: 'secondFactor', request }, actions: { secondFactor } })
    await userEvent.click(button('Use a recovery code'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')))
    await userEvent.keyboard(' abcd-efgh {Enter}')
    expect(secondFactor).toHaveBeenLastCalledWith(request, { recoveryCode: 'abcd-efgh' })
    await userEvent.click(button('Use your passkey'))
    await userEvent.click(button('Use your passkey'))
    expect(secondFactor).toHaveBeenLastCalledWith(request, { passkey: true })
  })
})

it('links terms and privacy notice below a new account, in another tab', () => {
  function New() {
    const { steps } = useSignInSteps({ ways: { ids: ['password'] }, step: { name: 'signUp' } })
    return <SignIn ways={{ ids: [] }} actions={exampleActions()} {...steps} terms="/terms" privacy="/privacy" />
  }
  render(<New />)
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'terms of use' }).target).toBe('_blank')
  expect(screen.getByRole('link', { name: 'privacy notice' }).getAttribute('href')).toBe('/privacy')
})
