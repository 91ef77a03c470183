import type { Meta, StoryObj } from '@storybook/react-vite'
import { TextField } from './text-field.tsx'

const meta = { title: 'UI/TextField', component: TextField, args: { label: 'Username' } } satisfies Meta<
  typeof TextField
>
export default meta
type Story = StoryObj<typeof meta>

/** One line of text. */
export const Empty: Story = {}

/** With help needed before typing. */
export const WithHint: Story = { args: { hint: 'Letters, digits and dashes.', optional: true } }

/** With an error. The text stays. */
export const WithError: Story = { args: { defaultValue: 'a b', error: 'Spaces are not allowed.' } }

/** The context makes its purpose clear. */
export const HiddenLabel: Story = {
  args: { hideLabel: true, label: 'Search', type: 'search', placeholder: 'Search posts' },
}

/** Currently disabled. */
export const Disabled: Story = { args: { disabled: true, defaultValue: 'demo-reader' } }
