import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { NewPasswordForm } from './new-password-form.tsx'

const meta: Meta<typeof NewPasswordForm> = {
  title: 'Login/NewPasswordForm',
  component: NewPasswordForm,
  args: { onPassword: () => Promise.resolve() },
  parameters: { width: '400px' },
}
export default meta
type Story = StoryObj<typeof NewPasswordForm>

/** From a mailed link, or in the account's settings. */
export const Empty: Story = {}

/** After an error both fields keep their input. */
export const Refused: Story = {
  args: { onPassword: () => Promise.reject(new StoaError('LINK_INVALID', errors.LINK_INVALID)) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Password'), 'Not-a-real-1')
    await userEvent.type(canvas.getByLabelText('Confirm password'), 'Not-a-real-1{Enter}')
    await canvas.findByText('This link has been used or has expired.')
  },
}

/** On a phone, right to left. */
export const RightToLeft: Story = { parameters: { width: '312px' }, globals: { locale: 'ar' } }
