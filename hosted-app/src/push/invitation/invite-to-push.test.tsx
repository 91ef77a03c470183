import { exampleMe } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { createToasts } from '@stoa/ui'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HostedApp, HostedAppProvider } from '../../hosted-app.ts'
import { InviteToPush } from './invite-to-push.tsx'

const requestPermission = vi.fn(async () => 'denied' as const)
const INVITATION = /^Want to know when someone answers/

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
})

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  requestPermission.mockClear()
})

function show(viewer = exampleMe()) {
  const stoa = createStoa({ client: { call: vi.fn() }, storage: null })
  const app = { stoa, toasts: createToasts() } as unknown as HostedApp
  render(
    <HostedAppProvider value={app}>
      <StoaProvider stoa={stoa}>
        <main id="main" tabIndex={-1} />
        <InviteToPush viewer={viewer} />
      </StoaProvider>
    </HostedAppProvider>,
  )
  return { write: () => stoa.state.setState({ hasWritten: true }) }
}

test('after the first comment a line invites, once per device, and asks for no permission', async () => {
  const { write } = show()
  expect(screen.queryByText(INVITATION)).toBeNull()
  write()
  expect(await screen.findByText(INVITATION)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByText(INVITATION)).toBeNull()
  expect(document.activeElement?.id).toBe('main')
  expect(requestPermission).not.toHaveBeenCalled()
  const again = show()
  again.write()
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByText(INVITATION)).toBeNull()
})

test('the browser asks only after the explanation', async () => {
  show().write()
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  expect(screen.getByRole('dialog', { name: 'Turn on notifications?' })).toBeTruthy()
  expect(requestPermission).not.toHaveBeenCalled()
})

test.each(['granted', 'denied'])('who has decided is not invited: %s', async (permission) => {
  vi.stubGlobal('Notification', { permission, requestPermission })
  show().write()
  await waitFor(() => expect(localStorage.getItem('stoa.push.invited')).toBeNull())
  expect(screen.queryByText(INVITATION)).toBeNull()
})

test('the suggestion to choose a name comes first', async () => {
  show(exampleMe({ hasMadeUpName: true })).write()
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByText(INVITATION)).toBeNull()
})
