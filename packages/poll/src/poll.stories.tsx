import { EXAMPLE_NOW, exampleVoter } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { Poll } from './poll.tsx'

const DAY_MS = 86_400_000

const otter = exampleVoter('otter')
const wren = exampleVoter('wren')

const meta: Meta<typeof Poll> = {
  title: 'Poll/Poll',
  component: Poll,
  args: {
    options: ['Repair the footbridge', 'Run a ferry', 'Leave it closed'],
    settings: { closesAt: null, results: 'always', voters: 'public' },
    values: [
      { count: 128, lastVoters: [otter, wren] },
      { count: 61, lastVoters: [wren] },
      { count: 4, lastVoters: [] },
    ],
    totalVoters: 193,
    onVote: () => {},
    authorHref: (slugUrl) => `/author/${slugUrl}`,
  },
}
export default meta
type Story = StoryObj<typeof Poll>

/** Open to everybody, results always shown. */
export const Open: Story = {}

/** The viewer has voted. Choosing the same option again removes the vote. */
export const Voted: Story = { args: { selected: 0 } }

/** Results are shown after voting. */
export const BeforeVoting: Story = {
  args: { values: null, settings: { closesAt: null, results: 'afterVote', voters: 'public' } },
}

/** Results are shown only when the poll closes, even to those who have voted. */
export const ResultsAfterClosing: Story = {
  args: {
    values: null,
    selected: 1,
    settings: { closesAt: EXAMPLE_NOW + 2 * DAY_MS, results: 'afterClose', voters: 'anonymous' },
  },
}

/** Closed: with bars, without active buttons. */
export const Closed: Story = {
  args: { selected: 1, settings: { closesAt: EXAMPLE_NOW - 3 * DAY_MS, results: 'afterClose', voters: 'public' } },
}

/** An anonymous poll. */
export const Anonymous: Story = {
  args: {
    settings: { closesAt: null, results: 'always', voters: 'anonymous' },
    values: [128, 61, 4].map((count) => ({ count, lastVoters: [] })),
  },
}

/** It has just closed, and its results are loading. */
export const ResultsComing: Story = {
  args: { values: null, settings: { closesAt: 1, results: 'afterClose', voters: 'public' } },
}

/** Nobody has voted yet. */
export const NoVotes: Story = {
  args: { values: [0, 0, 0].map((count) => ({ count, lastVoters: [] })), totalVoters: 0 },
}

/** This viewer can't vote: banned, or the post is hidden. */
export const Locked: Story = { args: { locked: true } }

/** A vote is being sent. */
export const Busy: Story = { args: { selected: 2, busy: true } }

/** The longest texts and the most options. */
export const LongText: Story = {
  args: {
    options: Array.from({ length: 10 }, (_, index) =>
      `${index + 1}. ${'An option of eighty characters takes two lines on a telephone, '.repeat(2)}`.slice(0, 80),
    ),
    values: Array.from({ length: 10 }, (_, index) => ({ count: 10_000 * index, lastVoters: [otter] })),
    totalVoters: 450_000,
    selected: 9,
  },
}

/** Right to left. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: { options: ['إصلاح الجسر', 'تشغيل عبّارة', 'Leave it closed'], selected: 0 },
}

/** A dark page. */
export const Dark: Story = { globals: { theme: 'dark' }, args: { selected: 0 } }

/** The narrowest phone: no voters next to the bars. */
export const Narrow: Story = { parameters: { width: '312px' }, args: { selected: 0 } }
