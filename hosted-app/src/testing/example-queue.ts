import type { QueueItem } from '@stoa/contract'
import { EXAMPLE_NOW, exampleComment, exampleId, exampleSummary } from '@stoa/contract/fixtures'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const person = (number: number, displayName: string) => ({
  ...{ userId: exampleId(number, 'u'), displayName, slugUrl: `member-${number}`, imageUrl: '' },
})
const heron = person(1, 'Grey Heron')
const post = exampleSummary({ title: 'Whose boat is this?' })

/** A queue with a reported comment, a pending post and a claimed report of a member. */
export const exampleQueue: readonly QueueItem[] = [
  {
    ...{ kind: 'reported', id: exampleId(1, 'q'), subjectId: exampleId(1, 'c'), tokenName: 'FORUM', type: 'Comment' },
    at: EXAMPLE_NOW - 3 * HOUR_MS,
    version: 0,
    post,
    comment: exampleComment('otter', { content: 'Cheap boats! Look at my page.' }),
    parent: exampleComment('heron', { content: 'It has been lying at the lock since Sunday.' }),
    person: { ...person(2, 'River Otter'), createdAt: EXAMPLE_NOW - 2 * DAY_MS, removals: 2, notes: 1 },
    report: {
      count: 4,
      reasons: [
        { reason: 'spam', count: 3 },
        { reason: 'other', count: 1 },
      ],
      texts: ['Posts this under everything'],
      newcomers: 3,
      reporters: [{ ...heron, decided: 10, dismissed: 8 }],
    },
    appeal: null,
    findings: null,
    claim: null,
  },
  {
    ...{ kind: 'pending', id: exampleId(2, 'p'), subjectId: exampleId(2, 'p'), tokenName: 'FORUM', type: 'Post' },
    at: EXAMPLE_NOW - 2 * HOUR_MS,
    version: 0,
    post: exampleSummary({ id: exampleId(2, 'p'), title: 'The lock is closed on Monday' }),
    comment: null,
    parent: null,
    person: { ...person(3, 'Mill Keeper'), createdAt: EXAMPLE_NOW - 400 * DAY_MS, removals: 0, notes: 0 },
    report: null,
    appeal: null,
    findings: null,
    claim: null,
  },
  {
    ...{ kind: 'reported', id: exampleId(3, 'q'), subjectId: exampleId(14, 'u'), tokenName: 'FORUM', type: 'User' },
    at: EXAMPLE_NOW - HOUR_MS,
    version: 0,
    post: null,
    comment: null,
    parent: null,
    person: { ...person(14, 'Angry Goose'), createdAt: EXAMPLE_NOW - DAY_MS, removals: 0, notes: 0 },
    report: {
      count: 1,
      reasons: [{ reason: 'hateful', count: 1 }],
      texts: [],
      newcomers: 0,
      reporters: [{ ...heron, decided: 1, dismissed: 1 }],
    },
    appeal: null,
    findings: null,
    claim: { by: person(5, 'Kingfisher'), until: EXAMPLE_NOW + 300_000 },
  },
  {
    ...{ kind: 'appealed', id: exampleId(5, 'z'), subjectId: exampleId(6, 'c'), tokenName: 'FORUM', type: 'Comment' },
    at: EXAMPLE_NOW - HOUR_MS / 2,
    version: 0,
    post,
    comment: exampleComment('otter', { content: 'Selling my old oars, see the notice board.' }),
    parent: null,
    person: { ...person(2, 'River Otter'), createdAt: EXAMPLE_NOW - 2 * DAY_MS, removals: 2, notes: 0 },
    report: null,
    appeal: {
      text: 'The rules allow one private sale a month, and this is mine.',
      decision: { activityId: exampleId(7, 'a'), action: 'commentHidden', by: heron, at: EXAMPLE_NOW - DAY_MS },
      reason: 'spam',
      isOwn: false,
    },
    findings: null,
    claim: null,
  },
]
