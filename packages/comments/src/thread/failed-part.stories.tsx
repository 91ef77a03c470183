import type { Meta, StoryObj } from '@storybook/react-vite'
import { FailedPart } from './failed-part.tsx'

const meta = {
  title: 'Comments/FailedPart',
  component: FailedPart,
  args: { text: 'comment.unloaded', onRetry: () => {} },
} satisfies Meta<typeof FailedPart>
export default meta
type Story = StoryObj<typeof meta>

/** Code for an action couldn't be loaded. */
export const Unloaded: Story = {}

/** Retrying. Nothing moves. */
export const Busy: Story = { args: { busy: true } }

/** Failed again. The page can be reloaded instead. */
export const AgainUnloaded: Story = { args: { mayReload: true } }

/** The comments couldn't be loaded. */
export const NoComments: Story = { args: { text: 'comment.error' } }

/** On a phone. */
export const Narrow: Story = { args: { mayReload: true }, parameters: { width: '312px' } }

/** Right to left. */
export const RightToLeft: Story = { args: { mayReload: true }, globals: { locale: 'ar' } }
