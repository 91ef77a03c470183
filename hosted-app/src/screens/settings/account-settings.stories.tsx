import { EXAMPLE_NOW, exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { AccountSettingsScreen } from '../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/AccountSettings',
  component: AccountSettingsScreen,
  args: { path: '/bbs/my-account/settings' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

const security = '/bbs/my-account/settings/security'

/** Without a section in the address, wide windows show the first one. */
export const Profile: Story = {}

/** Sign-in methods. */
export const Security: Story = { args: { path: security } }

/** An account with every sign-in method. */
export const EveryWayIn: Story = {
  args: {
    path: security,
    account: {
      pendingEmail: 'palmate@example.org',
      providers: [{ providerId: 'google', name: 'Google', linkedAt: EXAMPLE_NOW, label: 'newt@example.org' }],
      passkeys: [{ id: exampleId(1, 'p'), name: 'Laptop', createdAt: EXAMPLE_NOW, usedAt: null, synced: true }],
      totp: true,
      recoveryCodesLeft: 8,
    },
  },
}

/** The sign-in methods are loading. */
export const Loading: Story = { args: { path: security, calls: { accountSecurity: 'waits' } } }

/** They can't be loaded; the other sections still work. */
export const Failed: Story = { args: { path: security, calls: { accountSecurity: 'fails' } } }

/** Sessions. */
export const Sessions: Story = { args: { path: '/bbs/my-account/settings/sessions' } }

/** API keys. */
export const Keys: Story = { args: { path: '/bbs/my-account/settings/api-keys' } }

/** Somebody who has hidden communities from their feeds. */
export const HiddenFromFeeds: Story = {
  args: {
    path: '/bbs/my-account/settings/hidden',
    viewer: exampleMe({ hiddenCommunities: ['BOATS', 'GARDEN'] }),
  },
}

const pest = {
  userId: exampleId(21, 'v'),
  displayName: 'Loud Heron',
  slugUrl: 'loud-heron',
  imageUrl: '',
  at: EXAMPLE_NOW,
}

/** Somebody who has blocked and muted people, words, topics and posts. */
export const BlockedAndMuted: Story = {
  args: {
    path: '/bbs/my-account/settings/hidden',
    mutes: {
      blocked: [pest],
      users: [{ ...pest, userId: exampleId(22, 'v'), displayName: 'A member with a name that needs several lines' }],
      words: [{ text: 'bandstand', at: EXAMPLE_NOW }],
      communities: [],
      topics: [
        { id: exampleId(23, 't'), name: 'Swaps', tokenName: 'FORUM', communityTitle: 'The Forum', at: EXAMPLE_NOW },
      ],
      posts: [{ ...exampleSummary(), at: EXAMPLE_NOW }],
    },
  },
}

/** The same on a phone of 360 pixels. */
export const BlockedAndMutedNarrow: Story = { ...BlockedAndMuted, parameters: { width: '312px' } }

const hidden = [
  {
    id: exampleId(7, 'c'),
    hiddenAt: EXAMPLE_NOW,
    post: exampleSummary(),
    comment: exampleComment('heron', { id: exampleId(7, 'c'), postId: exampleSummary().id }),
  },
  { id: exampleSummary().id, hiddenAt: EXAMPLE_NOW, post: exampleSummary(), comment: null },
]

/** A member who has hidden a post and a comment. */
export const HiddenItems: Story = { args: { path: '/bbs/my-account/settings/hidden', hiddenForMe: hidden } }

/** The hidden items can't be loaded. */
export const HiddenItemsFailed: Story = {
  args: { path: '/bbs/my-account/settings/hidden', calls: { hiddenForMeList: 'fails' } },
}

/** Merging accounts, and undoing a merge. */
export const Merging: Story = { args: { path: '/bbs/my-account/settings/merge' } }

/** Exporting data, and deleting the account. */
export const Data: Story = { args: { path: '/bbs/my-account/settings/data' } }

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels the address without a section shows their list. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** A section on a phone, with a link back. */
export const NarrowSection: Story = { args: { path: security }, parameters: { width: '312px' } }
