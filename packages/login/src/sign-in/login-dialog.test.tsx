import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { I18nProvider } from '@stoa/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JSXElementConstructor, ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LoginDialog, type LoginDialogProps } from './login-dialog.tsx'
import type { SignInActions } from './sign-in.tsx'

afterEach(() => {
  vi.useRealTimers()
})

interface Over extends Partial<LoginDialogProps> {
  onSignIn?: SignInActions['signIn']
  onSignUp?: SignInActions['signUp']
  wrapper?: JSXElementConstructor<{ children: ReactNode }>
}

function show({ onSignIn = vi.fn(async () => {}), onSignUp = vi.fn(async () => {}), wrapper, ...over }: Over = {}) {
  const props: LoginDialogProps = {
    open: true,
    onClose: vi.fn(),
    ways: { ids: ['password'] },
    actions: { signIn: onSignIn, signUp: onSignUp },
    ...over,
  }
  const view = render(<LoginDialog {...props} />, wrapper && { wrapper })
  const change = (next: Partial<LoginDialogProps>) => view.rerender(<LoginDialog {...props} {...next} />)
  return { ...props, onSignIn, onSignUp, change }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function fillSignUp(values: { username?: string; email?: string; password?: string; confirm?: string } = {}) {
  const { username = 'newt', email = 'newt@example.org', password = 'Abcdef1!', confirm = password } = values
  await userEvent.type(field('Username'), username)
  await userEvent.type(field('Email'), email)
  await userEvent.type(field('Password'), password)
  await userEvent.type(field('Confirm password'), confirm)
}

describe('signing in', () => {
  it('sends name and password by Enter, with the right autocomplete values', async () => {
    const { onSignIn } = show()
    expect(field('Username or email').autocomplete).toBe('username')
    expect(field('Password').autocomplete).toBe('current-password')
    await userEvent.type(field('Username or email'), ' newt ')
    await userEvent.type(field('Password'), ' secret {Enter}')
    expect(onSignIn).toHaveBeenCalledWith({ login: 'newt', password: ' secret ' })
  })

  it('reports an empty field and focuses it', async () => {
    const { onSignIn } = show()
    await userEvent.type(field('Username or email'), 'newt{Enter}')
    expect(onSignIn).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field('Password'))
    expect(field('Password').getAttribute('aria-invalid')).toBe('true')
  })

  it.each([
    [new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS), /^Wrong username or password/],
    [new StoaError('NETWORK', { message: 'no' }), /Couldn’t reach the server/],
    [new StoaError('INTERNAL', errors.INTERNAL), /Seems like something went wrong/],
  ])('keeps the input when refused: %s', async (error, text) => {
    show({ onSignIn: () => Promise.reject(error) })
    await userEvent.type(field('Username or email'), 'newt')
    await userEvent.type(field('Password'), 'secret{Enter}')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(field('Username or email').value).toBe('newt')
    expect(field('Password').value).toBe('secret')
  })

  it('counts down after too many tries', async () => {
    // Time advances only in the steps below.
    vi.useFakeTimers()
    const details = { retryAfterMs: 90_000 }
    const locked = new StoaError('SIGN_IN_LOCKED', { ...errors.SIGN_IN_LOCKED, details })
    show({ onSignIn: () => Promise.reject(locked) })
    fireEvent.input(field('Username or email'), { target: { value: 'newt' } })
    fireEvent.input(field('Password'), { target: { value: 'secret' } })
    fireEvent.submit(field('Password'))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByText('Login failed too many times. Try again in 2 minutes.')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    expect(screen.getByText(/Try again in 45 seconds/)).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(screen.getByText('Login failed too many times. You can try again now.')).toBeTruthy()
  })

  it('shows the password on demand', async () => {
    show()
    expect(field('Password').type).toBe('password')
    await userEvent.click(field('Show password'))
    expect(field('Password').type).toBe('text')
  })
})

