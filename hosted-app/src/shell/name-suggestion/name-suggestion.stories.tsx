import type { Meta, StoryObj } from '@storybook/react-vite'
import { NameSuggestion } from './name-suggestion.tsx'

const meta = {
  title: 'Forum/Name suggestion',
  component: NameSuggestion,
  args: { username: 'member_x7k2p', onAnswer: () => {} },
  parameters: { docs: { story: { inline: false, height: '240px' } } },
} satisfies Meta<typeof NameSuggestion>
export default meta
type Story = StoryObj<typeof meta>

/** Shown once to a new member with a generated name. */
export const Suggested: Story = {}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
