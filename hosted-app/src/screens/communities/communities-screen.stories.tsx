import { exampleCommunity } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { CommunitiesScreen } from './communities-screen.tsx'

const meta = {
  title: 'Forum/Screens/Communities',
  component: CommunitiesScreen,
  args: {
    path: '/bbs/picker',
    communities: [
      exampleCommunity({ numberOfMembers: 123_456, totalPosts: 9_876 }),
      exampleCommunity({
        tokenName: 'GARDEN',
        title: 'The table at the far end of all the allotments',
        about: 'Beds, seeds, slugs: what grows, what is eaten, and by whom. '.repeat(4),
        numberOfMembers: 1,
        totalPosts: 1,
      }),
      exampleCommunity({
        tokenName: 'BRIDGE',
        title: 'الجسر',
        about: 'كل ما يخص الجسر',
        numberOfMembers: 0,
        totalPosts: 0,
      }),
    ],
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Every community, largest first. */
export const Several: Story = {}

/** The domain groups its communities. */
export const Sections: Story = {
  args: {
    viewer: null,
    config: { sections: [{ name: 'Outdoors', slug: 'outdoors', communities: ['GARDEN', 'BRIDGE'] }] },
  },
  play: async ({ canvas }) => {
    const chip = await canvas.findByRole('button', { name: 'Outdoors' })
    await userEvent.click(chip)
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
  },
}

/** A new installation of many communities. */
export const Empty: Story = { args: { communities: [] } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The list can't be loaded. */
export const Failed: Story = { args: { calls: { communityList: 'fails' } } }

/** A search without results. */
export const NotFound: Story = { args: { path: '/bbs/picker?q=zeppelin', communities: [] } }

/** Visitors have joined no communities. */
export const AsVisitor: Story = { args: { viewer: null } }
