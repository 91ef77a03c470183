import type { Meta, StoryObj } from '@storybook/react-vite'
import { Skeleton } from './skeleton.tsx'

const meta = { title: 'UI/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

/** Loading text. */
export const Text: Story = {}

/** A loading comment or post. */
export const WithAvatar: Story = { args: { withAvatar: true } }
