import { CommentStatus, PostStatus } from '@stoa/contract'
import {
  EXAMPLE_NOW,
  exampleBranch,
  exampleComment,
  exampleCommunity,
  exampleId,
  exampleMe,
  exampleSummary,
} from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { CommunityTabScreen } from './community-tab-screen.tsx'

const DAY_MS = 86_400_000
const NAMES = ['Grey Heron', 'River Otter', 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill']
const members = NAMES.map((displayName, index) => ({
  userId: exampleId(index + 1, 'u'),
  username: `member_${index}`,
  displayName,
  slugUrl: `member-${index}`,
  imageUrl: '',
  joinedAt: EXAMPLE_NOW - (index + 1) * 9 * DAY_MS,
  isPartner: index === 1,
}))

const moderator = exampleMe({ tokenPermissions: { FORUM: ['hideContent'] } })
const waiting = {
  posts: [
    exampleSummary({
      status: PostStatus.pending,
      title: 'Whose is the boat under the footbridge?',
      excerpt: 'It has been there since the flood, and the ducks have moved in.',
    }),
  ],
  comments: [
    exampleBranch(exampleComment('wren', { content: 'My first comment here.', status: CommentStatus.pending })),
    exampleBranch(
      exampleComment('otter', {
        content: `${'A long one that goes on and on, as the river does. '.repeat(6)}\n\nAnd stops.`,
        status: CommentStatus.pending,
      }),
    ),
  ],
}
const pending = { path: '/bbs/FORUM/tab/pending', viewer: moderator, waiting }

const meta = {
  title: 'Forum/Screens/CommunityTab',
  component: CommunityTabScreen,
  args: { path: '/bbs/FORUM/tab/holders', members },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Who belongs to a community. */
export const Members: Story = {}

/** Nobody has joined. */
export const NoMembers: Story = { args: { members: [] } }

/** No publisher has its conversations here. */
export const NoPartners: Story = { args: { members: [], path: '/bbs/FORUM/tab/holders?type=partner' } }

/** What a community says of itself. */
export const About: Story = {
  args: {
    path: '/bbs/FORUM/tab/about',
    communities: [exampleCommunity({ about: 'Bridges, ferries and the long way round.\n\nBring boots.' })],
  },
}

/** It says nothing of itself. */
export const AboutEmpty: Story = {
  args: { path: '/bbs/FORUM/tab/about', communities: [exampleCommunity({ about: '' })] },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The list can't be loaded. */
export const Failed: Story = { args: { calls: { communityMembers: 'fails' } } }

/** What waits for a moderator: posts are read before they are decided, comments approved at once or opened in their thread. */
export const Pending: Story = { args: pending }

/** Nothing waits. */
export const PendingEmpty: Story = { args: { ...pending, waiting: {} } }

/** To everybody else this is no page. */
export const PendingForbidden: Story = { args: { ...pending, viewer: exampleMe() } }

/** What waits can't be loaded. */
export const PendingFailed: Story = { args: { ...pending, calls: { postList: 'fails', commentList: 'fails' } } }

/** The same on a phone, from right to left. */
export const PendingNarrow: Story = { args: pending, globals: { locale: 'ar' }, parameters: { width: '312px' } }
