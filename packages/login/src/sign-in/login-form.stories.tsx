import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { LoginForm } from './login-form.tsx'

const meta: Meta<typeof LoginForm> = {
  title: 'Login/LoginForm',
  component: LoginForm,
  args: { onSignIn: () => Promise.resolve() },
  parameters: { width: '400px' },
}
export default meta
type Story = StoryObj<typeof LoginForm>

const submits: Story['play'] = async ({ canvas }) => {
  await userEvent.type(canvas.getByLabelText('Password'), 'not-a-real-one{Enter}')
}
const isRefused: Story['play'] = async (context) => {
  await submits?.(context)
  await context.canvas.findByRole('alert')
}

/** On a page or in a dialog. */
export const Empty: Story = {}

/** Coming from sign-up with an address. */
export const Prefilled: Story = { args: { initialLogin: 'newt@example.org' } }

/** After an error the input stays. */
export const WrongPassword: Story = {
  args: {
    initialLogin: 'newt',
    onSignIn: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)),
  },
  play: isRefused,
}

/** The password is right, but the address isn't confirmed. The mail can be sent again. */
export const Unconfirmed: Story = {
  args: {
    initialLogin: 'newt@example.org',
    onConfirmAgain: () => Promise.resolve(),
    onSignIn: () => Promise.reject(new StoaError('EMAIL_UNCONFIRMED', errors.EMAIL_UNCONFIRMED)),
  },
  play: isRefused,
}

/** The same on a phone of 360 pixels, in the dark. */
export const UnconfirmedNarrow: Story = { ...Unconfirmed, parameters: { width: '312px' }, globals: { theme: 'dark' } }

/** After too many tries the remaining time counts down. */
export const LockedOut: Story = {
  args: {
    initialLogin: 'newt',
    onSignIn: () =>
      Promise.reject(new StoaError('SIGN_IN_LOCKED', { ...errors.SIGN_IN_LOCKED, details: { retryAfterMs: 754_000 } })),
  },
  play: isRefused,
}

/** Sign-in with passwords is blocked because of an attack. A link by email works. */
export const Storm: Story = {
  args: {
    initialLogin: 'newt@example.org',
    onMail: () => Promise.resolve(),
    onSignIn: () => {
      const details = { retryAfterMs: 20 * 60 * 60 * 1000, reason: 'storm' as const }
      return Promise.reject(new StoaError('SIGN_IN_LOCKED', { ...errors.SIGN_IN_LOCKED, details }))
    },
  },
  play: isRefused,
}

/** The same on a phone of 360 pixels. */
export const StormNarrow: Story = { ...Storm, parameters: { width: '312px' } }

/** The same right to left, in the dark. */
export const StormRightToLeft: Story = { ...Storm, globals: { locale: 'ar', theme: 'dark' } }

/** Waiting for the response. */
export const Busy: Story = { args: { initialLogin: 'newt', onSignIn: () => new Promise(() => {}) }, play: submits }

/** No response. The input stays, and a retry may help. */
export const NoConnection: Story = {
  args: {
    initialLogin: 'newt',
    onSignIn: () => Promise.reject(new StoaError('NETWORK', { message: 'Couldn’t reach the server.' })),
  },
  play: isRefused,
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
