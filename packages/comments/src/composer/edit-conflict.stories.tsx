import { EXAMPLE_NOW, exampleComment } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { EditConflict } from './edit-conflict.tsx'

const meta: Meta<typeof EditConflict> = {
  title: 'Comments/EditConflict',
  component: EditConflict,
  args: {
    comment: exampleComment('newt', {
      content: 'The survey begins in May.\n\nIt was June when I first wrote this.',
      editedAt: EXAMPLE_NOW,
    }),
    onTake: () => {},
  },
}
export default meta
type Story = StoryObj<typeof EditConflict>

/** Shown below the text box when the comment was edited in another tab. */
export const Changed: Story = {}

/** Long words break, long texts scroll. */
export const LongText: Story = {
  args: { comment: exampleComment('newt', { content: `${'x'.repeat(300)}\n${'A line.\n'.repeat(60)}` }) },
}

/** The other version reads right to left. */
export const RightToLeft: Story = { args: { comment: exampleComment('newt', { content: 'يبدأ المسح في مايو.' }) } }
