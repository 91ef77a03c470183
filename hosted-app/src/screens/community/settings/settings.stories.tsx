import { StoaError } from '@stoa/client'
import { CommunityStatus, errors } from '@stoa/contract'
import { EXAMPLE_NOW, exampleCommunity, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent, within } from 'storybook/test'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { CommunityTabScreen } from '../community-tab-screen.tsx'

const meta = {
  title: 'Forum/Screens/CommunitySettings',
  component: CommunityTabScreen,
  args: {
    path: '/bbs/FORUM/admin-settings/general',
    viewer: exampleMe({ tokenOwner: ['FORUM'], joinedCommunities: ['FORUM'] }),
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A community's name, description and appearance. */
export const General: Story = {}

/** Somebody else has saved another name meanwhile: both are shown, and nothing is lost. */
export const Conflict: Story = {
  args: {
    callResponses: {
      communityEdit: () => {
        const community = exampleCommunity({ title: 'The Agora', revision: 7 })
        throw new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { community } })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const name = await canvas.findByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'The Square')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await canvas.findByText(/Someone else just changed/)
  },
}

/** The same on a phone of 360 pixels. */
export const ConflictNarrow: Story = { ...Conflict, parameters: { width: '312px' } }

/** Somebody else has saved another wait meanwhile: both are shown next to the field. */
export const PostingConflict: Story = {
  args: {
    path: '/bbs/FORUM/admin-settings/posting',
    callResponses: {
      communityEdit: () => {
        const community = exampleCommunity({ slowModeSeconds: 60, revision: 7 })
        throw new StoaError('EDIT_CONFLICT', { ...errors.EDIT_CONFLICT, details: { community } })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.selectOptions(await canvas.findByLabelText('Slow mode'), '300')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await canvas.findByText('Yours: 5 minutes')
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** Transferring the community. */
export const Transfer: Story = { args: { path: '/bbs/FORUM/admin-settings/transfer' } }

/** A transfer is pending. */
export const TransferPending: Story = {
  args: {
    path: '/bbs/FORUM/admin-settings/transfer',
    callResponses: {
      communityTransferGet: () => ({
        transfer: {
          newOwner: { userId: exampleId(2, 'u'), displayName: 'Bea Finch', slugUrl: 'bea' },
          executesAt: EXAMPLE_NOW + 100 * 365 * 24 * 60 * 60 * 1000,
        },
      }),
    },
  },
}

/** The form on a phone. */
export const TransferNarrow: Story = { ...Transfer, parameters: { width: '312px' } }

/** Archiving the community. */
export const Archive: Story = { args: { path: '/bbs/FORUM/admin-settings/archive' } }

/** Archived, which is shown above its tabs. */
export const Archived: Story = {
  args: {
    path: '/bbs/FORUM/admin-settings/archive',
    communities: [exampleCommunity({ publishStatus: CommunityStatus.archived })],
  },
}

const at = (number: number) => ({ userId: exampleId(number, 'u'), joinedAt: EXAMPLE_NOW - number * 86_400_000 })
const people = { isPartner: false, imageUrl: '' }
const staff = { role: 'moderator', roleSince: EXAMPLE_NOW - 3_600_000 } as const

/** Members with their roles and bans, with search. */
export const Members: Story = {
  args: {
    path: '/bbs/FORUM/admin-settings/members',
    members: [
      { ...people, ...at(2), ...staff, username: 'bea', displayName: 'Bea Finch', slugUrl: 'bea' },
      { ...people, ...at(3), username: 'cem', displayName: 'Cem Kaya', slugUrl: 'cem' },
    ],
    standing: { isMember: true, isModerator: true, permissions: ['hideContent', 'banUser', 'blockChat'] },
    banned: [
      {
        userId: exampleId(3, 'u'),
        username: 'cem',
        displayName: 'Cem Kaya',
        slugUrl: 'cem',
        imageUrl: '',
        isMember: true,
        at: EXAMPLE_NOW,
        until: EXAMPLE_NOW + 100 * 365 * 86_400_000,
        kind: 'ban',
        reason: 'spam',
      },
    ],
  },
}

/** The same on a phone. */
export const MembersNarrow: Story = { ...Members, parameters: { width: '312px' } }

/** A search without results. */
export const MembersEmpty: Story = { args: { path: '/bbs/FORUM/admin-settings/members' } }

const gardens = exampleCommunity({ id: exampleId(2, 'k'), tokenName: 'GARDEN', title: 'Gardens and allotments' })

/** Recommended communities. */
export const Featured: Story = {
  args: {
    path: '/bbs/FORUM/admin-settings/featured',
    communities: [exampleCommunity({ featuredTokens: ['GARDEN', 'RIVERS'] }), gardens],
  },
}

/** None yet; search results. */
export const FeaturedSearch: Story = {
  args: { path: '/bbs/FORUM/admin-settings/featured', communities: [exampleCommunity(), gardens] },
  parameters: { width: '312px' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Find a community'), 'Gard')
    await canvas.findByRole('button', { name: 'Add Gardens and allotments' })
  },
}
