import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { EmbedSignInScreen } from './embed-sign-in-screen.tsx'

const meta = {
  title: 'Forum/Screens/EmbedSignIn',
  component: EmbedSignInScreen,
  args: { path: '/embed/sign-in?origin=https%3A%2F%2Fgazette.example&state=s&challenge=c' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A widget's window for a member who is signed in at the forum: one press allows it. */
export const Member: Story = {}

/** For a visitor, who signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** The page that opened the window is closed. */
export const Lost: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Continue as/ }))
    await canvas.findByText(/can’t reach the page/)
  },
}

/** Opened without naming a site. */
export const WithoutSite: Story = { args: { path: '/embed/sign-in' } }

/** A long address breaks. */
export const LongText: Story = {
  args: { path: `/embed/sign-in?origin=https%3A%2F%2F${'a-very-long-name-'.repeat(8)}.example&state=s&challenge=c` },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }
