import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DataExport } from '../account-data/data-export.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { ProviderList } from './provider-list.tsx'
import { TwoStep, type TwoStepProps } from './two-step.tsx'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'clipboard')
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const nothing = async () => {}

function showTwoStep(over: Partial<TwoStepProps> = {}) {
  const props: TwoStepProps = {
    isOn: false,
    recoveryCodesLeft: 0,
    isMandatory: false,
    username: 'newt',
    forum: 'Stoa',
    onBegin: async () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Stoa:newt?secret=JBSWY3DPEHPK3PXP' }),
    onConfirm: vi.fn(async () => ({ recoveryCodes: ['one-code', 'two-code'] })),
    onRenew: vi.fn(async () => ({ recoveryCodes: ['new-code'] })),
    onTurnOff: vi.fn(nothing),
    ...over,
  }
  render(<TwoStep {...props} />)
  return props
}

test('two-step verification is enabled with a code from the app; recovery codes are shown once', async () => {
  const { onConfirm } = showTwoStep()
  await press('Turn on')
  const picture = await screen.findByRole('img', { name: /QR code/ })
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^M\d/)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  const field = screen.getByLabelText('Code from the app')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, '12{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()
  await userEvent.type(field, '3 456{Enter}')
  expect(onConfirm).toHaveBeenCalledWith('123456')
  expect(await screen.findByText('one-code')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your recovery codes'))
  await press('I’ve saved them')
  expect(screen.queryByText('one-code')).toBeNull()
})

test('a wrong code keeps the secret shown', async () => {
  showTwoStep({ onConfirm: () => Promise.reject(new StoaError('CODE_INVALID', errors.CODE_INVALID)) })
  await press('Turn on')
  await userEvent.type(await screen.findByLabelText('Code from the app'), '123456{Enter}')
  expect(await screen.findByText(/Wrong code/)).toBeTruthy()
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy()
})

test('turning off and new recovery codes need confirmation', async () => {
  const { onTurnOff, onRenew } = showTwoStep({ isOn: true, recoveryCodesLeft: 2 })
  expect(screen.getByText(/2 recovery codes are left/).textContent).toContain('Create new recovery codes')
  await press('Turn off')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect(onTurnOff).not.toHaveBeenCalled()
  await press('New recovery codes')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'New recovery codes' }))
  expect(onRenew).toHaveBeenCalledOnce()
  expect(await screen.findByText('new-code')).toBeTruthy()
})

test('roles that require two-step verification can’t turn it off', () => {
  showTwoStep({ isOn: true, isMandatory: true, recoveryCodesLeft: 9 })
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
})

test('the key is copied, or an error is shown', async () => {
  showTwoStep()
  await press('Turn on')
  const clipboard = { writeText: vi.fn(() => Promise.reject(new Error('denied'))) }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Copy key' }))
  expect(await screen.findByText(/Couldn’t copy/)).toBeTruthy()
})

const passkeys = [{ id: 'a', name: 'Laptop', createdAt: 0, usedAt: null }]

test('a passkey is renamed and removed; focus stays in its list', async () => {
  const [onRename, onRemove] = [vi.fn(nothing), vi.fn(nothing)]
  render(<PasskeyList passkeys={passkeys} isSupported onAdd={nothing} onRename={onRename} onRemove={onRemove} />)
  await press('Rename Laptop')
  await userEvent.type(screen.getByLabelText('Passkey name'), ' at home{Enter}')
  await waitFor(() => expect(onRename).toHaveBeenCalledWith('a', 'Laptop at home'))
  expect(await screen.findByText('Passkey renamed.')).toBeTruthy()
  await press('Remove Laptop')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(onRemove).toHaveBeenCalledWith('a')
  expect(await screen.findByText('Passkey removed.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Passkeys'))
})

test.each([
  ['PASSKEY_CANCELLED', /Please try again/],
  ['PASSKEY_KNOWN', /already has a passkey/],
])('failing to create a passkey shows why: %s', async (code, words) => {
  const onAdd = () => Promise.reject(Object.assign(new Error('of the browser'), { code }))
  render(<PasskeyList passkeys={[]} isSupported onAdd={onAdd} onRename={nothing} onRemove={nothing} />)
  await press('Add a passkey')
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a provider is linked and unlinked, except the only sign-in method', async () => {
  const onLink = vi.fn(nothing)
  const providers = [
    { id: 'google', name: 'Google', linkedAt: 0, label: 'newt@example.org' },
    { id: 'github', name: 'GitHub', linkedAt: null, label: '' },
  ]
  const onUnlink = () => Promise.reject(new StoaError('LAST_WAY_IN', { message: 'x' }))
  render(<ProviderList providers={providers} onLink={onLink} onUnlink={onUnlink} />)
  await press('Link GitHub')
  expect(onLink).toHaveBeenCalledWith('github')
  await press('Unlink Google')
  expect(await screen.findByText(/your only sign-in method/)).toBeTruthy()
})

test('an archive is created and downloaded at once', async () => {
  const fetched = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  render(<DataExport onMake={async () => ({ url: '/api/user/export/one' })} />)
  await press('Download your data')
  expect(await screen.findByText('Your download has started.')).toBeTruthy()
  expect(fetched).toHaveBeenCalledOnce()
  expect((fetched.mock.contexts[0] as HTMLAnchorElement).pathname).toBe('/api/user/export/one')
  fetched.mockRestore()
})

test.each([
  ['CREDENTIAL_IN_USE', /another account here/],
  ['REAUTHENTICATION_REQUIRED', /methods changed/],
  ['PROVIDER_FAILED', /Couldn’t link/],
  ['constructor', /Couldn’t link/],
])('returning from a provider with %s shows why nothing was linked', (refused, words) => {
  render(<ProviderList providers={[]} refused={refused} onLink={nothing} onUnlink={nothing} />)
  expect(screen.getByRole('alert').textContent).toMatch(words)
})
