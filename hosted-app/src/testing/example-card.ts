import type { MemberCard } from '@stoa/contract'
import { EXAMPLE_NOW, exampleId } from '@stoa/contract/fixtures'

const DAY_MS = 86_400_000
const heron = { userId: exampleId(1, 'u'), displayName: 'Grey Heron', slugUrl: 'grey-heron', imageUrl: '' }
const newt = { userId: exampleId(9, 'u'), displayName: 'Newt', slugUrl: 'newt', imageUrl: '' }

/** A member card. */
export const exampleCard = (userId: string): MemberCard => ({
  person: {
    userId,
    username: 'river_otter',
    displayName: 'River Otter',
    slugUrl: 'river-otter',
    imageUrl: '',
    createdAt: EXAMPLE_NOW - 40 * DAY_MS,
  },
  joinedAt: EXAMPLE_NOW - 30 * DAY_MS,
  role: null,
  ban: null,
  counts: {
    removals: 2,
    warnings: 1,
    timeouts: 0,
    bans: 1,
    reportsAbout: 4,
    reportsUpheld: 2,
    reportsBy: 10,
    reportsDismissed: 8,
  },
  signals: ['device'],
  history: [
    {
      activityId: exampleId(1, 'a'),
      action: 'commentHidden',
      at: EXAMPLE_NOW - DAY_MS,
      by: heron,
      reason: 'spam',
      until: null,
      undone: false,
    },
    {
      activityId: exampleId(2, 'a'),
      action: 'banned',
      at: EXAMPLE_NOW - 20 * DAY_MS,
      by: newt,
      reason: 'Advertising again and again',
      until: EXAMPLE_NOW - 17 * DAY_MS,
      undone: false,
    },
  ],
  notes: [
    {
      id: exampleId(1, 'n'),
      at: EXAMPLE_NOW - 2 * DAY_MS,
      by: newt,
      isOwn: true,
      text: 'Promised to stop advertising. Keep an eye on the links.',
    },
    {
      id: exampleId(2, 'n'),
      at: EXAMPLE_NOW - 9 * DAY_MS,
      by: heron,
      isOwn: false,
      text: 'Sells boats for a living.',
    },
  ],
})
