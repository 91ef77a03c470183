import { createStoa, type Stoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSharedCounts } from './use-shared-counts.ts'

/** The channels of all tabs. */
let channels: FakeChannel[] = []
let messages = 0

class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    channels.push(this)
  }
  postMessage(data: unknown): void {
    messages += 1
    for (const other of channels) if (other !== this) other.onmessage?.({ data })
  }
  close(): void {
    channels = channels.filter((other) => other !== this)
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  channels = []
  messages = 0
})

function Sharing({ viewerId }: { viewerId: string }) {
  useSharedCounts(viewerId)
  return null
}

function openTab(viewerId: string): Stoa {
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  const stoa = createStoa({ client: { call: vi.fn() }, storage: null })
  stoa.state.setState({ viewer: { id: viewerId } as never, unread: { notifications: 0, unseen: 0 } })
  render(
    <StoaProvider stoa={stoa}>
      <Sharing viewerId={viewerId} />
    </StoaProvider>,
  )
  return stoa
}

const unseenIn = (stoa: Stoa) => stoa.state.getState().unread?.unseen

test('a count shows in all tabs of the same member at once, zero, too, and no message is answered', () => {
  const [first, second, other] = [openTab('me'), openTab('me'), openTab('somebody')]
  first.state.setState({ unread: { notifications: 2, unseen: 2 } })
  expect([unseenIn(second), unseenIn(other)]).toEqual([2, 0])
  second.state.setState({ unread: { notifications: 2, unseen: 0 } })
  expect([unseenIn(first), messages]).toEqual([0, 2])
})
