import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { BlockDialog } from './block-dialog.tsx'

/** Before a person is blocked: says what that does in both directions. Muting asks no question. */
const meta = {
  title: 'Comments/BlockDialog',
  component: BlockDialog,
  args: { name: 'Old Heron', onBlock: fn(async () => {}), onClose: fn() },
} satisfies Meta<typeof BlockDialog>
export default meta
type Story = StoryObj<typeof meta>

/** Before anybody is blocked. */
export const Default: Story = {}

/** After the server has refused it. */
export const Refused: Story = {
  args: {
    onBlock: fn(async () => {
      throw new StoaError('MUTE_LIMIT', { message: errors.MUTE_LIMIT.message, status: 409 })
    }),
  },
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Block' }))
    await expect(await screen.findByRole('alert')).toBeVisible()
  },
}
