import type { Meta, StoryObj } from '@storybook/react-vite'
import { ForumAt } from '../../testing/forum-at.tsx'
import { LoginScreen, SignUpScreen } from './login-screen.tsx'

const meta = {
  title: 'Forum/Screens/Login',
  component: LoginScreen,
  subcomponents: { SignUpScreen },
  args: { path: '/bbs/login', viewer: null },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** Signing in, and the way to an account. */
export const SignIn: Story = {}

/** Making an account. */
export const SignUp: Story = { args: { path: '/bbs/singup' } }

/** The server can't be reached: what was typed stays. */
export const Failed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Username or e-mail'), 'newt')
    await userEvent.type(canvas.getByLabelText('Password'), 'Nonsense-1')
    await userEvent.click(canvas.getByRole('main').querySelector<HTMLElement>('button[type="submit"]') ?? document.body)
    await canvas.findByRole('alert')
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { path: '/bbs/singup' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' }, args: { path: '/bbs/singup' } }
