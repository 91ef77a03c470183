import type { Meta, StoryObj } from '@storybook/react-vite'
import { VisuallyHidden } from './visually-hidden.tsx'

const meta = { title: 'UI/VisuallyHidden', component: VisuallyHidden, args: { children: 'Unread: ' } } satisfies Meta<
  typeof VisuallyHidden
>
export default meta

/** Where eyes understand by place or shape what screen readers have to be told. */
export const BesideAShape: StoryObj<typeof meta> = {
  render: (args) => (
    <p>
      <span aria-hidden="true">● </span>
      <VisuallyHidden {...args} />
      The footbridge reopens
    </p>
  ),
}
