import type { Meta, StoryObj } from '@storybook/react-vite'
import { ReactionBar } from './reaction-bar.tsx'
import { Tips } from './tips.tsx'

const meta = {
  title: 'Reactions/Tips',
  component: Tips,
  args: { tips: '12500000', tokenName: 'GARDEN' },
  render: (args) => (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--stoa-space-2)' }}>
      <ReactionBar counts={{ 'thumb-up': 48, 'thumb-down': 3 }} onReact={() => {}} />
      <Tips {...args} />
    </div>
  ),
} satisfies Meta<typeof Tips>
export default meta
type Story = StoryObj<typeof meta>

/** Beside the reactions. */
export const Some: Story = {}

/** Nobody has tipped yet. */
export const None: Story = { args: { tips: undefined } }

/** The largest sum, in a narrow column. */
export const Large: Story = { args: { tips: '9007199254740991' }, parameters: { width: '240px' } }

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a dark page. */
export const Dark: Story = { globals: { theme: 'dark' } }
