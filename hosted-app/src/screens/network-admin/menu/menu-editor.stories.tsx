import { StoaError } from '@stoa/client'
import { errors } from '@stoa/contract'
import { exampleDomain, exampleMe, exampleMenu } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { MENU_EDITOR_PATH } from '../../../paths.ts'
import { ForumAt } from '../../../testing/forum-at.tsx'

const callResponses = {
  domainList: () => ({ items: [exampleDomain(), exampleDomain({ name: 'park', displayName: 'The Park' })] }),
  menuGet: () => ({ menu: exampleMenu() }),
}
const meta = {
  title: 'Forum/Network admin/Menu editor',
  component: ForumAt,
  args: { path: MENU_EDITOR_PATH, viewer: exampleMe({ networkAdmin: true }), callResponses },
  render: (args) => <ForumAt {...args} />,
} satisfies Meta<typeof ForumAt>
export default meta
type Story = StoryObj<typeof meta>

/** The main menu of a domain, with items that not everybody sees. */
export const Editor: Story = {}

/** The same on a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** A menu that was never saved. */
export const Empty: Story = {
  args: {
    callResponses: {
      ...callResponses,
      menuGet: () => ({ menu: exampleMenu({ items: [], targets: [], revision: 0, author: '', savedAt: null }) }),
    },
  },
}

/** Loading. */
export const Loading: Story = { args: { calls: { menuGet: 'waits' } } }

/** It can't be loaded. */
export const Failed: Story = { args: { calls: { menuGet: 'fails' } } }

/** Adding an item. */
export const Adding: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add item' }))
    await canvas.findByLabelText('Links to')
  },
}

/** Somebody else has saved the menu first: both sides are shown. */
export const Conflict: Story = {
  args: {
    callResponses: {
      ...callResponses,
      menuSave: () => {
        const { status, message } = errors.EDIT_CONFLICT
        const theirs = exampleMenu({ revision: 4, author: 'lou', items: exampleMenu().items.toReversed() })
        throw new StoaError('EDIT_CONFLICT', { status, message, details: { menu: theirs } })
      },
    },
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions for Summer party' }))
    await userEvent.click(await canvas.findByRole('menuitem', { name: 'Remove' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
    await canvas.findByText('Someone else just saved this menu')
  },
}
