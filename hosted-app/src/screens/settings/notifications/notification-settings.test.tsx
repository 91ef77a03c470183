import type { CallInput, CallOutput } from '@stoa/contract'
import { exampleId } from '@stoa/contract/fixtures'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ForumAt, type ForumContent } from '../../../testing/forum-at.tsx'

const PATH = '/bbs/my-profile/settings/notifications'

beforeEach(() => localStorage.clear())

type Settings = CallOutput<'notificationSettings'>['notificationSettings']
const kinds = [
  'reply',
  'mention',
  'newPost',
  'communityPost',
  'watched',
  'reminder',
  'message',
  'follow',
  'moderation',
  'role',
  'queue',
  'overdue',
]
const switches = Object.fromEntries(kinds.map((kind) => [kind, false])) as Settings['push']
let stored: Settings
/** The server's settings. */
const notificationSettings = vi.fn(({ notificationSettings: change }: CallInput<'notificationSettings'>) => {
  const { quietHours = stored.quietHours } = change
  stored = {
    onSite: { ...stored.onSite, ...change.onSite },
    email: { ...stored.email, ...change.email },
    push: { ...stored.push, ...change.push },
    quietHours,
  } as Settings
  return { notificationSettings: stored }
})

beforeEach(() => {
  stored = { onSite: switches, email: { ...switches, digest: false }, push: switches, quietHours: null }
  notificationSettings.mockClear()
})

function show(content: ForumContent = {}) {
  const responses = { notificationSettings, notificationSettingsGet: () => ({ notificationSettings: stored }) }
  render(<ForumAt path={PATH} {...content} callResponses={{ ...responses, ...content.callResponses }} />)
}

const save = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
}

test('each kind has a switch for site, email and push; the digest is an email, and the inbox always shows messages', async () => {
  show()
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Event', 'On the site', 'By email', 'Push'])
  const named = (name: string) => within(table).queryAllByRole('checkbox', { name }).length
  expect(['Replies to you: Push', 'Weekly digest: By email', 'Messages: Push'].map(named)).toEqual([1, 1, 1])
  expect(['Weekly digest: Push', 'Weekly digest: On the site', 'Messages: On the site'].map(named)).toEqual([0, 0, 0])
  expect(within(table).getAllByRole('checkbox')).toHaveLength(12 * 3 - 1 + 1)
})

test('only what was changed is sent', async () => {
  show()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Mentions: Push' }))
  await save()
  expect(notificationSettings).toHaveBeenCalledExactlyOnceWith({ notificationSettings: { push: { mention: true } } })
})

test('quiet hours start with the browser’s time zone, are changed, and turned off', async () => {
  show()
  const quiet = await screen.findByRole('checkbox', { name: 'Quiet hours' })
  expect(screen.queryByLabelText('From')).toBeNull()
  await userEvent.click(quiet)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(screen.getByLabelText<HTMLSelectElement>('Time zone').value).toBe(timeZone)
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '21:30' } })
  await userEvent.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo')
  expect(screen.getByRole('group', { name: 'Unsaved changes' }).textContent).toContain('1 unsaved change: Quiet hours')
  await save()
  const quietHours = { from: '21:30', to: '07:00', timeZone: 'Asia/Tokyo' }
  expect(notificationSettings).toHaveBeenLastCalledWith({ notificationSettings: { quietHours } })
  await userEvent.click(quiet)
  await save()
  expect(notificationSettings).toHaveBeenLastCalledWith({ notificationSettings: { quietHours: null } })
})

test('hours that can’t be are explained and not sent', async () => {
  show()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Quiet hours' }))
  fireEvent.input(screen.getByLabelText('To'), { target: { value: '22:00' } })
  expect(screen.getByText('Choose two different times.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  fireEvent.input(screen.getByLabelText('To'), { target: { value: '' } })
  expect(screen.getByText('Enter a time.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(notificationSettings).not.toHaveBeenCalled()
})

test('this browser can’t, which is said; the other devices are listed and removed', async () => {
  const device = { id: exampleId(1, 'p'), name: 'Chrome on Android', endpoint: 'https://push.example/1', createdAt: 0 }
  const pushUnsubscribe = vi.fn(() => ({ devices: [] }))
  show({
    callResponses: {
      pushDevices: () => ({ devices: [{ ...device, lastSentAt: null, failing: true }] }),
      pushUnsubscribe,
    },
  })
  expect(await screen.findByText('This browser has no push notifications')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull()
  expect(screen.getByText('No notification yet')).toBeTruthy()
  expect(screen.getByText('Failing')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove Chrome on Android' }))
  expect(await screen.findByText('Chrome on Android was removed.')).toBeTruthy()
  expect(pushUnsubscribe).toHaveBeenCalledExactlyOnceWith({ deviceId: device.id })
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Other devices' }))
})

test('devices that can’t be loaded can be retried, and the settings work', async () => {
  show({ calls: { pushDevices: 'fails' } })
  expect(await screen.findByText('Couldn’t load your devices')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(await screen.findByRole('table')).toBeTruthy()
})
