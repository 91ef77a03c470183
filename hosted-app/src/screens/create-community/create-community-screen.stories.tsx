import { exampleCommunity, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent, within } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { CreateCommunityScreen } from '../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/CreateCommunity',
  component: CreateCommunityScreen,
  args: {
    path: '/bbs/create-token',
    callResponses: {
      communityList: ({ tokenNames }) => {
        return { items: tokenNames === 'FORUM' ? [exampleCommunity()] : [], cursor: null, hasMore: false }
      },
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

const typed =
  (tokenName: string): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Short name'), tokenName)
    await userEvent.type(canvas.getByLabelText('New topic'), 'Beds and borders{Enter}')
    await canvas.findByText(tokenName === 'forum' ? /already exists/ : /is available/)
  }

/** Nothing is typed yet. */
export const Empty: Story = {}

/** A name that is free, and one topic. */
export const Available: Story = { play: typed('garden') }

/** The name is taken. */
export const Taken: Story = { play: typed('forum') }

/** Only admins may create communities here. */
export const NotAllowed: Story = { args: { config: { communityFounders: 'admins' } } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** Next steps: topics exist, the rest is still to do. */
export const NextSteps: Story = {
  args: {
    path: '/bbs/GARDEN/admin-settings/start',
    viewer: exampleMe({ tokenOwner: ['GARDEN'], joinedCommunities: ['GARDEN'] }),
    communities: [exampleCommunity({ tokenName: 'GARDEN', title: 'Garden talk', totalPosts: 0, about: '' })],
    callResponses: {},
  },
}

/** The same on a phone. */
export const NextStepsNarrow: Story = { ...NextSteps, parameters: { width: '312px' } }
