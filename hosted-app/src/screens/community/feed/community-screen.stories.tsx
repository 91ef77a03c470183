import { exampleCommunity, exampleFeed, exampleId, exampleSummary } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { CommunityScreen } from './community-screen.tsx'

const meta = {
  title: 'Forum/Screens/Community',
  component: CommunityScreen,
  args: { path: '/bbs/FORUM' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A community as its members see it. */
export const Member: Story = {}

/** A visitor sees the same, with a sign-in button in the header. */
export const Visitor: Story = { args: { viewer: null } }

/** Pinned posts above the list. */
export const Pinned: Story = {
  args: { pinned: [exampleSummary({ id: exampleId(9, 'p'), title: 'Read this first', isPinned: true })] },
}

/** After leaving, which can be undone. */
export const Left: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Joined' }))
    await canvas.findByText('You left The Forum')
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(await canvas.findByRole('button', { name: 'Joined' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Joined' }))
    await expect(await canvas.findByRole('button', { name: 'Join' })).toHaveFocus()
  },
}

/** No posts yet, with an invitation to write one. */
export const Empty: Story = {
  args: { posts: [], communities: [exampleCommunity({ numberOfMembers: 0, totalPosts: 0 })] },
}

/** No posts on a topic, with a link to all posts. */
export const NothingMatches: Story = { args: { posts: [], path: '/bbs/FORUM?sort=top&since=today' } }

/** A single post. */
export const OnePost: Story = {
  args: {
    posts: [exampleSummary({ numComments: 1, totalViews: 1, reactionsCount: { 'thumb-up': 1, 'thumb-down': 0 } })],
    communities: [exampleCommunity({ numberOfMembers: 1, totalPosts: 1 })],
  },
}

/** Long names and titles break or are cut, large numbers are short. */
export const LongText: Story = {
  args: {
    communities: [exampleCommunity({ title: 'Friends of footbridges and of far ferries', numberOfMembers: 123_456 })],
    posts: exampleFeed.map((post) => ({
      ...post,
      title: `${post.title} ${'and everything else that happened '.repeat(4)}`.trim(),
      publisherProfileName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill',
      isPinned: true,
      numComments: 123_456,
      totalViews: 9_876_543,
    })),
  },
}

/** From right to left, with posts of the other direction among them. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    posts: [
      exampleSummary({ title: 'كيف نصلح المزراب فوق المخبز؟', excerpt: 'انفك من جهة واحدة.' }),
      ...exampleFeed.slice(1),
    ],
  },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The server can't be reached: an error and a retry. */
export const Failed: Story = { args: { calls: { postList: 'fails' } } }
