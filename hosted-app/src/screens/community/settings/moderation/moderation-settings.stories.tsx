import { EXAMPLE_NOW, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../../../testing/forum-at.tsx'
import { CommunityTabScreen } from '../../community-tab-screen.tsx'

const rules = {
  entries: [
    { text: 'casino', action: 'refuse' as const },
    { text: 'bit.ly', action: 'hold' as const },
    { text: 'crypto*', action: 'hold' as const },
    { text: 'cheap', action: 'flag' as const },
  ],
  newcomerLinks: { days: 1, links: 2, action: 'hold' as const },
  holdFrom: 90,
  reasons: [{ title: 'Off topic', text: 'This belongs into another community.' }],
  storm: null,
  revision: 3,
}
const viewer = exampleMe({ moderator: ['FORUM'], tokenPermissions: { FORUM: ['hideContent'] } })
const path = '/bbs/FORUM/admin-settings/moderation'

const meta = {
  title: 'Forum/Screens/ModerationSettings',
  component: CommunityTabScreen,
  args: { path, viewer, checks: rules },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Lists, new members and scores. */
export const Settings: Story = {}

/** Storm mode is on. */
export const Storm: Story = {
  args: {
    checks: {
      ...rules,
      storm: { until: EXAMPLE_NOW + 5 * 3_600_000, membersOnly: true, slowModeSeconds: 60, holdNewcomers: true },
    },
  },
}

/** Network admins also edit the network-wide lists. */
export const NetworkAdmin: Story = { args: { viewer: exampleMe({ networkAdmin: true }) } }
