import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { ReasonDialog } from './reason-dialog.tsx'

const meta = {
  title: 'Comments/ReasonDialog',
  component: ReasonDialog,
  args: {
    title: 'Hide comment?',
    help: 'The author sees the reason. Replies stay visible.',
    submit: 'Hide comment',
    onSubmit: fn(async () => {}),
    onClose: fn(),
  },
} satisfies Meta<typeof ReasonDialog>
export default meta
type Story = StoryObj<typeof meta>

/** Shown to moderators before hiding. */
export const Asked: Story = {}

/** A custom reason. */
export const Other: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
    await expect(screen.getByLabelText('What’s wrong with it?')).toBeVisible()
  },
}
