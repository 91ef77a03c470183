import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type Reauthentication, useReauthentication } from './use-reauthentication.tsx'

const reauthenticationError = new StoaError('REAUTHENTICATION_REQUIRED', errors.REAUTHENTICATION_REQUIRED)

function show(over: Partial<Reauthentication> = {}) {
  const server: Reauthentication = {
    methods: vi.fn(async () => ({ methods: ['password', 'totp', 'email'] as const })),
    confirm: vi.fn(async () => {}),
    mail: vi.fn(async () => {}),
    ...over,
  }
  let outcome: { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  const result = new Promise((resolve, reject) => {
    outcome = { resolve, reject }
  })
  result.catch(() => {})
  function Settings({ action }: { action: () => Promise<unknown> }) {
    const { confirmed, dialog } = useReauthentication(server)
    return (
      <>
        <button type="button" onClick={() => void confirmed(action).then(outcome.resolve, outcome.reject)}>
          Change
        </button>
        {dialog}
      </>
    )
  }
  async function run(action: () => Promise<unknown>) {
    render(<Settings action={action} />)
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    // In an object, because awaiting this function would wait for the result.
    return { result }
  }
  return { ...server, run }
}

it('runs actions that need no reauthentication without asking', async () => {
  const { run, methods } = show()
  await expect((await run(async () => 7)).result).resolves.toBe(7)
  expect(methods).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

it('asks for the password, then runs the action again and returns its result', async () => {
  const action = vi.fn(async () => 'changed').mockRejectedValueOnce(reauthenticationError)
  const { run, confirm } = show()
  const { result } = await run(action)
  await userEvent.type(await screen.findByLabelText('Password'), 'secret{Enter}')
  await expect(result).resolves.toBe('changed')
  expect(confirm).toHaveBeenCalledExactlyOnceWith({ password: 'secret' })
  expect(action).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
})

it('shows the password on demand', async () => {
  const { run } = show()
  await run(vi.fn(async () => 'changed').mockRejectedValueOnce(reauthenticationError))
  const password = await screen.findByLabelText<HTMLInputElement>('Password')
  await userEvent.type(password, 'secret')
  expect(password.type).toBe('password')
  await userEvent.click(screen.getByLabelText('Show password'))
  expect([password.type, password.value]).toEqual(['text', 'secret'])
})

it('stays open with an error when refused, and keeps the input', async () => {
  const { run } = show({
    confirm: () => Promise.reject(new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)),
  })
  await run(vi.fn().mockRejectedValueOnce(reauthenticationError))
  await userEvent.type(await screen.findByLabelText('Password'), 'wrong{Enter}')
  await screen.findByText(/^Wrong password/)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
})

it('mails a code if that is chosen, and submits it when complete', async () => {
  const { run, mail, confirm } = show()
  const { result } = await run(vi.fn(async () => 1).mockRejectedValueOnce(reauthenticationError))
  await userEvent.click(await screen.findByRole('button', { name: 'Use a code sent by email', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Send me a code', hidden: true }))
  await waitFor(() => expect(mail).toHaveBeenCalledOnce())
  const code = await screen.findByLabelText('6-digit code')
  await userEvent.click(code)
  await userEvent.paste('123 456')
  await expect(result).resolves.toBe(1)
  expect(confirm).toHaveBeenCalledExactlyOnceWith({ emailCode: '123456' })
})

it('cancels silently when the dialog is closed, and nothing runs', async () => {
  const action = vi.fn(async () => 1).mockRejectedValueOnce(reauthenticationError)
  const { run } = show()
  const { result } = await run(action)
  await screen.findByLabelText('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }))
  await expect(result).rejects.toMatchObject({ code: 'ABORTED' })
  expect(action).toHaveBeenCalledOnce()
})

it('rejects with the original error if the methods fail to load', async () => {
  const { run } = show({ methods: () => Promise.reject(new StoaError('NETWORK', { message: 'no' })) })
  await expect((await run(vi.fn().mockRejectedValueOnce(reauthenticationError))).result).rejects.toMatchObject({
    code: 'NETWORK',
  })
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
})

it('uses a provider if there is no other method, then runs the action again', async () => {
  const action = vi.fn(async () => 'changed').mockRejectedValueOnce(reauthenticationError)
  const other = new StoaError('INVALID_CREDENTIALS', errors.INVALID_CREDENTIALS)
  const provider = vi.fn(async (_id: string) => {}).mockRejectedValueOnce(other)
  const { run } = show({
    provider,
    methods: async () => ({ methods: [], providers: [{ id: 'google', name: 'Google' }] }),
  })
  const { result } = await run(action)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await screen.findByText(/^That’s a different account/)
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  await expect(result).resolves.toBe('changed')
  expect(provider.mock.calls).toEqual([['google'], ['google']])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks to sign in again if there is no method', async () => {
  const action = vi.fn(async () => 'changed').mockRejectedValueOnce(reauthenticationError)
  await show({ methods: async () => ({ methods: [] }) }).run(action)
  await screen.findByText(/^Please sign out, sign in again/)
})
