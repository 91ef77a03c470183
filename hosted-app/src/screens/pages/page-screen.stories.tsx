import { exampleEssay, exampleShownPage } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { PageScreen } from './page-screen.tsx'

const meta = {
  title: 'Forum/Static page',
  component: PageScreen,
  args: { path: '/pages/rules', callResponses: { pageShow: () => ({ page: exampleShownPage() }) } },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** A page with a few rules. */
export const Rules: Story = {}

/** One with every kind of block. */
export const Long: Story = {
  args: { callResponses: { pageShow: () => ({ page: exampleShownPage({ postContent: exampleEssay }) }) } },
}

/** There is no such page, or it isn’t published. */
export const Missing: Story = { args: { calls: { pageShow: 'is missing' } } }
