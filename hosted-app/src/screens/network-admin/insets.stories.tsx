import { StoaError } from '@stoa/client'
import { errors, type Inset } from '@stoa/contract'
import { EXAMPLE_NOW, exampleDomain, exampleDomainSettings, exampleId, exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { INSET_STATES_PATH, insetsPath } from '../../paths.ts'
import { ForumAt } from '../../testing/forum-at.tsx'
import { InsetStatesScreen } from '../member-screens.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const admin = exampleMe({ networkAdmin: true })
const example = (number: number, changes: Partial<Inset> = {}): Inset => ({
  id: exampleId(number, 'n'),
  name: 'Spring seeds',
  image: '/stoa.svg',
  alt: 'A packet of seeds',
  link: 'https://seeds.example/spring',
  startsAt: EXAMPLE_NOW - 3 * DAY_MS,
  endsAt: null,
  share: 10,
  revision: 1,
  views: 12_840,
  clicks: 96,
  ...changes,
})
const house = exampleDomainSettings({ ads: { provider: 'house' } })
const domain = exampleDomain({ name: 'default', publishedSettings: house })

const meta = {
  title: 'Forum/Screens/InsetStates',
  component: InsetStatesScreen,
  args: {
    path: insetsPath(),
    viewer: admin,
    config: { ads: { provider: 'house' } },
    callResponses: {
      domainList: () => ({ items: [domain, exampleDomain()] }),
      domainGet: () => ({ domain }),
      insetList: () => ({
        items: [
          example(1, { name: 'Autumn fair', startsAt: EXAMPLE_NOW + 20 * DAY_MS, views: 0, clicks: 0 }),
          example(2),
          example(3, {
            name: 'A name that is long enough to need a second line on most phones',
            endsAt: EXAMPLE_NOW - DAY_MS,
            views: 1,
            clicks: 1,
          }),
        ],
      }),
      insetShown: () => ({ provider: 'house', state: 'ready', items: [example(2)] }),
    },
  },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The ads of a domain. */
export const Ads: Story = {}

/** The same on a phone of 360 pixels. */
export const AdsNarrow: Story = { parameters: { width: '312px' } }

/** There are none, and the domain’s provider is another one. */
export const None: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      domainGet: () => ({ domain: exampleDomain() }),
      insetList: () => ({ items: [] }),
    },
  },
}

/** The list can’t be loaded. */
export const Failed: Story = { args: { calls: { insetList: 'fails' } } }

/** An ad is changed. */
export const Editing: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Edit Spring seeds' }))
    await expect(within(canvasElement).getByLabelText('Name')).toHaveFocus()
  },
}

/** Somebody else has saved the same ad: the viewer chooses which values stay. */
export const Conflict: Story = {
  args: {
    callResponses: {
      ...meta.args.callResponses,
      insetSave: () => {
        const { status, message } = errors.EDIT_CONFLICT
        const current = example(2, { name: 'Summer seeds', image: '/favicon.svg', endsAt: EXAMPLE_NOW, revision: 2 })
        throw new StoaError('EDIT_CONFLICT', { status, message, details: { inset: current } })
      },
    },
  },
  play: async ({ canvasElement }) => {
    const screen = within(canvasElement)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Spring seeds' }))
    await userEvent.type(screen.getByLabelText('Name'), ' and bulbs')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(await screen.findByText('Someone else just changed this')).toBeVisible()
    await expect(screen.getByLabelText('Name')).toHaveValue('Spring seeds and bulbs')
  },
}

/** Each place for ads and its state. */
export const States: Story = {
  args: { path: INSET_STATES_PATH },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findAllByText('Shown.', {}, { timeout: 10_000 })
  },
}

/** A domain without ads: each place says why it is empty. */
export const WithoutProvider: Story = { args: { path: INSET_STATES_PATH, config: {} } }

/** Others don’t find it. */
export const NotAnAdmin: Story = { args: { path: INSET_STATES_PATH, viewer: exampleMe() } }
