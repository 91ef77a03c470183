import type { Meta, StoryObj } from '@storybook/react-vite'
import { RulesList } from './rules-list.tsx'

const meta = {
  title: 'UI/RulesList',
  component: RulesList,
  args: {
    rules: [
      { title: 'Be kind', text: 'Disagree with what somebody says.\nDo not attack who they are.' },
      { title: 'Stay on topic', text: '' },
      { title: 'لا إعلانات', text: 'تُحذف الروابط إلى المتاجر.' },
    ],
  },
} satisfies Meta<typeof RulesList>
export default meta
type Story = StoryObj<typeof meta>

/** Each explanation opens separately. */
export const OnDemand: Story = {}

/** With all explanations. */
export const Open: Story = { args: { isOpen: true } }

/** Right to left, in the dark. */
export const RightToLeftDark: Story = { globals: { locale: 'ar', theme: 'dark' } }
