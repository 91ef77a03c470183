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

/** Signing in, with a link to sign up. */
export const SignIn: Story = {}

/** A forum with every sign-in method: the form first, everything else below it. */
export const EveryWay: Story = {
  args: {
    config: {
      signInProviders: ['password', 'google', 'github', 'x', 'harbor'],
      providerNames: { harbor: 'Harbor' },
    },
  },
}

/** Returned from a provider without being signed in. */
export const Refused: Story = { args: { path: '/bbs/login?error=PROVIDER_EMAIL_IN_USE&next=%2Fbbs%2FFORUM' } }

/** Returned from a provider: the session is being loaded. */
export const Arriving: Story = { args: { path: '/bbs/login?signedIn=1&next=%2Fbbs%2FFORUM' } }

/** The demonstration: one account for each role. */
export const Demonstration: Story = {
  args: {
    config: {
      demo: {
        password: 'Nonsense-1',
        accounts: [
          { username: 'demo_emi', name: 'Emi Hazel', role: 'member', image: '/media/demo/portrait-emi.svg' },
          { username: 'demo_ada', name: 'Ada Fernhill', role: 'owner', image: '/media/demo/portrait-ada.svg' },
          { username: 'demo_ben', name: 'Ben Alderway', role: 'moderator', image: '/media/demo/portrait-ben.svg' },
          { username: 'demo_cleo', name: 'Cleo Marsh', role: 'partner', image: '/media/demo/portrait-cleo.svg' },
        ],
      },
    },
  },
}

/** Creating an account. */
export const SignUp: Story = { args: { path: '/bbs/singup' } }

/** The server can't be reached: the input stays. */
export const Failed: Story = {
  args: { calls: { authSignIn: 'fails' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByLabelText('Username or email'), 'newt')
    await userEvent.type(canvas.getByLabelText('Password'), 'Nonsense-1')
    await userEvent.click(canvas.getByRole('main').querySelector<HTMLElement>('button[type="submit"]') ?? document.body)
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' }, args: { path: '/bbs/singup' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' }, args: { path: '/bbs/singup' } }
