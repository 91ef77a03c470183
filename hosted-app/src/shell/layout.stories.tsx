import type { Meta, StoryObj } from '@storybook/react-vite'
import { exampleOutbox } from '../testing/example-outbox.ts'
import { ForumAt } from '../testing/forum-at.tsx'
import { Layout } from './layout.tsx'

const meta = {
  title: 'Forum/Layout',
  component: Layout,
  args: { path: '/bbs/picker' },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The frame of every screen. */
export const Page: Story = {}

/** This browser previews a version of the domain. */
export const Preview: Story = { args: { config: { preview: 3 } } }

/** Navigating: a line below the header, and the current page stays. */
export const Loading: Story = {
  args: { calls: { postList: 'waits' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: 'The Forum' }))
  },
}

/** Without a connection. */
export const Offline: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole('main')
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    window.dispatchEvent(new Event('offline'))
    await canvas.findByText(/You’re offline/)
    // Restores the connection for the next story.
    Reflect.deleteProperty(navigator, 'onLine')
  },
}

/** Something waits for the network. */
export const Waiting: Story = {
  args: { outbox: exampleOutbox() },
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: '5 things wait for the network' })
  },
}

/** Scripts failed to load, or are off. */
export const Scriptless: Story = {
  play: async ({ canvas }) => {
    await canvas.findByRole('main')
    document.documentElement.dataset.stoaScriptless = ''
    await canvas.findByText(/JavaScript is off/)
  },
  async beforeEach() {
    return () => {
      delete document.documentElement.dataset.stoaScriptless
    }
  },
}

/** `?` lists the shortcuts. */
export const Keys: Story = {
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('main')
    await userEvent.keyboard('?')
  },
}

/** The first Tab stop skips the header. */
export const SkipLink: Story = {
  play: async ({ canvas }) => {
    const link = await canvas.findByRole('link', { name: 'Skip to content' })
    link.focus()
  },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
