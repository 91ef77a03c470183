import { exampleId, exampleMe } from '@stoa/contract/fixtures'
import { Button } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ProfileCardBox } from './profile-card.tsx'

const user = exampleMe({
  profileTitle: 'Keeper of the boat shed',
  profileAbout: 'Rows, repairs, and writes down what the weather did. '.repeat(6),
})
const titles = ['The Forum', 'Boats']

const meta = {
  title: 'Forum/ProfileCard',
  component: ProfileCardBox,
  args: {
    user,
    followers: 48,
    communities: titles.map((title, index) => ({
      id: exampleId(index, 'c'),
      tokenName: 'FORUM',
      title,
      role: index === 0 ? ('owner' as const) : ('moderator' as const),
    })),
    actions: <Button>Follow</Button>,
  },
  decorators: [(Story) => <div style={{ position: 'relative', minBlockSize: 340 }}>{Story()}</div>],
} satisfies Meta<typeof ProfileCardBox>
export default meta
type Story = StoryObj<typeof meta>

/** About an author, beside their name. */
export const Filled: Story = {}

/** A new member. */
export const Empty: Story = { args: { user: exampleMe({ profileName: '' }), followers: 0, communities: [] } }

/** In the dark, from right to left. */
export const RightToLeftDark: Story = { globals: { locale: 'ar', theme: 'dark' } }
