import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { SignUpForm } from './sign-up-form.tsx'

const meta: Meta<typeof SignUpForm> = {
  title: 'Login/SignUpForm',
  component: SignUpForm,
  args: { onSignUp: () => Promise.resolve() },
  decorators: [
    (Story) => (
      <div style={{ maxInlineSize: 400 }}>
        <Story />
      </div>
    ),
  ],
}
export default meta
type Story = StoryObj<typeof SignUpForm>

/** On a page or in a dialog. Leave a field, or submit, to see what is wrong with it. */
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
