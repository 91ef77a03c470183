import { EXAMPLE_NOW, exampleCommunity, exampleFeed, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { SidePanels } from './side-panels.tsx'

const NAMES = ['Grey Heron', 'River Otter', 'Common Toad', 'Alexandrina Konstantinopolskaya-Featherstonehaugh']
const members = NAMES.map((displayName, index) => ({
  userId: exampleId(index + 1, 'u'),
  username: `member_${index}`,
  displayName,
  slugUrl: `member-${index}`,
  imageUrl: '',
  joinedAt: EXAMPLE_NOW,
  isPartner: false,
}))
const community = exampleCommunity({
  about: 'Bridges, ferries and the long way round. Bring boots.',
  rules: [
    { title: 'Be kind to your neighbors', text: 'Argue about bridges, not about people.' },
    { title: 'Say where and when', text: '' },
  ],
})

const meta = {
  title: 'Forum/Sidebar',
  component: SidePanels,
  parameters: { width: '18rem' },
  args: {
    data: {
      kind: 'community',
      community,
      staff: [
        { ...(members[0] as (typeof members)[number]), role: 'owner' },
        { ...(members[1] as (typeof members)[number]), role: 'moderator' },
      ],
      members,
      others: [
        exampleCommunity({ id: exampleId(2, 'k'), tokenName: 'GARDEN', title: 'The Allotment Table' }),
        exampleCommunity({ id: exampleId(3, 'k'), tokenName: 'DARKSKY', title: 'Dark Sky Society' }),
      ],
    },
  },
} satisfies Meta<typeof SidePanels>
export default meta
type Story = StoryObj<typeof meta>

/** Next to a community's screens in wide windows. */
export const Community: Story = {}

/** A new community. */
export const NewCommunity: Story = {
  args: {
    data: {
      kind: 'community',
      community: exampleCommunity({ about: '', activeFlairs: [], rules: [] }),
      staff: [],
      members: [],
      others: [],
    },
  },
}

/** Next to a post: its author, its community, and other posts. */
export const Post: Story = {
  args: { data: { kind: 'post', community, author: exampleMe(), role: 'moderator', related: exampleFeed.slice(0, 4) } },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
