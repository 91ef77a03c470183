import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ComponentProps, useState } from 'react'
import { TabLinks } from './tab-links.tsx'
import { Tabs } from './tabs.tsx'

const TABS = [
  { id: 'posts', label: 'Posts', count: 1234 },
  { id: 'activity', label: 'Activity' },
  { id: 'polls', label: 'Polls', count: 7 },
  { id: 'about', label: 'About' },
  { id: 'members', label: 'Members', count: 56789 },
]

function Working(args: ComponentProps<typeof Tabs>) {
  const [current, setCurrent] = useState(args.current)
  return <Tabs {...args} current={current} onChange={setCurrent} />
}

const meta = {
  title: 'UI/Tabs',
  component: Tabs,
  args: { label: 'Community', tabs: TABS, current: 'posts', onChange: () => {}, children: 'What the tab shows.' },
  render: (args) => <Working {...args} />,
} satisfies Meta<typeof Tabs>
export default meta
type Story = StoryObj<typeof meta>

/** Views without their own address. */
export const Panels: Story = {}

/** Views that are pages. */
export const Links: Story = {
  render: () => (
    <TabLinks label="Community" current="activity" tabs={TABS.map((tab) => ({ ...tab, href: `#${tab.id}` }))} />
  ),
}

/** On a phone they scroll sideways. */
export const Narrow: Story = { parameters: { width: '312px' } }
