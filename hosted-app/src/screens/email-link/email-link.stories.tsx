import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { ChangePasswordScreen } from './change-password-screen.tsx'
import { EmailSignInScreen } from './email-sign-in-screen.tsx'

const meta = {
  title: 'Forum/Screens/EmailLink',
  component: EmailSignInScreen,
  subcomponents: { ChangePasswordScreen },
  args: { path: '/bbs/email-sign-in', hash: '#token=t', viewer: null },
  render: ({ hash, ...args }) => {
    window.history.replaceState(null, '', hash || window.location.pathname + window.location.search)
    return <ForumAt {...args} />
  },
} satisfies Meta<Parameters<typeof ForumAt>[0] & { hash: string }>
export default meta
type Story = StoryObj<typeof meta>

/** The page of a mailed link: nothing happens before the press. */
export const SignIn: Story = {}

/** Pressed too late, or a second time. */
export const Used: Story = {
  args: { calls: { authEmailLinkConfirm: 'is over' } },
  play: async ({ canvas, userEvent }) => {
    // The link is read after rendering.
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Sign in here' })).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in here' }))
    await canvas.findByText(/has been used or has expired/)
  },
}

/** No connection: the link is still valid, and the button stays. */
export const Failed: Story = {
  args: { calls: { authEmailLinkConfirm: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    // The link is read after rendering.
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Sign in here' })).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in here' }))
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** A mail program truncated the link. */
export const NotWhole: Story = { args: { hash: '' } }

/** Confirming an address. */
export const Confirm: Story = { args: { hash: '#confirm=t' } }

/** Pressed in a browser where the account was never signed in: anybody can enter somebody else's address. */
export const ConfirmSignedIn: Story = {
  args: { hash: '#confirm=t', calls: { userEmailConfirm: 'needs its account' } },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Confirm' })).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Confirm' }))
    await canvas.findByText(/First sign in to the account/)
  },
}

/** Confirmed. */
export const Confirmed: Story = {
  args: { hash: '#confirm=t' },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Confirm' })).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Confirm' }))
    await canvas.findByText(/is confirmed/)
  },
}

/** Choosing a new password. */
export const NewPassword: Story = { args: { path: '/bbs/email-change-password' } }

/** The password is saved, but signing in requires the second factor. */
export const NewPasswordSecondFactor: Story = {
  args: {
    path: '/bbs/email-change-password',
    callResponses: {
      authPasswordReset: () => {
        const details = {
          challenge: 'c',
          methods: ['totp' as const, 'recovery' as const],
          expiresAt: Date.now() + 600_000,
        }
        throw new StoaError('SECOND_FACTOR_REQUIRED', { ...errors.SECOND_FACTOR_REQUIRED, details })
      },
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Password'), 'Nonsense-1')
    await userEvent.type(canvas.getByLabelText('Confirm password'), 'Nonsense-1')
    await userEvent.click(canvas.getByRole('button', { name: 'Save password' }))
    await canvas.findByText(/Your new password is saved/)
  },
}

/** The password link was used already; a new one can be requested. */
export const NewPasswordUsed: Story = {
  args: { path: '/bbs/email-change-password', calls: { authPasswordReset: 'is over' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Password'), 'Nonsense-1')
    await userEvent.type(canvas.getByLabelText('Confirm password'), 'Nonsense-1')
    await userEvent.click(canvas.getByRole('button', { name: 'Save password' }))
    await canvas.findByText(/has been used or has expired/)
  },
}

/** Requesting a link for a new password. */
export const AskForPassword: Story = { args: { path: '/bbs/email-change-password', hash: '' } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels, in the dark. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { theme: 'dark' } }
