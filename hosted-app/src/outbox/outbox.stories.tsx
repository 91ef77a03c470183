import { createStoa, type OutboxEntry } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { exampleOutbox } from '../testing/example-outbox.ts'
import { OutboxList, SignOutQuestion } from './outbox-parts.tsx'

function Kept({ entries: kept, isLeaving }: { entries: readonly OutboxEntry[]; isLeaving: boolean }) {
  const [stoa] = useState(() => {
    const created = createStoa({ client: { call: async () => ({}) as never }, storage: null })
    created.state.setState({ outbox: kept })
    return created
  })
  return (
    <StoaProvider stoa={stoa}>
      {isLeaving ? <SignOutQuestion onConfirm={() => {}} onClose={() => {}} /> : <OutboxList onClose={() => {}} />}
    </StoaProvider>
  )
}

const meta = {
  title: 'Forum/Outbox',
  component: Kept,
  args: { entries: exampleOutbox(), isLeaving: false },
  parameters: { docs: { story: { inline: false, height: '480px' } } },
} satisfies Meta<typeof Kept>
export default meta
type Story = StoryObj<typeof meta>

/** What was written without network, in the order in which it is sent. */
export const List: Story = {}

/** Everything was sent while the list was open. */
export const Empty: Story = { args: { entries: [] } }

/** Signing out would discard what waits. */
export const SignOut: Story = {
  args: { entries: exampleOutbox().filter(({ call }) => call === 'commentCreate'), isLeaving: true },
}

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '360px' } }
