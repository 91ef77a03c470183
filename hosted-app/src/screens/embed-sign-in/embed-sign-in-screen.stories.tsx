import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { EmbedSignInScreen } from './embed-sign-in-screen.tsx'

const meta = {
  title: 'Forum/Screens/EmbedSignIn',
  component: EmbedSignInScreen,
  args: {
    path: '/embed/sign-in?origin=https%3A%2F%2Fgazette.example&state=s&for=comment&challenge=c',
    callResponses: {
      articleSite: () => ({
        site: { name: 'The Lower Mill Gazette', iconUrl: '' },
        community: { tokenName: 'FORUM', title: 'Lower Mill Commons', logoImageURI: '' },
      }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A widget's window for a member who is signed in at the forum: one press allows it. */
export const Member: Story = {}

/** For a visitor, who signs in first. */
export const Visitor: Story = { args: { viewer: null } }

/** For a visitor who pressed the thumb of a comment. */
export const Like: Story = {
  args: {
    viewer: null,
    path: '/embed/sign-in?origin=https%3A%2F%2Fgazette.example&state=s&for=like-comment&challenge=c',
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Sign in to like a comment on The Lower Mill Gazette' })
  },
}

/** A demonstration offers its accounts first. */
export const Demonstration: Story = {
  args: {
    viewer: null,
    config: {
      demo: {
        password: 'Nonsense-1',
        accounts: [
          { username: 'demo_emi', name: 'Emi Hazel', role: 'member', image: '/media/demo/portrait-emi.svg' },
          { username: 'demo_ada', name: 'Ada Fernhill', role: 'owner', image: '/media/demo/portrait-ada.svg' },
        ],
      },
    },
  },
}

/** Nothing is known of the site: its address stands for it. */
export const UnknownSite: Story = { args: { viewer: null, calls: { articleSite: 'fails' } } }

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
