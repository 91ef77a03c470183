import type { Meta, StoryObj } from '@storybook/react-vite'
import { Badge } from './badge.tsx'
import { BadgeUntil } from './badge-until.tsx'

const meta = { title: 'UI/Badge', component: Badge, args: { children: 'Topic' } } satisfies Meta<typeof Badge>
export default meta
type Story = StoryObj<typeof meta>

/** Roles, topics and states. */
export const Tones: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Badge>Topic</Badge>
      <Badge tone="accent">Author</Badge>
      <Badge tone="success">Published</Badge>
      <Badge tone="warning">Pending</Badge>
      <Badge tone="danger">Hidden</Badge>
    </div>
  ),
}

/** A long word stays inside its line. */
export const LongText: Story = {
  args: { children: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung' },
  parameters: { width: '200px' },
}

/** What ends by itself: the second one has ended. */
export const Until: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 8 }}>
      <BadgeUntil time={Date.now() + 3_600_000}>Promoted</BadgeUntil>
      <BadgeUntil time={0}>Over</BadgeUntil>
    </div>
  ),
}
