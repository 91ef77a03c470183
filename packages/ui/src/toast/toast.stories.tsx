import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { ToastRegion } from './toast-region.tsx'
import { createToasts } from './toasts.ts'

function toastsWith(...shown: Parameters<ReturnType<typeof createToasts>['show']>[0][]) {
  const toasts = createToasts()
  for (const toast of shown) toasts.show(toast)
  return toasts
}

const meta = {
  title: 'UI/Toast',
  component: ToastRegion,
  args: { toasts: createToasts(), duration: 3_600_000 },
  parameters: { docs: { story: { inline: false, height: '240px' } } },
} satisfies Meta<typeof ToastRegion>
export default meta
type Story = StoryObj<typeof meta>

/** Something worked, away from where the reader looks. */
export const Success: Story = { args: { toasts: toastsWith({ text: 'Link copied', tone: 'success' }) } }

/** Something that can be taken back for a moment. */
export const WithAction: Story = {
  args: { toasts: toastsWith({ text: 'Comment hidden', action: { label: 'Undo', onAction: fn() } }) },
}

/** Something failed: it stays until it is dismissed. */
export const Failure: Story = {
  args: {
    toasts: toastsWith({
      text: 'Your comment could not be sent. It is kept as a draft and will be here when you come back.',
      tone: 'danger',
    }),
  },
}

/** Several: failures first. */
export const Several: Story = {
  args: {
    toasts: toastsWith(
      { text: 'Link copied' },
      { text: 'Not sent', tone: 'danger' },
      { text: 'Vote counted', tone: 'success' },
    ),
  },
}
