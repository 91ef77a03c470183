import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { Button } from '../button/button.tsx'
import { TextArea } from '../text-area/text-area.tsx'
import { Dialog } from './dialog.tsx'

const meta = {
  title: 'UI/Dialog',
  component: Dialog,
  args: { open: true, title: 'Join the community', onClose: fn() },
  parameters: { docs: { story: { inline: false, height: '360px' } } },
} satisfies Meta<typeof Dialog>
export default meta
type Story = StoryObj<typeof meta>

/** For a step that needs the reader's full attention. */
export const WithActions: Story = {
  args: {
    children: <p>Members can comment, vote and start posts of their own.</p>,
    actions: (
      <>
        <Button>Not now</Button>
        <Button variant="primary">Join</Button>
      </>
    ),
  },
}

/** For a question that must be answered. */
export const Alert: Story = {
  args: {
    kind: 'alert',
    title: 'Delete this comment?',
    children: <p>Its replies stay readable.</p>,
    actions: <Button variant="danger">Delete</Button>,
  },
}

/** Closed by Escape or a press outside with a text typed in it. It asks before the text is lost. */
export const TypedText: Story = {
  args: {
    title: 'Appeal this decision',
    children: <TextArea label="Why should it be undone?" />,
    actions: <Button variant="primary">Send appeal</Button>,
  },
  play: async ({ canvasElement, args }) => {
    const dialog = within(canvasElement).getByRole('dialog')
    await userEvent.type(within(dialog).getByRole('textbox'), 'I only quoted it.')
    await userEvent.keyboard('{Escape}{Escape}{Escape}')
    await expect(within(dialog).getByRole('button', { name: 'Keep writing' })).toHaveFocus()
    await expect(dialog).toBeVisible()
    await expect(args.onClose).not.toHaveBeenCalled()
  },
}

/** Long content scrolls inside. */
export const LongText: Story = {
  args: {
    title: 'Rules of a community with a very long name that has to wrap on a phone',
    children: Array.from({ length: 12 }, (_, n) => (
      <p key={n}>Rule {n + 1}: write what helps the next reader, and leave out what helps only yourself.</p>
    )),
  },
}

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} title="Inside" onClose={() => setOpen(false)}>
        Content
      </Dialog>
    </>
  )
}

function InShadowRoot() {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<ShadowRoot | null>(null)
  useEffect(
    () => setRoot((was) => was ?? host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' }) ?? null),
    [],
  )
  return (
    <div ref={host} data-testid="host">
      {root ? createPortal(<Opener />, root) : null}
    </div>
  )
}

/** In a shadow root, as in the widget: Escape closes it, and focus returns to the button that opened it. */
export const FocusReturn: Story = {
  render: () => <InShadowRoot />,
  play: async ({ canvasElement }) => {
    const host = within(canvasElement).getByTestId('host')
    await waitFor(() => expect(host.shadowRoot?.querySelector('button')).toBeTruthy())
    const opener = host.shadowRoot?.querySelector('button') as HTMLButtonElement
    opener.focus()
    await userEvent.click(opener)
    const dialog = host.shadowRoot?.querySelector('dialog') as HTMLDialogElement
    await expect(dialog.matches(':modal')).toBe(true)
    await expect(dialog.contains(host.shadowRoot?.activeElement ?? null)).toBe(true)
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(host.shadowRoot?.querySelector('dialog')).toBeNull())
    await expect(host.shadowRoot?.activeElement).toBe(opener)
  },
}
