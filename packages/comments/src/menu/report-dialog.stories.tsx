import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { ReportDialog } from './report-dialog.tsx'

const meta = {
  title: 'Comments/ReportDialog',
  component: ReportDialog,
  args: { title: 'Report comment?', onReport: fn(async () => true), onHide: fn(), onClose: fn() },
} satisfies Meta<typeof ReportDialog>
export default meta
type Story = StoryObj<typeof meta>

async function send() {
  await userEvent.click(screen.getByRole('radio', { name: 'Spam' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
}

/** Asks for a reason. */
export const Asked: Story = {}

/** With the community's rules to read first. */
export const WithRules: Story = {
  args: {
    rules: [
      { title: 'Be kind', text: 'Disagree with what somebody says, not with who they are.' },
      { title: 'Stay on topic', text: '' },
    ],
  },
  play: async () => {
    await userEvent.click(screen.getByText('Community rules'))
    await expect(screen.getByText('Stay on topic')).toBeVisible()
  },
}

/** Says what happens next, and offers to hide the comment. */
export const Sent: Story = {
  play: async ({ args }) => {
    await send()
    await expect(await screen.findByRole('dialog', { name: 'Report sent' })).toBeVisible()
    await expect(args.onClose).not.toHaveBeenCalled()
    await expect(screen.getByRole('button', { name: 'Hide for me' })).toBeVisible()
  },
}

/** Already reported. */
export const Again: Story = {
  args: { onReport: fn(async () => false) },
  play: async () => {
    await send()
    await expect(await screen.findByRole('dialog', { name: 'You have already reported this' })).toBeVisible()
  },
}

/** Hiding it closes the dialog. */
export const Hiding: Story = {
  play: async ({ args }) => {
    await send()
    await userEvent.click(await screen.findByRole('button', { name: 'Hide for me' }))
    await expect(args.onClose).toHaveBeenCalled()
    await expect(args.onHide).toHaveBeenCalled()
  },
}

/** A member, who can't be hidden. */
export const WithoutHiding: Story = {
  args: { title: 'Report Grey Heron?' },
  render: ({ onHide: _, ...args }) => <ReportDialog {...args} />,
  play: send,
}

/** Right to left, in the dark. */
export const RightToLeftDark: Story = { globals: { locale: 'ar', theme: 'dark' }, play: send }
