import { StoaError } from '@stoa/client'
import type { Webhook, WebhookDelivery } from '@stoa/contract'
import { EXAMPLE_NOW, exampleDomain, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { webhooksPath } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'
import { NetworkAdminScreen } from '../member-screens.tsx'

const HOUR = 60 * 60 * 1000
const example = (number: number, change: Partial<Webhook> = {}): Webhook => ({
  id: exampleId(number, 'w'),
  url: 'https://hooks.example/stoa',
  events: ['post.published', 'comment.created'],
  createdAt: EXAMPLE_NOW - 100 * HOUR,
  rotatedUntil: null,
  pausedAt: null,
  pausedBecause: null,
  failingSince: null,
  heldCount: 0,
  ...change,
})
const delivery = (number: number, change: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: exampleId(number, 'd'),
  event: 'post.published',
  state: 'delivered',
  createdAt: EXAMPLE_NOW - number * HOUR,
  triedAt: EXAMPLE_NOW - number * HOUR,
  nextAt: null,
  tries: 1,
  status: 200,
  durationMs: 84,
  problem: null,
  response: '',
  ...change,
})

const meta = {
  title: 'Forum/Screens/Webhooks',
  component: NetworkAdminScreen,
  args: {
    path: webhooksPath(),
    viewer: exampleMe({ networkAdmin: true }),
    callResponses: {
      domainList: () => ({ items: [exampleDomain({ name: 'default' }), exampleDomain()] }),
      webhookList: () => ({
        isHeld: false,
        items: [
          example(1),
          example(2, {
            url: `https://a-long-name-of-a-server.example/${'hooks/'.repeat(12)}`,
            rotatedUntil: EXAMPLE_NOW + 12 * HOUR,
            failingSince: EXAMPLE_NOW - HOUR,
          }),
          example(3, { pausedAt: EXAMPLE_NOW - HOUR, pausedBecause: 'failing', heldCount: 12 }),
        ],
      }),
      webhookLog: () => ({
        items: [
          delivery(1, { event: 'webhook.test' }),
          delivery(2, {
            event: 'comment.created',
            state: 'waiting',
            tries: 3,
            status: 503,
            nextAt: EXAMPLE_NOW + HOUR,
            response: 'Down for maintenance',
          }),
          delivery(3, {
            state: 'failed',
            tries: 8,
            status: null,
            problem: 'connection',
            response: 'connect ECONNREFUSED',
          }),
          delivery(4, { state: 'skipped', tries: 0, status: null, durationMs: null }),
        ],
      }),
      webhookCreate: () => ({ webhook: example(4), secret: `whsec_${'QUJD'.repeat(11)}` }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

const log = async (canvasElement: HTMLElement) => {
  const [button] = await within(canvasElement).findAllByRole('button', { name: /^Deliveries to/ })
  if (button) await userEvent.click(button)
  await within(canvasElement).findByText('status 503', { exact: false })
  await within(canvasElement).findByText('connection failed', { exact: false })
}

/** In use, failing, and paused. */
export const Several: Story = {}

/** The same on a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' }, play: ({ canvasElement }) => log(canvasElement) }

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** The log of one. */
export const Log: Story = { play: ({ canvasElement }) => log(canvasElement) }

/** The log on a phone. */
export const LogNarrow: Story = { parameters: { width: '312px' }, play: ({ canvasElement }) => log(canvasElement) }

/** There are none, and nothing is sent because of a restored backup. */
export const None: Story = {
  args: { callResponses: { ...meta.args.callResponses, webhookList: () => ({ isHeld: true, items: [] }) } },
}

/** They can't be loaded. */
export const Failed: Story = { args: { calls: { webhookList: 'fails' } } }

/** A new one shows its secret once. */
export const Added: Story = {
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    await expect(screen.getByLabelText('Address')).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
    await expect(await screen.findByText('Enter an address that begins with https://.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example/new')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reports' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
    await expect(await screen.findByText(/^whsec_/)).toBeVisible()
  },
}

/** A new address of one that is paused. */
export const Moved: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      webhookEdit: ({ url }) => ({ webhook: example(3, { url: url ?? '' }) }),
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    const [, , paused] = await screen.findAllByRole('button', { name: /^Edit / })
    if (paused) await userEvent.click(paused)
    const field = screen.getByLabelText('Address')
    await expect(screen.getByText('Begins with https://. Redirects aren’t followed.')).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, 'https://hooks.example/moved')
    await expect(screen.getByText('A test is sent to the new address.')).toBeVisible()
  },
}

/** The server refuses it; what was typed stays. */
export const Refused: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      webhookCreate: () => {
        throw new StoaError('WEBHOOK_LIMIT', {
          message: 'You have reached the limit of 20 webhooks. Remove one first.',
        })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example/new')
    await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
    await expect(await screen.findByText(/limit of 20 webhooks/)).toBeVisible()
    await expect(screen.getByLabelText('Address')).toHaveValue('https://hooks.example/new')
  },
}

/** The server sends nothing to this port; the field says so. */
export const RefusedPort: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      webhookCreate: () => {
        const message = 'Only the ports 80 and 443 and those of registered sites can be used.'
        throw new StoaError('VALIDATION_FAILED', {
          message: 'Some fields are invalid.',
          details: [{ field: 'url', message, code: 'webPort' }],
        })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    await userEvent.type(screen.getByLabelText('Address'), 'https://hooks.example:8443/new')
    await userEvent.click(screen.getByRole('button', { name: 'Add webhook' }))
    await expect(await screen.findByText(/^Only the ports/)).toBeVisible()
    await expect(screen.getByLabelText('Address')).toBeInvalid()
    await expect(screen.getByLabelText('Address')).toHaveFocus()
    await userEvent.type(screen.getByLabelText('Address'), '2')
    await expect(screen.queryByText(/^Only the ports/)).toBeNull()
  },
}
