import { exampleCommunity, exampleFeed } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { HomeFeedScreen } from '../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/Your feed',
  component: HomeFeedScreen,
  args: { path: '/bbs/feed' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Posts of the viewer's communities and of the people they follow. */
export const Everything: Story = {}

/** Only posts of people that the viewer follows. */
export const Followed: Story = {
  args: { path: '/bbs/feed?from=followed&sort=new' },
  play: async ({ canvas }) => {
    const chosen = await canvas.findByRole('link', { name: 'People I follow' })
    await expect(chosen).toHaveAttribute('aria-current', 'page')
    await expect(canvas.getByRole('link', { name: 'Communities' })).toHaveAttribute(
      'href',
      '/bbs/feed?sort=new&from=joined',
    )
  },
}

/** Nothing yet: communities to join. */
export const Empty: Story = {
  args: {
    posts: [],
    communities: [exampleCommunity(), exampleCommunity({ tokenName: 'GARDEN', title: 'Allotment Table' })],
  },
}

/** Nobody followed yet. */
export const NobodyFollowed: Story = { args: { path: '/bbs/feed?from=followed', posts: [] } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** While it loads. */
export const Loading: Story = { args: { calls: { postList: 'waits' } } }

/** The server can't be reached. */
export const Failed: Story = { args: { calls: { postList: 'fails' } } }

/** Posts of all communities, for visitors, too. */
export const Popular: Story = { args: { path: '/bbs/popular', viewer: null, posts: exampleFeed } }
