import type { Meta, StoryObj } from '@storybook/react-vite'
import { Checkbox } from './checkbox.tsx'

const meta = { title: 'UI/Checkbox', component: Checkbox, args: { label: 'Show who voted' } } satisfies Meta<
  typeof Checkbox
>
export default meta
type Story = StoryObj<typeof meta>

/** Yes or no. */
export const Off: Story = {}

/** Switched on. */
export const On: Story = { args: { defaultChecked: true } }

/** With an explanation. */
export const WithHint: Story = { args: { hint: 'Cannot be changed after the first vote.' } }

/** Currently disabled. */
export const Disabled: Story = { args: { disabled: true } }
