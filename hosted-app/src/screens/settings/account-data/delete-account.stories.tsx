import { StoaError } from '@stoa/client'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { DeleteAccount } from './delete-account.tsx'
import '../settings.css'

const meta: Meta<typeof DeleteAccount> = {
  title: 'Forum/Settings/Delete account',
  component: DeleteAccount,
  args: { username: 'newt', owned: [], merged: [], onDelete: async () => {} },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Opened by a press; nothing happens yet. */
export const Closed: Story = {}

/** What is deleted, what is kept, and the name to type. */
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete account' }))
  },
}

/** An owner of communities. */
export const Owner: Story = { ...Open, args: { owned: ['FORUM', 'GARDEN'] } }

/** Somebody with money. */
export const Money: Story = {
  ...Open,
  args: { money: { FORUM: '12500000', GARDEN: '3000000' } },
}

/** Merged accounts are deleted, too: they are listed, and can be separated first. */
export const Merged: Story = { ...Open, args: { merged: ['old_newt', 'newt_of_the_far_pond'] } }

/** The merged accounts couldn't be loaded. */
export const MergedUnknown: Story = { ...Open, args: { merged: null } }

/** Named from right to left. */
export const MergedRightToLeft: Story = { ...Merged, globals: { locale: 'ar' } }

/** Named in the dark, on a phone of 360 pixels. */
export const MergedNarrow: Story = { ...Merged, globals: { theme: 'dark' }, parameters: { width: '312px' } }

/** The typed name is wrong. */
export const WrongName: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete account' }))
    await userEvent.type(await canvas.findByLabelText('To confirm, enter your username: newt'), 'neut{Enter}')
  },
}

/** No response. */
export const Failed: Story = {
  args: { onDelete: () => Promise.reject(new StoaError('NETWORK', { message: '' })) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Delete account' }))
    await userEvent.type(await canvas.findByLabelText('To confirm, enter your username: newt'), 'newt{Enter}')
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** From right to left. */
export const RightToLeft: Story = { ...Open, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { ...Open, globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { ...Open, parameters: { width: '312px' } }
