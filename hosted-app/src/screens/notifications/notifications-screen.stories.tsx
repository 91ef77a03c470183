import { PURCHASE_ACTIONS, WITHDRAWAL_ACTIONS } from '@stoa/contract'
import { EXAMPLE_NOW, exampleActor, exampleNotification, exampleNotifications } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { ForumAt } from '../../testing/forum-at.tsx'
import { NotificationsScreen } from '../member-screens.tsx'

const meta = {
  title: 'Forum/Screens/Notifications',
  component: NotificationsScreen,
  args: { path: '/bbs/notifications', notifications: exampleNotifications(), unseen: 3 },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Notifications about one thing are grouped; unread ones are marked. */
export const All: Story = {}

/** What is unread. */
export const Unread: Story = { args: { path: '/bbs/notifications/unread' } }

/** Nothing has happened yet. */
export const Empty: Story = { args: { notifications: [], unseen: 0 } }

/** None of the newest are visible anymore, but there are more. */
export const NewestGone: Story = {
  args: { callResponses: { notificationList: () => ({ items: [], cursor: 'next', hasMore: true }) }, unseen: 0 },
}

/** Everything is read. */
export const NothingUnread: Story = {
  args: { path: '/bbs/notifications/unread', notifications: [exampleNotification({ read: true })], unseen: 0 },
}

/** Content that the viewer had reported was restored on appeal. */
export const ReportReversed: Story = {
  args: {
    notifications: [
      exampleNotification({
        kind: 'moderation',
        actors: [],
        actorCount: 0,
        decision: { action: 'reportUpheld', by: 'community', reason: '', reversed: true },
      }),
    ],
  },
}

/** An operator changed the account. The other changes have texts of their own. */
export const AccountChanged: Story = {
  args: {
    notifications: (['secondFactorReset', 'addressSet', 'renamed', 'merged'] as const).map((accountChange) =>
      exampleNotification({
        kind: 'accountChanged',
        ...{ actors: [], actorCount: 0, post: null, comment: null, community: null, excerpt: '' },
        accountChange,
      }),
    ),
  },
}

/** Loading. */
export const Loading: Story = { args: { calls: { notificationList: 'waits' } } }

/** It can't be loaded. */
export const Failed: Story = { args: { calls: { notificationList: 'fails' } } }

/** The menu of a notification: mark as read, or dismiss. */
export const MenuOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    const [menu] = await canvas.findAllByRole('button', { name: 'More actions for this notification' })
    if (menu) await userEvent.click(menu)
    await canvas.findByRole('menuitem', { name: 'Delete' })
  },
}

/** Long names, long titles, long words. */
export const LongText: Story = {
  args: {
    notifications: [
      exampleNotification({
        at: EXAMPLE_NOW,
        actors: [
          {
            ...exampleActor('otter'),
            displayName: 'Alexandrina Konstantinopolskaya-Featherstonehaugh of the Lower Mill',
          },
          exampleActor('wren'),
          exampleActor('heron'),
        ],
        actorCount: 12_345,
        count: 20_000,
        post: {
          id: 'p'.repeat(20),
          slugUrl: 'long',
          title: `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)} and other words`,
          articleUrl: null,
        },
        excerpt: 'The river rose in the night, and nobody had told the ducks. '.repeat(8),
      }),
      exampleNotification({
        kind: 'moderation',
        actors: [],
        actorCount: 0,
        excerpt: 'x'.repeat(300),
        decision: { action: 'commentHidden', by: 'domain', reason: 'Says the same thing again and again and again' },
      }),
    ],
  },
}

/** Scheduled posts that could not be published at their time, or wait for approval. */
export const ScheduledPosts: Story = {
  args: {
    notifications: (['publicationFailed', 'publicationHeld'] as const).map((action) =>
      exampleNotification({
        kind: 'moderation',
        actors: [],
        actorCount: 0,
        decision: { action, by: 'community', reason: '' },
      }),
    ),
  },
}

/** What became of purchases by card; it leads to the wallet. */
export const Purchases: Story = {
  args: {
    notifications: PURCHASE_ACTIONS.map((action) =>
      exampleNotification({
        ...{ kind: 'moderation', actors: [], actorCount: 0, post: null, excerpt: '' },
        decision: { action, by: 'community', reason: '' },
      }),
    ),
  },
  play: async ({ canvas }) => {
    const arrived = await canvas.findByText(/arrived in your wallet/)
    await expect(arrived.closest('a')).toHaveAttribute('href', '/bbs/wallet')
    await expect(canvas.getByText(/You can’t spend any tokens/)).toBeVisible()
  },
}

/** What becomes of withdrawals; it leads to the wallet. */
export const Withdrawals: Story = {
  args: {
    notifications: WITHDRAWAL_ACTIONS.map((action) =>
      exampleNotification({
        ...{ kind: 'moderation', actors: [], actorCount: 0, post: null, excerpt: '' },
        decision: { action, by: 'community', reason: '' },
      }),
    ),
  },
  play: async ({ canvas }) => {
    const requested = await canvas.findByText(/was requested/)
    await expect(requested.closest('a')).toHaveAttribute('href', '/bbs/wallet')
    await expect(canvas.getByText(/was paid/)).toBeVisible()
    await expect(canvas.getByText(/back in your wallet/)).toBeVisible()
  },
}

/** A visitor signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
