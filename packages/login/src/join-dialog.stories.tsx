import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { screen, userEvent } from 'storybook/test'
import { JoinDialog } from './join-dialog.tsx'

const meta: Meta<typeof JoinDialog> = {
  title: 'Login/JoinDialog',
  component: JoinDialog,
  args: { open: true, community: 'The Forum', onJoin: () => Promise.resolve(), onClose: () => {} },
}
export default meta
type Story = StoryObj<typeof JoinDialog>

/** When something needs a member of the community: what was wanted is done after joining. */
export const Ask: Story = {}

/** Joining is refused: the dialog stays and says why. */
export const Banned: Story = {
  args: { onJoin: () => Promise.reject(new StoaError('BANNED', errors.BANNED)) },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
    await screen.findByText('You were banned from this community.')
  },
}

/** The answer is on its way. */
export const Busy: Story = {
  args: { onJoin: () => new Promise(() => {}) },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  },
}

/** A community with the longest of names. */
export const LongText: Story = {
  args: { community: 'The Society for the Observation and Repair of Footbridges on Rivers of Middling Size' },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { community: 'المنتدى' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
