import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { PopularScreen } from './popular-screen.tsx'

const meta = {
  title: 'Forum/Screens/Popular',
  component: PopularScreen,
  args: { path: '/bbs/popular' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Posts of all communities, the hottest first. */
export const Everything: Story = {}

/** Nothing has been posted. */
export const Empty: Story = { args: { posts: [] } }
