import { exampleMenuLinks } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { MainMenu } from './main-menu.tsx'

const meta = {
  title: 'Forum/Main menu',
  component: MainMenu,
  args: { items: exampleMenuLinks, address: '/bbs/FORUM?flair=1' },
} satisfies Meta<typeof MainMenu>
export default meta
type Story = StoryObj<typeof meta>

/** The domain's menu, in the rail and in the menu on phones. */
export const Menu: Story = {}

/** In a narrow window, visitors open it in the header. */
export const InTheHeader: Story = {
  parameters: { width: '312px' },
  render: () => <ForumAt path="/bbs/picker" viewer={null} menu={exampleMenuLinks} />,
  play: async ({ canvas, userEvent }) => {
    const [summary] = await canvas.findAllByText('Main menu')
    if (summary) await userEvent.click(summary)
  },
}
