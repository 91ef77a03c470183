import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BanDialog } from './ban-dialog.tsx'

afterEach(cleanup)

const canned = [{ title: 'Advertising', text: 'No links to shops.' }]
const DAY_MS = 24 * 60 * 60 * 1000

/** Opens the dialog for a ban with that many ms left; 0 is permanent. */
function change(remainingMs: number) {
  const [onBan, onClose] = [vi.fn(async () => {}), vi.fn()]
  const ban = {
    until: remainingMs === 0 ? 0 : Date.now() + remainingMs,
    kind: 'ban' as const,
    reason: 'Spam',
    at: Date.now() - DAY_MS,
  }
  render(<BanDialog name="Grey Heron" ban={ban} onBan={onBan} onClose={onClose} contentHidden canned={canned} />)
  const time = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.parentElement
  const reason = screen.getByLabelText<HTMLInputElement>(/^Reason/)
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Change ban' }))
  return { onBan, onClose, time, reason, press }
}

test.each([
  [0, 'Permanently'],
  [DAY_MS / 24, '1 day'],
  [1.9 * DAY_MS, '1 day'],
  [2.1 * DAY_MS, '3 days'],
  [6.9 * DAY_MS, '1 week'],
  [29 * DAY_MS, '1 month'],
])('a ban with %d ms left starts with %s, its reason and its hidden content', (remainingMs, chosen) => {
  const { time, reason } = change(remainingMs)
  expect(time()?.textContent).toBe(chosen)
  expect(reason.value).toBe('Spam')
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect(screen.queryByText(/new duration starts now/) === null).toBe(remainingMs === 0)
})

test('a new ban lasts a day unless another time is chosen, and its button says so', async () => {
  const onBan = vi.fn(async () => {})
  render(<BanDialog name="Grey Heron" ban={null} onBan={onBan} onClose={vi.fn()} contentHidden={false} canned={[]} />)
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    '1 day',
    '3 days',
    '1 week',
    '1 month',
    'Permanently',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Ban for 1 day' }))
  await waitFor(() => expect(onBan).toHaveBeenLastCalledWith({ timeframe: 1, reason: '', hideContent: false }))
  await userEvent.click(screen.getByRole('radio', { name: 'Permanently' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ban permanently' }))
  await waitFor(() => expect(onBan).toHaveBeenLastCalledWith({ timeframe: 0, reason: '', hideContent: false }))
})

test('an unchanged ban stays', async () => {
  const { onBan, onClose, press } = change(2 * DAY_MS)
  await press()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onBan).not.toHaveBeenCalled()
})

test('only changed fields are sent', async () => {
  const { onBan, reason, press } = change(0)
  await userEvent.type(reason, ' again')
  await press()
  await waitFor(() => expect(onBan).toHaveBeenLastCalledWith({ timeframe: 0, reason: 'Spam again' }))
  await userEvent.click(screen.getByRole('checkbox'))
  await press()
  const choice = { timeframe: 0, reason: 'Spam again', hideContent: false }
  await waitFor(() => expect(onBan).toHaveBeenLastCalledWith(choice))
})

test('a saved reason is inserted below what was typed', async () => {
  const { onBan, reason, press } = change(0)
  await userEvent.selectOptions(screen.getByLabelText('Insert a reason'), 'Advertising')
  expect(reason.value).toBe('Spam\n\nNo links to shops.')
  await press()
  await waitFor(() => expect(onBan).toHaveBeenLastCalledWith({ timeframe: 0, reason: 'Spam\n\nNo links to shops.' }))
})

test('a reason that is too long is not sent', async () => {
  const { onBan, reason, press } = change(0)
  fireEvent.input(reason, { target: { value: 'a'.repeat(501) } })
  await press()
  expect(onBan).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change ban' }).disabled).toBe(true)
})
