import type { Meta, StoryObj } from '@storybook/react-vite'
import { PasswordForm } from './password-form.tsx'
import '../settings.css'

const meta: Meta<typeof PasswordForm> = {
  title: 'Forum/Settings/Password',
  component: PasswordForm,
  args: { hasPassword: true, username: 'newt', onSave: async () => {} },
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** Changing it. */
export const Change: Story = {}

/** An account that has none yet. */
export const SetFirst: Story = { args: { hasPassword: false } }

/** An invalid password. */
export const Wrong: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('New password'), 'short')
    await userEvent.click(canvas.getByRole('button', { name: 'Change password' }))
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
