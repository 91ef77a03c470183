import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { LoadFailure } from './load-failure.tsx'

const meta = {
  title: 'UI/LoadFailure',
  component: LoadFailure,
  args: { children: 'The poll couldn’t be loaded.', onRetry: fn() },
} satisfies Meta<typeof LoadFailure>
export default meta
type Story = StoryObj<typeof meta>

/** In place of one part of a page. The rest stays usable. */
export const Default: Story = {}
