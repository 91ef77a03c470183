import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SignUpForm } from '../sign-up/sign-up-form.tsx'
import { LoginForm } from './login-form.tsx'

afterEach(cleanup)

/** Types before hydration; the first render stands in for the server's page. */
function typedEarly(form: Parameters<typeof render>[0], fields: Record<string, string>): void {
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = render(form).container.innerHTML
  cleanup()
  document.body.append(container)
  for (const [name, value] of Object.entries(fields)) {
    const field = container.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field) field.value = value
  }
  render(form, { container, hydrate: true })
}

test('a name typed before hydration is sent with the password typed after it', async () => {
  const onSignIn = vi.fn(async () => {})
  typedEarly(<LoginForm onSignIn={onSignIn} />, { username: 'cleo_demo' })
  await userEvent.type(screen.getByLabelText('Password'), 'Corr3ct-horse{Enter}')
  expect(onSignIn).toHaveBeenCalledWith({ login: 'cleo_demo', password: 'Corr3ct-horse' })
})

test('early input for a new account stays', async () => {
  const onSignUp = vi.fn(async () => {})
  typedEarly(<SignUpForm onSignUp={onSignUp} />, { username: 'cleo_demo', email: 'cleo@mail.example' })
  await userEvent.type(screen.getByLabelText('Password'), 'Corr3ct-horse')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'Corr3ct-horse{Enter}')
  expect(onSignUp).toHaveBeenCalledWith({
    username: 'cleo_demo',
    email: 'cleo@mail.example',
    password: 'Corr3ct-horse',
  })
})