describe('signing up', () => {
  it('shows both passwords on demand', async () => {
    show({ initialMode: 'signUp' })
    const types = () => [field('Password').type, field('Confirm password').type]
    expect(types()).toEqual(['password', 'password'])
    await userEvent.click(field('Show password'))
    expect(types()).toEqual(['text', 'text'])
  })

  it('validates by the contract, field by field, and focuses the first invalid one', async () => {
    const { onSignUp } = show({ initialMode: 'signUp' })
    await fillSignUp({ username: 'Admin', email: 'newt@', password: 'abcdefgh', confirm: 'abcdefg' })
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(onSignUp).not.toHaveBeenCalled()
    expect(screen.getByText('This username is reserved.')).toBeTruthy()
    expect(screen.getByText('Enter a valid email address.')).toBeTruthy()
    expect(screen.getByText(/^Use at least 8 characters/)).toBeTruthy()
    expect(screen.queryByText(/^At least 8 characters/)).toBeNull()
    expect(screen.getByText('The passwords don’t match.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Username'))
  })

  it('sends a valid account; pasting is allowed', async () => {
    const { onSignUp } = show({ initialMode: 'signUp' })
    await fillSignUp({ confirm: ' ' })
    await userEvent.clear(field('Confirm password'))
    await userEvent.click(field('Confirm password'))
    await userEvent.paste('Abcdef1!')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(onSignUp).toHaveBeenCalledWith({ username: 'newt', email: 'newt@example.org', password: 'Abcdef1!' })
  })

  it.each([
    ['USERNAME_EXISTS', 'Username', 'This username already exists.'],
    ['USERNAME_RESERVED', 'Username', 'This username is reserved.'],
  ] as const)('shows %s at its field until the value changes', async (code, label, text) => {
    show({ initialMode: 'signUp', onSignUp: () => Promise.reject(new StoaError(code, errors[code])) })
    await fillSignUp()
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(field('Password').value).toBe('Abcdef1!')
    await userEvent.type(field(label), 'x')
    expect(screen.queryByText(text)).toBeNull()
  })

  it('shows the server’s error at its field', async () => {
    const details = [{ field: 'email', message: 'We cannot write to this address.' }]
    const invalid = new StoaError('VALIDATION_FAILED', { ...errors.VALIDATION_FAILED, details })
    show({ initialMode: 'signUp', onSignUp: () => Promise.reject(invalid) })
    await fillSignUp()
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText('We cannot write to this address.')).toBeTruthy()
  })

  it.each([
    [1, 'حرف واحد على الأكثر.'],
    [3, '3 أحرف على الأكثر.'],
    [20, '20 حرفًا على الأكثر.'],
  ])('shows the server’s error in the reader’s language, about %i', async (max, text) => {
    const plural = '{max, plural, one {حرف واحد} few {# أحرف} many {# حرفًا} other {# حرف}} على الأكثر.'
    const message = `Must have at most ${max} characters.`
    const details = [{ field: 'username', message, code: 'tooLong', values: { max } }]
    const invalid = new StoaError('VALIDATION_FAILED', { ...errors.VALIDATION_FAILED, details })
    const translations = { 'field.tooLong': plural }
    show({
      initialMode: 'signUp',
      onSignUp: () => Promise.reject(invalid),
      wrapper: ({ children }) => (
        <I18nProvider locale="ar-u-nu-latn" translations={translations}>
          {children}
        </I18nProvider>
      ),
    })
    await fillSignUp()
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText(message)).toBeNull()
  })
})

it('keeps the email address when switching between signing in and signing up, and while closed', async () => {
  const { change } = show()
  await userEvent.type(field('Username or email'), 'newt@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Create an account' }))
  expect(field('Email').value).toBe('newt@example.org')
  change({ open: false })
  expect(screen.queryByLabelText('Email')).toBeNull()
  change({ open: true })
  expect(field('Email').value).toBe('newt@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(field('Username or email').value).toBe('newt@example.org')
})
