import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

function Leave({ onLeave = () => {} }: { onLeave?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Leave
      </button>
      <Dialog
        open={open}
        title="Leave the community?"
        onClose={() => {
          onLeave()
          setOpen(false)
        }}
      >
        Your comments stay.
      </Dialog>
    </>
  )
}

it('is named by its title and closes by its button, returning focus', async () => {
  const onLeave = vi.fn<() => void>()
  render(<Leave onLeave={onLeave} />)
  const opener = screen.getByRole('button', { name: 'Leave' })
  await userEvent.click(opener)
  expect(screen.getByRole('dialog', { name: 'Leave the community?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onLeave).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

it('closes by a press outside only if no answer is required', async () => {
  const onClose = vi.fn<() => void>()
  const { rerender } = render(
    <Dialog open kind="alert" title="Delete?" onClose={onClose}>
      For good.
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('alertdialog'))
  expect(onClose).not.toHaveBeenCalled()
  rerender(
    <Dialog open title="Delete?" onClose={onClose}>
      For good.
    </Dialog>,
  )
  await userEvent.click(screen.getByText('For good.'))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('dialog'))
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['a press outside', () => userEvent.click(screen.getByRole('dialog'))],
  ['the close button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
] as const)('asks before %s discards a typed text', async (_, leave) => {
  const onClose = vi.fn<() => void>()
  render(
    <Dialog open title="Appeal" onClose={onClose} actions={<Button>Send</Button>}>
      <textarea aria-label="Reason" />
    </Dialog>,
  )
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox')
  await userEvent.type(reason, 'Wrong')
  await leave()
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe('Discard what you’ve written?')
  await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }))
  expect([document.activeElement, reason.value]).toEqual([reason, 'Wrong'])
  expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy()
  await leave()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('stays open with a typed text when the browser closes it, and is closed without one', async () => {
  const onClose = vi.fn<() => void>()
  render(
    <Dialog open title="Appeal" onClose={onClose}>
      <textarea aria-label="Reason" />
    </Dialog>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  const reason = screen.getByRole<HTMLTextAreaElement>('textbox')
  await userEvent.type(reason, 'Wrong')
  dialog.removeAttribute('open')
  fireEvent(dialog, new Event('close'))
  expect([dialog.hasAttribute('open'), reason.value]).toEqual([true, 'Wrong'])
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.clear(reason)
  dialog.removeAttribute('open')
  fireEvent(dialog, new Event('close'))
  expect(onClose).toHaveBeenCalled()
})

it('closes at once with an empty or unchanged text', async () => {
  const onClose = vi.fn<() => void>()
  render(
    <Dialog open title="Change the ban" onClose={onClose}>
      <textarea aria-label="Reason" defaultValue="Spam" />
      <textarea aria-label="Note" />
    </Dialog>,
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'a{Backspace}')
  await userEvent.click(screen.getByRole('dialog'))
  expect(onClose).toHaveBeenCalledOnce()
})

it('focuses its main control, not the close button', () => {
  const { rerender } = render(
    <Dialog open title="Report" onClose={() => {}} actions={<button type="button">Cancel</button>}>
      <input aria-label="Reason" />
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' }))
  rerender(<Dialog open={false} title="Report" onClose={() => {}} />)
  rerender(
    <Dialog open title="Report" onClose={() => {}} actions={<button type="button">Cancel</button>}>
      Sent.
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
})

it.each([
  ['primary', 'Join'],
  ['danger', 'Cancel'],
] as const)('with a %s button focuses %s', (variant, focused) => {
  const actions = (
    <>
      <Button>Cancel</Button>
      <Button variant={variant}>Join</Button>
    </>
  )
  render(<Dialog open title="Join?" onClose={() => {}} actions={actions} />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: focused }))
})
