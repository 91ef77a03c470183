import type { Meta, StoryObj } from '@storybook/react-vite'
import { TopicPill } from './topic.tsx'

const COLORS = ['gray', 'teal', 'green', 'yellow', 'orange', 'red', 'purple', 'blue']

const meta = {
  title: 'UI/TopicPill',
  component: TopicPill,
  args: { name: 'Repairs', color: 'green', href: '#repairs' },
} satisfies Meta<typeof TopicPill>
export default meta
type Story = StoryObj<typeof meta>

/** On a card or post: a link to the posts on the topic. */
export const Linked: Story = {}

/** Where topics are managed. */
export const Plain: Story = { args: { href: undefined } }

/** All colors. */
export const Colors: Story = {
  render: () => (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {COLORS.map((color) => (
        <TopicPill key={color} name={color} color={color} href={`#${color}`} />
      ))}
    </div>
  ),
}

/** A long name stays inside its line. */
export const LongName: Story = {
  args: { name: 'Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung' },
  parameters: { width: '200px' },
}

/** From right to left, the dot is on the right of any name. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { ...Colors, globals: { theme: 'dark' } }
