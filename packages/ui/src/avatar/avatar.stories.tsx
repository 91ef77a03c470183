import type { Meta, StoryObj } from '@storybook/react-vite'
import { Avatar } from './avatar.tsx'

const meta = { title: 'UI/Avatar', component: Avatar, args: { name: 'Demo Reader' } } satisfies Meta<typeof Avatar>
export default meta
type Story = StoryObj<typeof meta>

const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%23b8860b"/%3E%3Ccircle cx="4" cy="5" r="3" fill="%23fff"/%3E%3C/svg%3E'

/** Members without a picture. */
export const Initials: Story = {}

/** Members with one. */
export const Picture: Story = { args: { src: PICTURE } }

/** If a picture can't be loaded, the initials stay. */
export const Broken: Story = { args: { src: '/no-such-picture.webp' } }

/** From lists of voters to a profile. */
export const Sizes: Story = {
  render: (args) => (
    <div style={{ display: 'flex', gap: 12, alignItems: 'end' }}>
      {(['xs', 's', 'm', 'l', 'xl'] as const).map((size) => (
        <Avatar key={size} {...args} size={size} />
      ))}
    </div>
  ),
}

/** The color depends on the id, so it stays when the name changes. */
export const Colors: Story = {
  render: (args) => (
    <div style={{ display: 'flex', gap: 12 }}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => (
        <Avatar key={id} {...args} id={id} />
      ))}
    </div>
  ),
}
