import type { Meta, StoryObj } from '@storybook/react-vite'
import { RoleBadge } from './role-badge.tsx'

const meta = { title: 'UI/RoleBadge', component: RoleBadge } satisfies Meta<typeof RoleBadge>
export default meta
type Story = StoryObj<typeof meta>

/** Next to the names of authors. */
export const Owner: Story = { args: { role: 'owner' } }
export const Moderator: Story = { args: { role: 'moderator' } }
export const Admin: Story = { args: { role: 'admin' } }
export const Partner: Story = { args: { role: 'partner' } }
