import type { Meta, StoryObj } from '@storybook/react-vite'
import { PlusIcon } from '../icons/more-icons.tsx'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'

const meta = { title: 'UI/Button', component: Button, args: { children: 'Comment' } } satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

/** The main action of a view. */
export const Primary: Story = { args: { variant: 'primary' } }

/** All other actions. */
export const Secondary: Story = {}

/** In rows of actions, where borders would be distracting. */
export const Quiet: Story = { args: { variant: 'quiet', children: 'Reply' } }

/** Only for what can't be undone. A ban, hiding, archiving or rejecting can be undone and is primary. */
export const Danger: Story = { args: { variant: 'danger', children: 'Delete for good' } }

/** While waiting for the server. The button keeps focus. */
export const Busy: Story = { args: { variant: 'primary', busy: true } }

/** Only if the reader can see why; otherwise explain when pressed. */
export const Disabled: Story = { args: { disabled: true } }

/** On or off. */
export const Pressed: Story = { args: { pressed: true, children: 'Following' } }

/** With an icon before the text. */
export const WithIcon: Story = { args: { icon: <PlusIcon />, children: 'New post' } }

/** Dense layouts. Still at least 24 px high, 40 px for touch. */
export const Small: Story = { args: { size: 's' } }

/** A long text wraps. */
export const LongText: Story = {
  args: { children: 'Kommentar unter Vorbehalt der Freischaltung durch die Moderation absenden' },
  parameters: { width: '200px' },
}

/** A link with the look of a button. */
export const AsLink: Story = {
  render: () => (
    <ButtonLink href="/bbs/login" variant="primary">
      Sign in
    </ButtonLink>
  ),
}
