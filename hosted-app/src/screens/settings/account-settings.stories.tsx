import { EXAMPLE_NOW, exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { AccountSettingsScreen } from './settings-screens.tsx'

const meta = {
  title: 'Forum/Screens/AccountSettings',
  component: AccountSettingsScreen,
  args: { path: '/bbs/my-account/settings' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Everything about one's own account. */
export const Member: Story = {}

/** An account with every sign-in method. */
export const EveryWayIn: Story = {
  args: {
    account: {
      pendingEmail: 'palmate@example.org',
      providers: [{ providerId: 'google', name: 'Google', linkedAt: EXAMPLE_NOW, label: 'newt@example.org' }],
      passkeys: [{ id: exampleId(1, 'p'), name: 'Laptop', createdAt: EXAMPLE_NOW, usedAt: null, synced: true }],
      totp: true,
      recoveryCodesLeft: 8,
    },
  },
}

/** A member who has hidden communities from their feeds. */
export const HiddenFromFeeds: Story = { args: { viewer: exampleMe({ hiddenCommunities: ['BOATS', 'GARDEN'] }) } }

const hidden = [
  {
    ...{ id: exampleId(7, 'c'), hiddenAt: EXAMPLE_NOW, post: exampleSummary() },
    comment: exampleComment('heron', { id: exampleId(7, 'c'), postId: exampleSummary().id }),
  },
  { id: exampleSummary().id, hiddenAt: EXAMPLE_NOW, post: exampleSummary(), comment: null },
]

/** Somebody who has hidden a post and a comment for themselves. */
export const HiddenItems: Story = { args: { hiddenForMe: hidden } }

/** What is hidden can't be loaded. */
export const HiddenItemsFailed: Story = { args: { calls: { hiddenForMeList: 'fails' } } }

/** What decides who gets in is on its way. */
export const Loading: Story = { args: { calls: { accountSecurity: 'waits', sessionList: 'waits' } } }

/** They can't be loaded: the rest works. */
export const Failed: Story = { args: { calls: { accountSecurity: 'fails', sessionList: 'fails' } } }

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
