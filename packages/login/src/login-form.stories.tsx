import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { LoginForm } from './login-form.tsx'

const meta: Meta<typeof LoginForm> = {
  title: 'Login/LoginForm',
  component: LoginForm,
  args: { onSignIn: () => Promise.resolve() },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 400 }}>
        <Story />
      </div>
    ),
  ],
}
export default meta
type Story = StoryObj<typeof LoginForm>

/** On a page or in a dialog. */
export const Empty: Story = {}

/** Coming from sign-up with an address. */
export const Prefilled: Story = { args: { initialLogin: 'newt@example.org' } }

/** Submit to see a refusal: everything typed stays. */
export const WrongPassword: Story = {
  args: { onSignIn: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)) },
}

/** Submit to see the time left after too many tries. */
export const LockedOut: Story = {
  args: {
    onSignIn: () =>
      Promise.reject(new StoaError('SIGN_IN_LOCKED', { ...errors.SIGN_IN_LOCKED, details: { retryAfterMs: 754_000 } })),
  },
}

/** Submit to see a busy button: the answer never comes. */
export const Busy: Story = { args: { onSignIn: () => new Promise(() => {}) } }
