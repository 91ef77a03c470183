import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { LoadMore } from './load-more.tsx'

const meta = { title: 'UI/LoadMore', component: LoadMore, args: { onLoadMore: fn() } } satisfies Meta<typeof LoadMore>
export default meta
type Story = StoryObj<typeof meta>

/** The end of a list with more items. */
export const More: Story = {}

/** With the number of remaining items, if known. */
export const Counted: Story = { args: { label: '20 more replies' } }

/** Loading. */
export const Busy: Story = { args: { busy: true } }

/** The last attempt failed. */
export const Failed: Story = { args: { error: 'The server did not answer.' } }

/** With an address, for lists that work without scripts. */
export const AsLink: Story = { args: { href: '?cursor=abc' } }
