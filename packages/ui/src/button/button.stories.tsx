import type { Meta, StoryObj } from '@storybook/react-vite'
import { PlusIcon } from '../icons/more-icons.tsx'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'

const meta = { title: 'UI/Button', component: Button, args: { children: 'Comment' } } satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

/** The one thing a view is for. */
export const Primary: Story = { args: { variant: 'primary' } }

/** Everything else that a reader may do. */
export const Secondary: Story = {}

/** In rows of actions, where frames would be noise. */
export const Quiet: Story = { args: { variant: 'quiet', children: 'Reply' } }

/** What cannot be undone. */
export const Danger: Story = { args: { variant: 'danger', children: 'Delete' } }

/** While the server answers. The button keeps the focus. */
export const Busy: Story = { args: { variant: 'primary', busy: true } }

/** Where the reader can see why; otherwise let the press explain. */
export const Disabled: Story = { args: { disabled: true } }

/** On or off. */
export const Pressed: Story = { args: { pressed: true, children: 'Following' } }

/** With an icon before the text. */
export const WithIcon: Story = { args: { icon: <PlusIcon />, children: 'New post' } }

/** Dense places. Still 24 px high at least, 40 px under a finger. */
export const Small: Story = { args: { size: 's' } }

/** A text longer than its room wraps. */
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
