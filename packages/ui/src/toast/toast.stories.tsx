import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { ToastRegion } from './toast-region.tsx'
import { createToasts } from './toasts.ts'

function toastsWith(...toastInputs: Parameters<ReturnType<typeof createToasts>['show']>[0][]) {
  const toasts = createToasts()
  for (const toast of toastInputs) toasts.show(toast)
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

/** Success of an action elsewhere on the page. */
export const Success: Story = { args: { toasts: toastsWith({ text: 'Link copied', tone: 'success' }) } }

/** Can be undone for a short time. */
export const WithAction: Story = {
  args: { toasts: toastsWith({ text: 'Comment hidden', action: { label: 'Undo', onAction: fn() } }) },
}

/** An error, which stays until dismissed. */
export const Failure: Story = {
  args: {
    toasts: toastsWith({
      text: 'Your comment could not be sent. It is kept as a draft and will be here when you come back.',
      tone: 'danger',
    }),
  },
}

/** Several: errors first. */
export const Several: Story = {
  args: {
    toasts: toastsWith(
      { text: 'Link copied' },
      { text: 'Not sent', tone: 'danger' },
      { text: 'Vote counted', tone: 'success' },
    ),
  },
}
