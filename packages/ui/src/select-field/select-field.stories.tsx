import type { Meta, StoryObj } from '@storybook/react-vite'
import { TopicDot } from '../topic/topic.tsx'
import { SelectField } from './select-field.tsx'

const meta = {
  title: 'UI/SelectField',
  component: SelectField,
  args: {
    label: 'Sort by',
    options: [
      { value: 'top', label: 'Top' },
      { value: 'new', label: 'New' },
      { value: 'old', label: 'Old', disabled: true },
    ],
  },
} satisfies Meta<typeof SelectField>
export default meta
type Story = StoryObj<typeof meta>

/** One of several options. */
export const Choices: Story = {}

/** With the color of the chosen topic. */
export const WithMark: Story = {
  args: { label: 'Topic', options: [{ value: 'help', label: 'Help' }], mark: <TopicDot color="red" /> },
}

/** With an error. */
export const WithError: Story = { args: { error: 'Choose a topic.' } }

/** Currently disabled. */
export const Disabled: Story = { args: { disabled: true } }
