import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { IconButton } from '../icon-button/icon-button.tsx'
import { PinIcon } from '../icons/more-icons.tsx'
import { Tooltip } from './tooltip.tsx'

const meta = {
  title: 'UI/Tooltip',
  component: Tooltip,
  args: { text: 'Pinned posts stay on top', children: <IconButton label="Pin" icon={<PinIcon />} /> },
  decorators: [(Story) => <div style={{ padding: '64px 120px' }}>{Story()}</div>],
} satisfies Meta<typeof Tooltip>
export default meta
type Story = StoryObj<typeof meta>

/** For icons that need an explanation. */
export const Focused: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.tab()
    await waitFor(() => expect(within(canvasElement).getByRole('tooltip')).toBeVisible())
  },
}
