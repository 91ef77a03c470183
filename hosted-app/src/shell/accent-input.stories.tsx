import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { AccentInput } from './accent-input.tsx'

const meta = {
  title: 'Forum/AccentInput',
  component: AccentInput,
  args: { label: 'Accent color', hint: 'The color of links and buttons.', value: '#3a4aa0', onChange: fn() },
  parameters: { width: '32rem' },
} satisfies Meta<typeof AccentInput>
export default meta
type Story = StoryObj<typeof meta>

/** A suggested color, with a sample. */
export const Chosen: Story = {}

/** Any other color. */
export const Custom: Story = { args: { value: '#3b3f91' } }

/** None is chosen. */
export const None: Story = { args: { value: '' } }

/** Text in this color couldn't be read. */
export const TooLight: Story = { args: { value: '#ffd400' } }

/** In the dark theme the color is lightened. */
export const Dark: Story = { globals: { theme: 'dark' } }
