import type { Meta, StoryObj } from '@storybook/react-vite'
import { FailedPart } from './failed-part.tsx'

const meta = {
  title: 'Comments/FailedPart',
  component: FailedPart,
  args: { text: 'comment.unloaded', onRetry: () => {} },
} satisfies Meta<typeof FailedPart>
export default meta
type Story = StoryObj<typeof meta>

/** Code for what somebody asked for did not come. */
export const Unloaded: Story = {}

/** It is tried again; nothing moves. */
export const Busy: Story = { args: { busy: true } }

/** It failed again: reloading the page is another way on. */
export const AgainUnloaded: Story = { args: { mayReload: true } }

/** The comments themselves did not come. */
export const NoComments: Story = { args: { text: 'comment.error' } }

/** On a phone. */
export const Narrow: Story = { args: { mayReload: true }, parameters: { width: '312px' } }

/** From right to left. */
export const RightToLeft: Story = { args: { mayReload: true }, globals: { locale: 'ar' } }
