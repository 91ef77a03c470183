import type { Meta, StoryObj } from '@storybook/react-vite'
import { VisuallyHidden } from './visually-hidden.tsx'

const meta = { title: 'UI/VisuallyHidden', component: VisuallyHidden, args: { children: 'Unread: ' } } satisfies Meta<
  typeof VisuallyHidden
>
export default meta

/** For context that is otherwise only visual. */
export const BesideAShape: StoryObj<typeof meta> = {
  render: (args) => (
    <p>
      <span aria-hidden="true">● </span>
      <VisuallyHidden {...args} />
      The footbridge reopens
    </p>
  ),
}
