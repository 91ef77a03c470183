import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import '../moderation.css'
import { ModeratedConversation } from '../testing/moderated-conversation.tsx'

const meta = {
  title: 'Comments/Moderation/ConversationQueue',
  component: ModeratedConversation,
} satisfies Meta<typeof ModeratedConversation>
export default meta
type Story = StoryObj<typeof meta>

/** A conversation as seen by its moderators. */
export const Waiting: Story = {
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Hide…' })).toBeVisible()
  },
}

/** In an article on a phone. */
export const Narrow: Story = { parameters: { width: '312px' }, play: Waiting.play as NonNullable<Story['play']> }

/** No pending items are left. */
export const Empty: Story = {
  args: { items: [] },
  play: async () => {
    await expect(await screen.findByText('Nothing to decide')).toBeVisible()
  },
}

/** The list didn't load. */
export const Failed: Story = {
  args: {
    responses: {
      queueList: () => {
        throw new TypeError('offline')
      },
    },
  },
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

/** Asks for the duration of a ban. */
export const Banning: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Ban…' }))
    await expect(await screen.findByRole('dialog', { name: 'Ban River Otter' })).toBeVisible()
  },
}

/** Asks for the text of a warning. The community's reasons can be chosen. */
export const Warning: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Manage River Otter' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Warn…' }))
    await expect(await screen.findByLabelText('Insert a reason')).toBeVisible()
  },
}
