import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import { EditIcon, LinkIcon } from '../icons/icons.tsx'
import { FlagIcon, TrashIcon, UserIcon } from '../icons/more-icons.tsx'
import { Menu } from './menu.tsx'

const meta = {
  title: 'UI/Menu',
  component: Menu,
  args: {
    label: 'More actions',
    items: [
      { id: 'link', group: 'keep', label: 'Copy link', icon: <LinkIcon />, onSelect: fn() },
      { id: 'profile', group: 'keep', label: 'Profile of its author', icon: <UserIcon />, href: '#author' },
      { id: 'edit', group: 'edit', label: 'Edit', icon: <EditIcon />, onSelect: fn(), disabled: true },
      {
        id: 'report',
        group: 'hide',
        label: 'Report to moderators in this community',
        icon: <FlagIcon />,
        onSelect: fn(),
      },
      { id: 'delete', group: 'moderate', label: 'Delete for good…', icon: <TrashIcon />, onSelect: fn(), danger: true },
    ],
  },
  decorators: [(Story) => <div style={{ display: 'flex', justifyContent: 'end', minBlockSize: 260 }}>{Story()}</div>],
} satisfies Meta<typeof Menu>
export default meta
type Story = StoryObj<typeof meta>

/** For rare or many actions. */
export const Closed: Story = {}

/** Places of an account: a text above a group, and a number that waits. */
export const Account: Story = {
  args: {
    label: 'Your account, Ada Fernhill',
    headings: { keep: 'Only you see these' },
    items: [
      { id: 'profile', label: 'Ada Fernhill', hint: 'Your profile', icon: <UserIcon />, href: '#profile' },
      { id: 'saved', group: 'keep', label: 'Saved', href: '#saved' },
      { id: 'drafts', group: 'keep', label: 'Drafts', href: '#drafts' },
      { id: 'moderation', group: 'moderate', label: 'Moderation', count: 7, href: '#moderation' },
      { id: 'settings', group: 'settings', label: 'Settings', href: '#settings' },
      { id: 'leave', group: 'leave', label: 'Sign out', onSelect: fn() },
    ],
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Your account, Ada Fernhill' }))
    const group = within(canvasElement).getByRole('group', { name: 'Only you see these' })
    await expect(within(group).getAllByRole('menuitem')).toHaveLength(2)
  },
}

/** An item that leaves the menu open for others. */
export const Further: Story = {
  render: function Further(args) {
    const [isFurther, setIsFurther] = useState(false)
    const further = {
      id: 'manage',
      group: 'moderate' as const,
      label: 'Manage its author…',
      staysOpen: true,
      onSelect: () => setIsFurther(true),
    }
    const decisions = [
      { id: 'warn', label: 'Warn…' },
      { id: 'ban', label: 'Ban…' },
    ]
    const items = isFurther ? decisions : [...args.items, further]
    return <Menu {...args} items={items} onClose={() => setIsFurther(false)} />
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'More actions' }))
    await userEvent.click(within(canvasElement).getByRole('menuitem', { name: 'Manage its author…' }))
    await expect(within(canvasElement).getByRole('menuitem', { name: 'Warn…' })).toHaveFocus()
  },
}

/** Open. The first item has focus. */
export const Open: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'More actions' }))
    await expect(within(canvasElement).getByRole('menuitem', { name: 'Copy link' })).toHaveFocus()
  },
}

/** Open on a phone, as a sheet at the bottom of the screen. */
export const Sheet: Story = {
  args: { note: '16 views' },
  play: async ({ canvasElement }) => {
    const { matchMedia } = window
    window.matchMedia = () => ({ matches: true }) as MediaQueryList
    try {
      await userEvent.click(within(canvasElement).getByRole('button', { name: 'More actions' }))
    } finally {
      window.matchMedia = matchMedia
    }
    await expect(within(canvasElement).getByRole('menuitem', { name: 'Copy link' })).toHaveFocus()
  },
}

/** More items than fit into the window: the list scrolls, and a fact below them. */
export const Long: Story = {
  args: {
    items: Array.from({ length: 40 }, (_, index) => ({ id: `${index}`, label: `Community ${index + 1}` })),
    note: '40 communities',
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'More actions' }))
    const list = canvasElement.querySelector('.stoa-menu-list') as HTMLElement
    await expect(list.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight)
    await expect(list.scrollHeight).toBeGreaterThan(list.clientHeight)
  },
}
