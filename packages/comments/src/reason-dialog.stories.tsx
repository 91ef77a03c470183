import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { ReasonDialog } from './reason-dialog.tsx'

const meta = {
  title: 'Comments/ReasonDialog',
  component: ReasonDialog,
  args: {
    title: 'Hide this comment?',
    help: 'The author sees the reason. Replies stay visible.',
    submit: 'Hide comment',
    onSubmit: fn(async () => {}),
    onClose: fn(),
  },
} satisfies Meta<typeof ReasonDialog>
export default meta
type Story = StoryObj<typeof meta>

/** Asked of moderators before something is hidden. */
export const Asked: Story = {}

/** A reason in one's own words. */
export const Other: Story = {
  play: async () => {
    await userEvent.click(screen.getByRole('radio', { name: 'Other' }))
    await expect(screen.getByLabelText('What’s wrong with it?')).toBeVisible()
  },
}
