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

/** What the link of a mail leads to: nothing happens before the press. */
export const SignIn: Story = {}

/** The press came too late, or is the second one. */
export const Used: Story = {
  args: { calls: { authEmailLinkConfirm: 'is over' } },
  play: async ({ canvas, userEvent }) => {
    // The link is read after the page is drawn.
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Sign in here' })).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in here' }))
    await canvas.findByText(/has been used or has expired/)
  },
}

/** No connection: the link is still good, and the button stays. */
export const Failed: Story = {
  args: { calls: { authEmailLinkConfirm: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    // The link is read after the page is drawn.
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Sign in here' })).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Sign in here' }))
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** A mail program cut the link off. */
export const NotWhole: Story = { args: { hash: '' } }

/** Confirming an address. */
export const Confirm: Story = { args: { hash: '#confirm=t' } }

/** Pressed where the account was never signed in to: anybody can give somebody else's address. */
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

/** The password is saved, and the account has a second factor: without it nobody is signed in. */
export const NewPasswordSecondFactor: Story = {
  args: {
    path: '/bbs/email-change-password',
    answers: {
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

/** The link to a new password was used before: another one can be had at once. */
export const NewPasswordUsed: Story = {
  args: { path: '/bbs/email-change-password', calls: { authPasswordReset: 'is over' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Password'), 'Nonsense-1')
    await userEvent.type(canvas.getByLabelText('Confirm password'), 'Nonsense-1')
    await userEvent.click(canvas.getByRole('button', { name: 'Save password' }))
    await canvas.findByText(/has been used or has expired/)
  },
}

/** Somebody asks for a link to a new password. */
export const AskForPassword: Story = { args: { path: '/bbs/email-change-password', hash: '' } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels, in the dark. */
export const NarrowDark: Story = { parameters: { width: '312px' }, globals: { theme: 'dark' } }
