import { EXAMPLE_NOW, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../testing/forum-at.tsx'
import { AccountDeletedScreen } from '../../member-screens.tsx'
import { DeletionReceipt } from './account-deleted.tsx'
import '../settings.css'

const meta: Meta<typeof DeletionReceipt> = {
  title: 'Forum/Screens/AccountDeleted',
  component: DeletionReceipt,
  subcomponents: { AccountDeletedScreen },
  args: {
    receipt: {
      userId: exampleMe().id,
      content: 'keep',
      requestedAt: EXAMPLE_NOW,
      removed: { sessions: 2, memberships: 1, drafts: 3, formerNames: 1 },
      keptWithoutName: { posts: 4, comments: 12, reactions: 30, votes: 0 },
    },
  },
}
export default meta
type Story = StoryObj<typeof meta>

/** Removed and kept content after deleting the account. */
export const Kept: Story = {}

/** All content is deleted, too. */
export const NothingKept: Story = {
  args: {
    receipt: {
      userId: exampleMe().id,
      content: 'remove',
      requestedAt: EXAMPLE_NOW,
      removed: { posts: 4, comments: 12 },
      keptWithoutName: {},
    },
  },
}

/** Nothing was deleted just now. */
export const Nothing: Story = { render: () => <ForumAt path="/bbs/my-account/deleted" viewer={null} /> }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
