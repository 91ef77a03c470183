import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { ShareButton } from './share-button.tsx'

const meta = {
  title: 'Post view/ShareButton',
  component: ShareButton,
  args: { title: 'The first book of the day', href: '/bbs/FORUM/the-first-book-of-the-day' },
} satisfies Meta<typeof ShareButton>
export default meta
type Story = StoryObj<typeof meta>

/** Opens the system's share sheet, or else copies the link. */
export const Share: Story = {}

/** Shows and announces its result. */
export const Said: Story = {
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Share' }))
    await expect(await canvas.findByText(/link/i)).toBeVisible()
  },
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }
