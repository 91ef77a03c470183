import type { Meta, StoryObj } from '@storybook/react-vite'
import { fn } from 'storybook/test'
import { LoadMore } from './load-more.tsx'

const meta = { title: 'UI/LoadMore', component: LoadMore, args: { onLoadMore: fn() } } satisfies Meta<typeof LoadMore>
export default meta
type Story = StoryObj<typeof meta>

/** The end of a list that has more. */
export const More: Story = {}

/** Says what is to come where the number is known. */
export const Counted: Story = { args: { label: '20 more replies' } }

/** On its way. */
export const Busy: Story = { args: { busy: true } }

/** The last try failed. */
export const Failed: Story = { args: { error: 'The server did not answer.' } }

/** With an address, for lists that work without scripts. */
export const AsLink: Story = { args: { href: '?cursor=abc' } }
