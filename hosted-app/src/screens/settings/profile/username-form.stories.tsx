import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { UsernameForm } from './username-form.tsx'
import '../settings.css'

const meta: Meta<typeof UsernameForm> = {
  title: 'Forum/Settings/Username',
  component: UsernameForm,
  args: { username: 'newt', onSave: async () => {} },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Types a name and sends it. */
const send: Story['play'] = async ({ canvas, userEvent }) => {
  await userEvent.type(await canvas.findByLabelText('New username'), 'pond_newt{Enter}')
}

/** The current name, and what happens to it. */
export const Now: Story = {}

/** Changed. */
export const Saved: Story = { play: send }

/** The name is taken. */
export const Taken: Story = {
  args: { onSave: () => Promise.reject(new StoaError('USERNAME_EXISTS', errors.USERNAME_EXISTS)) },
  play: send,
}

/** The name is reserved, or looks like a reserved one. */
export const Reserved: Story = {
  args: { onSave: () => Promise.reject(new StoaError('USERNAME_RESERVED', errors.USERNAME_RESERVED)) },
  play: send,
}

/** It was changed recently. */
export const TooSoon: Story = {
  args: {
    onSave: () =>
      Promise.reject(
        new StoaError('USERNAME_TOO_SOON', {
          ...errors.USERNAME_TOO_SOON,
          details: { retryAfterMs: 19 * 24 * 60 * 60 * 1000 },
        }),
      ),
  },
  play: send,
}

/** Saving. */
export const Busy: Story = { args: { onSave: () => new Promise(() => {}) }, play: send }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
