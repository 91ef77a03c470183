import type { Meta, StoryObj } from '@storybook/react-vite'
import { PushInvitation } from './push-invitation.tsx'

const meta = {
  title: 'Forum/Push/Invitation',
  component: PushInvitation,
  args: { busy: false, problem: '', onTurnOn: () => {}, onDismiss: () => {} },
  parameters: { docs: { story: { inline: false, height: '240px' } } },
} satisfies Meta<typeof PushInvitation>
export default meta
type Story = StoryObj<typeof meta>

/** Shown once per device, after the first comment or message. */
export const Invited: Story = {}

/** The explanation, before the browser asks. */
export const Explained: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Turn on notifications' }))
    await canvas.findByRole('button', { name: 'Continue' })
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
