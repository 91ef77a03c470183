import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { type ChoiceProps, FilterChips, SegmentedControl } from './choice.tsx'

const ORDERS = ['Hot', 'New', 'Top', 'Active'].map((label) => ({ value: label.toLowerCase(), label }))
const TOPICS = [
  { value: '', label: 'All topics' },
  { value: 'news', label: 'News', color: 'blue' },
  { value: 'help', label: 'Help', color: 'red' },
  { value: 'making', label: 'Making', color: 'orange' },
]

function WorkingSegments(args: ChoiceProps<string>) {
  const [value, setValue] = useState(args.value)
  return <SegmentedControl {...args} value={value} onChoose={setValue} />
}

function WorkingChips(args: ChoiceProps<string>) {
  const [value, setValue] = useState(args.value)
  return <FilterChips {...args} value={value} onChoose={setValue} />
}

const meta = {
  title: 'UI/Choice',
  component: SegmentedControl<string>,
  args: { label: 'Order', options: ORDERS, value: 'hot' },
  render: (args) => <WorkingSegments {...args} />,
} satisfies Meta<typeof SegmentedControl<string>>
export default meta
type Story = StoryObj<typeof meta>

/** For an order or a short setting. */
export const Segmented: Story = {}

/** Orders with an address each. */
export const SegmentedLinks: Story = {
  args: { options: ORDERS.map((order) => ({ ...order, href: `#${order.value}` })) },
  render: (args) => <SegmentedControl {...args} />,
}

/** For what a list shows. Topics have their dot. */
export const Chips: Story = {
  args: { label: 'Topics', options: TOPICS, value: 'help' },
  render: (args) => <WorkingChips {...args} />,
}

/** On a phone chips scroll sideways. */
export const Narrow: Story = { ...Chips, parameters: { width: '240px' } }

/** From right to left. */
export const RightToLeft: Story = { ...Chips, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { ...Chips, globals: { theme: 'dark' } }
