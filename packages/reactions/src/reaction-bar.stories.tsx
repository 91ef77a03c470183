import type { ReactionName } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { ReactionBar, type ReactionBarProps } from './reaction-bar.tsx'

/** Updates at once, like the store. */
function Live(props: ReactionBarProps) {
  const [mine, setMine] = useState<ReactionName | null>(props.mine ?? null)
  const counts = { ...props.counts }
  if (props.mine) counts[props.mine] -= 1
  if (mine) counts[mine] += 1
  return <ReactionBar {...props} counts={counts} mine={mine} onReact={setMine} />
}

const meta: Meta<typeof ReactionBar> = {
  title: 'Reactions/ReactionBar',
  component: ReactionBar,
  render: (args) => <Live {...args} />,
  args: { counts: { 'thumb-up': 48, 'thumb-down': 3 }, onReact: () => {} },
}
export default meta
type Story = StoryObj<typeof ReactionBar>

/** Under a post. */
export const Medium: Story = {}

/** Next to a comment. */
export const Small: Story = { args: { size: 'small' } }

/** No reactions yet. Space for the first digits is reserved. */
export const Nobody: Story = { args: { counts: { 'thumb-up': 0, 'thumb-down': 0 } } }

/** The viewer has chosen thumb-up. Pressing it again removes it. */
export const ChosenUp: Story = { args: { mine: 'thumb-up' } }

/** The viewer has chosen thumb-down. */
export const ChosenDown: Story = { args: { mine: 'thumb-down' } }

/** Large counts are shortened. Their accessible names stay exact. */
export const Large: Story = { args: { counts: { 'thumb-up': 12_345, 'thumb-down': 1_200_000 } } }

/** Counts of content that can't get reactions, such as a hidden comment. */
export const Disabled: Story = { args: { disabled: true } }

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a dark page. */
export const Dark: Story = { globals: { theme: 'dark' }, args: { mine: 'thumb-up' } }
