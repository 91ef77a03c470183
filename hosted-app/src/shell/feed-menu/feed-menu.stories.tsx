import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { FeedMenu } from './feed-menu.tsx'

const meta = {
  title: 'Forum/FeedMenu',
  component: FeedMenu,
  render: () => <ForumAt path="/bbs/FORUM" />,
} satisfies Meta<typeof FeedMenu>
export default meta
type Story = StoryObj<typeof meta>

/** A member can mark everything in a community, or in all of them, as read. */
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More actions for this feed' }))
    await canvas.findByRole('menuitem', { name: 'Mark all communities as read' })
  },
}
