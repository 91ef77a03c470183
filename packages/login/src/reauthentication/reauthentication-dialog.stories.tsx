import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

const meta: Meta<typeof ReauthenticationDialog> = {
  title: 'Login/ReauthenticationDialog',
  component: ReauthenticationDialog,
  args: {
    open: true,
    methods: ['password', 'email', 'passkey'],
    onConfirm: () => Promise.resolve(),
    onMail: () => Promise.resolve(),
    onClose: () => {},
  },
}
export default meta
type Story = StoryObj<typeof ReauthenticationDialog>

/** Before a security-relevant change, when the last reauthentication is too old. */
export const Password: Story = {}

/** An account with an authenticator app, whose password alone isn't enough. */
export const Code: Story = { args: { methods: ['totp', 'recovery', 'passkey'] } }

/** The device with the app is lost. */
export const Recovery: Story = {
  args: { methods: ['totp', 'recovery'] },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await screen.findByLabelText('Recovery code')
  },
}

/** An account with a passkey. */
export const Passkey: Story = { args: { methods: ['passkey'] } }

/** An account without password or passkey. A code is mailed first. */
export const ByMail: Story = { args: { methods: ['email'] } }

/** The mail was sent. */
export const Mailed: Story = {
  args: { methods: ['email'] },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Send me a code' }))
    await screen.findByLabelText('6-digit code')
  },
}

/** Loading the account's methods. */
export const Loading: Story = { args: { methods: null } }

/** No method available, so signing in again is required. */
export const Nothing: Story = { args: { methods: [] } }

const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'guild', name: 'The Worshipful Company of Lantern Makers and Bell Founders' },
]

/** A member with only providers as sign-in methods. One of them must confirm again. */
export const ByProvider: Story = { args: { methods: [], providers: PROVIDERS, onProvider: () => Promise.resolve() } }

/** Right to left. */
export const ByProviderRightToLeft: Story = {
  args: { methods: [], providers: PROVIDERS, onProvider: () => Promise.resolve() },
  globals: { locale: 'ar' },
}

/** In the dark. */
export const ByProviderDark: Story = {
  args: { methods: [], providers: PROVIDERS, onProvider: () => Promise.resolve() },
  globals: { theme: 'dark' },
}

/** On a phone. */
export const ByProviderNarrow: Story = {
  args: { methods: [], providers: PROVIDERS, onProvider: () => Promise.resolve() },
  parameters: { width: '312px' },
}

/** The provider's window was closed early. */
export const ByProviderFailed: Story = {
  args: {
    methods: [],
    providers: PROVIDERS,
    onProvider: () => Promise.reject(new StoaError('PROVIDER_FAILED', errors.PROVIDER_FAILED)),
  },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
    await screen.findByRole('alert')
  },
}

/** The provider returned another account. */
export const OtherAccount: Story = {
  args: {
    methods: [],
    providers: PROVIDERS,
    onProvider: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)),
  },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
    await screen.findByText(/^That’s a different account/)
  },
}

/** After an error the input stays. */
export const Refused: Story = {
  args: { onConfirm: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)) },
  play: async () => {
    await userEvent.type(screen.getByLabelText('Password'), 'not-a-real-one{Enter}')
    await screen.findByText(/^Wrong password/)
  },
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
