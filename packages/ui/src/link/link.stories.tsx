import type { Meta, StoryObj } from '@storybook/react-vite'
import { Link } from './link.tsx'

const meta = {
  title: 'UI/Link',
  component: Link,
  args: { href: '/bbs', children: 'the forum' },
  render: (args) => (
    <p>
      Go to <Link {...args} /> and read on.
    </p>
  ),
} satisfies Meta<typeof Link>
export default meta
type Story = StoryObj<typeof meta>

/** Inside a text. */
export const Own: Story = {}

/** An external link, which opens in a new tab and says so. */
export const External: Story = { args: { href: 'https://example.org/', children: 'example.org', fromMember: true } }

/** An invalid address stays text. */
export const Unsafe: Story = { args: { href: 'javascript:alert(1)', children: 'javascript:alert(1)' } }
