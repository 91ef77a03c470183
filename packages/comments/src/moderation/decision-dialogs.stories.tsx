import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { BanDialog } from './ban-dialog.tsx'
import { TimeoutDialog } from './timeout-dialog.tsx'
import { WarnDialog } from './warn-dialog.tsx'

const canned = [
  { title: 'Advertising', text: 'No links to shops, please.' },
  { title: 'Off topic', text: 'This belongs into another community.' },
]

const meta = {
  title: 'Comments/DecisionDialogs',
  component: BanDialog,
  args: {
    name: 'Grey Heron',
    ban: null,
    contentHidden: false,
    canned,
    onBan: fn(async () => {}),
    onClose: fn(),
  },
} satisfies Meta<typeof BanDialog>
export default meta
type Story = StoryObj<typeof meta>

/** A ban with a canned reason. */
export const Ban: Story = {
  play: async () => {
    await userEvent.selectOptions(screen.getByLabelText('Insert a reason'), 'Advertising')
    await expect(screen.getByRole('textbox')).toHaveValue('No links to shops, please.')
  },
}

/** Without canned reasons. */
export const BanWithoutReasons: Story = { args: { canned: [] } }

/** A time-out. */
export const TimeOut: Story = {
  render: ({ name, onClose }) => (
    <TimeoutDialog name={name} canned={canned} onClose={onClose} present={null} onDecide={fn(async () => {})} />
  ),
}

/** A warning. */
export const Warning: Story = {
  render: ({ name, onClose }) => (
    <WarnDialog name={name} canned={canned} onClose={onClose} onWarn={fn(async () => {})} />
  ),
}

/** Right to left, in the dark. */
export const BanRightToLeftDark: Story = { globals: { locale: 'ar', theme: 'dark' } }
