import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { DeleteDialog } from './delete-dialog.tsx'

/** For authors who delete a comment permanently. Hiding, which can be undone, asks no question. */
const meta = {
  title: 'Comments/DeleteDialog',
  component: DeleteDialog,
  args: { onDelete: fn(async () => {}), onClose: fn() },
} satisfies Meta<typeof DeleteDialog>
export default meta
type Story = StoryObj<typeof meta>

/** Before anything is deleted. */
export const Default: Story = {}

/** While a report about the comment is open. */
export const Refused: Story = {
  args: {
    onDelete: fn(async () => {
      throw new StoaError('COMMENT_REPORTED', { message: errors.COMMENT_REPORTED.message, status: 409 })
    }),
  },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Delete comment' }))
    await expect(await screen.findByText(/was reported/)).toBeVisible()
  },
}

/** On a phone the dialog is a sheet. */
export const Phone: Story = { parameters: { width: '312px' } }
