import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { TopicDot } from '../topic/topic.tsx'
import { RadioGroup } from './radio-group.tsx'

const meta = {
  title: 'UI/RadioGroup',
  component: RadioGroup,
  args: {
    label: 'Who sees the results?',
    value: null,
    onChange: () => {},
    options: [
      { value: 'always', label: 'Everybody, at any time' },
      { value: 'afterVote', label: 'Everybody who has voted' },
    ],
  },
  render: function Chosen(args) {
    const [value, setValue] = useState(args.value)
    return <RadioGroup {...args} value={value} onChange={setValue} />
  },
} satisfies Meta<typeof RadioGroup<string>>
export default meta
type Story = StoryObj<typeof meta>

/** A few visible options. None is selected yet. */
export const Unchosen: Story = {}

/** Short options in a row. */
export const Chips: Story = {
  args: {
    label: 'Duration',
    look: 'chips',
    value: '1',
    options: [
      { value: '1', label: '1 day' },
      { value: '3', label: '3 days' },
      { value: '7', label: '1 week' },
      { value: '0', label: 'Permanently' },
    ],
  },
}

/** Topics as chips, with an error. */
export const TopicChips: Story = {
  args: {
    label: 'Topic',
    look: 'chips',
    error: 'Choose a topic.',
    options: ['News', 'Help'].map((name, at) => ({
      value: name,
      label: (
        <>
          <TopicDot color={['blue', 'red'][at]} /> <bdi>{name}</bdi>
        </>
      ),
    })),
  },
}

/** With explanations of the options. */
export const WithHints: Story = {
  args: {
    value: 'afterVote',
    options: [
      { value: 'always', label: 'Everybody, at any time', hint: 'What others chose may sway people.' },
      { value: 'afterVote', label: 'Everybody who has voted', hint: 'Others see how many have voted.' },
    ],
  },
}
