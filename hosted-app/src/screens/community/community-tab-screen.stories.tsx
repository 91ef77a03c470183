import { EXAMPLE_NOW, exampleCommunity, exampleId } from '@stoa/contract/fixtures'
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
