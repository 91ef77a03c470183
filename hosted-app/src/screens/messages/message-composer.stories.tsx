import type { Meta, StoryObj } from '@storybook/react-vite'
import { MessageComposer } from './message-composer.tsx'

const meta = {
  title: 'Forum/MessageComposer',
  component: MessageComposer,
  args: { name: 'River Otter', text: '', onText: () => {}, onSend: () => {} },
} satisfies Meta<typeof MessageComposer>
export default meta
type Story = StoryObj<typeof meta>

/** Nothing is typed yet. */
export const Empty: Story = {}

/** It grows with its text. */
export const Lines: Story = { args: { text: 'First line\nSecond line\nThird line' } }

/** Near the limit it counts. */
export const NearLimit: Story = { args: { text: 'x'.repeat(380) } }

/** Over the limit. Nothing is cut off. */
export const OverLimit: Story = { args: { text: 'x'.repeat(420) } }

/** From right to left, in the dark. */
export const RightToLeftDark: Story = { args: { text: 'مرحبا' }, globals: { locale: 'ar', theme: 'dark' } }
