import { createECDH, randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { findFullChromium } from '../../scripts/find-chromium.mjs'
import { apiAs, expect, forumUrl, makeAccount, signInAs, test } from '../support/harness.ts'

const slug = 'what-should-the-square-get-first'
const settings = `${forumUrl}/bbs/my-profile/settings/notifications`

test.use({
  serviceWorkers: 'allow',
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, executablePath: findFullChromium() }),
})

/**
 * Chromium without a push service can't subscribe: its pages get a subscription at a service that doesn't exist. The
 * server's tests prove sending.
 */
async function injectSubscription(context: BrowserContext): Promise<void> {
  const endpoint = 'https://push.invalid/device'
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  await context.addInitScript(
    (subscription) => {
      const held = 'test.subscribed'
      const bytesOf = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
      const current = () => {
        const key = localStorage.getItem(held)
        return (
          key && {
            endpoint: subscription.endpoint,
            options: { applicationServerKey: bytesOf(key).buffer },
            toJSON: () => subscription,
            unsubscribe: async () => localStorage.removeItem(held),
          }
        )
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current() || null,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem(held, applicationServerKey)
          return current()
        },
      })
    },
    { endpoint, keys },
  )
}

/** Wakes up the forum's service worker, as a push service would. */
async function createWakeUps(page: Page) {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${forumUrl}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  return (tag: string, wish: 'show' | 'close') =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: forumUrl,
      registrationId,
      data: JSON.stringify({ v: 1, tag, do: wish }),
    })
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ tag, title }) => `${tag} ${title}`).toSorted()
  })

/** Presses a notification, which no tool of the browser can. */
async function press(context: BrowserContext, tag: string): Promise<void> {
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(async (pressed) => {
    const scope = globalThis as unknown as ServiceWorkerRegistration & {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, about: { notification: Notification | undefined }) => Event
      dispatchEvent(event: Event): boolean
    }
    const [notification] = await scope.registration.getNotifications({ tag: pressed })
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, tag)
}

test('push: chosen in the settings, turned on, shown, closed when read, and opened at the comment', async ({
  context,
  page,
}) => {
  for (const name of ['push_ida', 'push_jon']) {
    await makeAccount(context.request, name)
    await (await apiAs(context.request, name)).call('community/join', { tokenName: 'FORUM', join: true })
  }
  const jon = await apiAs(context.request, 'push_jon')
  const ida = await apiAs(context.request, 'push_ida')
  const { post } = await ida.read<{ post: { id: string } }>(`posts/${slug}?tokenName=FORUM`)
  const target = { tokenName: 'FORUM', postId: post.id, content: 'Where would the benches stand?' }
  const { comment } = await ida.call<{ comment: { id: string } }>('comment/create', target)
  await injectSubscription(context)
  await context.grantPermissions(['notifications'], { origin: forumUrl })
  await signInAs(context, 'push_ida')

  // The settings, saved.
  await page.goto(settings)
  const followers = page.getByRole('checkbox', { name: 'New followers: Push' })
  await expect(followers).not.toBeChecked()
  await followers.click()
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click()
  const now = new Date()
  const hour = (offset: number) => `${String((now.getUTCHours() + offset) % 24).padStart(2, '0')}:00`
  await page.getByLabel('From', { exact: true }).fill(hour(6))
  await page.getByLabel('To', { exact: true }).fill(hour(7))
  await page.getByLabel('Time zone').selectOption('UTC')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Unsaved changes' })).toBeHidden()
  await page.reload()
  await expect(followers).toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(hour(6))
  await expect(page.getByLabel('Time zone')).toHaveValue('UTC')

  // This device, turned on after an explanation. It is still on after a reload.
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  // Its push service doesn't exist.
  await expect(page.getByText(/^The test wasn’t sent/)).toBeVisible({ timeout: 20_000 })

  // A wake-up holds no text: the device asks for it.
  await page.goto(`${forumUrl}/bbs/picker`)
  // A wake-up while the page renews the session may still have its former cookie, and shows only a general text.
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  const wakeUp = await createWakeUps(page)
  const reply = { ...target, content: 'In the shade, all of them.', replyToCommentId: comment.id }
  await jon.call('comment/create', reply)
  const { user } = await ida.read<{ user: { id: string } }>('me')
  await jon.call('user/follow', { followedUserId: user.id, follow: true })
  const thread = `post:${post.id}`
  for (const tag of ['account', thread]) {
    const pending = () => ida.read<{ show: unknown[] }>(`notification/push/pending?tag=${tag}`)
    await expect.poll(async () => (await pending()).show.length).toBe(1)
    // The browser drops a message for a worker that takes long to start.
    const isShown = async () => {
      await wakeUp(tag, 'show')
      return (await shown(page)).some((one) => one.startsWith(`${tag} push_jon`))
    }
    await expect.poll(isShown, { intervals: [1000, 3000, 5000] }).toBe(true)
  }
  await expect
    .poll(() => shown(page))
    .toEqual([
      expect.stringMatching(/^account push_jon follows you/),
      expect.stringMatching(new RegExp(`^${thread} push_jon replied to you`)),
    ])

  // Pressed: a tab of the forum opens the comment.
  await press(context, thread)
  await expect(page).toHaveURL(/\/comment\/\w{20}\/reply\/\w{20}$/)
  await expect(page.locator('article[data-highlighted="true"]')).toContainText('In the shade, all of them.')
  await expect.poll(() => shown(page)).toEqual([expect.stringMatching(/^account /)])

  // Read elsewhere: it is closed here, and zero is shown everywhere.
  await ida.call('notification/read', { all: true })
  await ida.call('notification/viewed', {})
  await wakeUp('account', 'close')
  await expect.poll(() => shown(page)).toEqual([])
  await expect(page).toHaveTitle(/^(?!\()/)

  // Turned off: the browser and the server know nothing of it any more.
  await page.goto(settings)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Notifications are off')).toBeVisible()
  const { devices } = await ida.read<{ devices: unknown[] }>('notification/push/devices')
  expect(devices).toEqual([])
})
