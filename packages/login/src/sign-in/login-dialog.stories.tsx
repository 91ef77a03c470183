import { Button } from '@stoa/ui'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { exampleActions } from '../testing/example-actions.ts'
import { LoginDialog, type LoginDialogProps } from './login-dialog.tsx'

function Opened(props: LoginDialogProps) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <LoginDialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const meta: Meta<typeof LoginDialog> = {
  title: 'Login/LoginDialog',
  component: LoginDialog,
  render: (args) => <Opened {...args} />,
  args: { open: true, onClose: () => {}, ways: { ids: ['password'] }, actions: exampleActions() },
}
export default meta
type Story = StoryObj<typeof LoginDialog>

/** For actions that need a signed-in person, without leaving the page. */
export const SignIn: Story = { args: { ways: { ids: ['password', 'emailLink', 'passkey', 'google', 'github'] } } }

/** A forum with passwords only. */
export const PasswordOnly: Story = {}

/** The same, for new people. */
export const SignUp: Story = { args: { initialMode: 'signUp' } }

/** On a dark page. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** Right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }
