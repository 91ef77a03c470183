import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { userEvent } from 'storybook/test'
import { SignUpForm } from './sign-up-form.tsx'

const meta: Meta<typeof SignUpForm> = {
  title: 'Login/SignUpForm',
  component: SignUpForm,
  args: { onSignUp: () => Promise.resolve() },
  parameters: { width: '400px' },
}
export default meta
type Story = StoryObj<typeof SignUpForm>

/** On a page or in a dialog. Leave a field, or submit, to see its errors. */
export const Empty: Story = {}

/** Coming from sign-in with an address. */
export const Prefilled: Story = { args: { initial: { email: 'newt@example.org' } } }

/** Submit valid values to see a name that is taken. */
export const UsernameTaken: Story = {
  args: {
    initial: { username: 'newt', email: 'newt@example.org' },
    onSignUp: () => Promise.reject(new StoaError('USERNAME_EXISTS', errors.USERNAME_EXISTS)),
  },
}

/** Submitted with invalid values: each field shows its error. */
export const WithErrors: Story = {
  args: { initial: { username: 'n!', email: 'newt' } },
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Create account' }))
    await canvas.findAllByText(/Use|valid|required|enter/i)
  },
}

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
