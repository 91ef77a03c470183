import type { Meta, StoryObj } from '@storybook/react-vite'
import { EmailForm } from './email-form.tsx'
import '../settings.css'

const meta: Meta<typeof EmailForm> = {
  title: 'Forum/Settings/Email',
  component: EmailForm,
  args: { email: 'newt@example.org', pendingEmail: null, onChange: async () => {} },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** A confirmed address. */
export const Confirmed: Story = {}

/** A pending change: both addresses have to confirm. */
export const Changing: Story = { args: { pendingEmail: 'palmate@example.org' } }

/** A new account with an unconfirmed address. */
export const NotConfirmed: Story = { args: { email: null, pendingEmail: 'palmate@example.org' } }

/** An account without an address. */
export const None: Story = { args: { email: null } }

/** After sending, with the next steps. */
export const Sent: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('New email address'), 'palmate@example.org{Enter}')
    await canvas.findByText(/We sent you an email/)
  },
}

/** An invalid address. */
export const Wrong: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('New email address'), 'palmate@{Enter}')
  },
}

/** A long address. */
export const LongText: Story = {
  args: { email: `${'palmate.'.repeat(7)}newt@${'subdomain.'.repeat(6)}example.org` },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
