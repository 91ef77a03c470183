import { ConnectedComments } from '@stoa/comments'
import type { CallName } from '@stoa/contract'
import { exampleBranch, exampleComment, exampleId, exampleMe, exampleSummary } from '@stoa/contract/fixtures'
import { createStoa } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { ShadowHost } from '../../../../.storybook/shadow-host.tsx'
import firstView from '../first-view/styles.css?inline'
import interaction from './interaction.css?inline'

const SHEET = `${firstView}\n${interaction}`
const post = exampleSummary({ numComments: 3 })
const comments = [
  exampleBranch(exampleComment('wren', { id: exampleId(61, 'c') }), [
    exampleComment('heron', { id: exampleId(62, 'c'), content: 'Please don’t.' }),
  ]),
  exampleBranch(exampleComment('otter', { id: exampleId(63, 'c') })),
]
const facts = { reactions: {}, votes: {}, comments: [] }
const responses: { [Name in CallName]?: object } = {
  commentList: { items: comments, cursor: null, hasMore: false },
  viewerFacts: { ...facts, muted: { [exampleId(61, 'c')]: 'user', [exampleId(63, 'c')]: 'word' } },
}

/** A thread on a partner's site, for a member who is signed in there. Only the server knows whom they have muted. */
function SignedInThread() {
  const [stoa] = useState(() => {
    const started = createStoa({
      client: { call: (async (name: CallName) => responses[name] ?? {}) as never },
      storage: null,
    })
    const viewer = { ...exampleMe(), site: 'https://news.example', hasMutes: true }
    started.state.setState({ viewer, posts: { [post.id]: post } })
    return started
  })
  return (
    <StoaProvider stoa={stoa}>
      <ConnectedComments postId={post.id} live={false} />
    </StoaProvider>
  )
}

const meta = {
  title: 'Embed/Signed-in thread',
  component: SignedInThread,
  decorators: [
    (Story, { globals }) => (
      <ShadowHost sheet={SHEET} theme={globals.theme === 'dark' ? 'dark' : 'light'}>
        <div className="stoa-embed">
          <Story />
        </div>
      </ShadowHost>
    ),
  ],
} satisfies Meta<typeof SignedInThread>
export default meta
type Story = StoryObj<typeof meta>

/** Comments by muted people and with muted words are collapsed. Replies keep their places. */
export const Collapsed: Story = {
  play: async ({ canvasElement }) => {
    const buttons = () => {
      const root = canvasElement.querySelector('[data-testid]')?.shadowRoot
      return [...(root?.querySelectorAll('button') ?? [])].filter(({ textContent }) => textContent === 'Show once')
    }
    await waitFor(() => expect(buttons()).toHaveLength(2))
  },
}

/** On a phone of 360 pixels, in the dark, from right to left. */
export const CollapsedNarrow: Story = {
  ...Collapsed,
  parameters: { width: '312px' },
  globals: { theme: 'dark', direction: 'rtl' },
}
