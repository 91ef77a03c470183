import type { Activity } from '@stoa/contract'
import { exampleId } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { activityCsv, CSV_HEAD } from './activity-csv.ts'

const item: Activity = {
  id: exampleId(1, 'a'),
  tokenName: 'FORUM',
  at: Date.UTC(2026, 0, 2),
  action: 'banned',
  postId: null,
  commentId: null,
  post: null,
  actor: {
    userId: exampleId(1, 'u'),
    username: 'heron',
    displayName: 'Grey Heron',
    role: 'moderator',
    slugUrl: 'heron',
  },
  person: { userId: exampleId(2, 'u'), username: 'otter', displayName: '=cmd()', slugUrl: 'otter' },
  reason: 'Says "no", always',
  until: 0,
  given: [],
  taken: [],
  changes: [],
  undoes: null,
  undone: false,
  reinstated: false,
  canUndo: true,
  undoBlock: null,
  bansAgain: null,
}

const log = { tokenName: 'FORUM', origin: 'https://forum.example' }
const fieldsOf = (about: Partial<Activity>) => {
  const [head = '', row = ''] = `${CSV_HEAD}${activityCsv([{ ...item, ...about }], log)}`.split('\r\n')
  return { names: head.replace('\uFEFF', '').split(','), row }
}

test('each decision is a row; texts are quoted, and none runs as a formula', () => {
  const { names, row } = fieldsOf({})
  expect(names).toEqual([
    ...['time', 'action', 'actor', 'actor_username', 'actor_id', 'actor_role'],
    ...['person', 'person_username', 'person_id', 'person_role', 'post', 'post_id', 'comment_id', 'link'],
    ...['reason', 'until', 'granted', 'removed', 'changes', 'undone', 'undoes', 'id'],
  ])
  const people = `Grey Heron,heron,${exampleId(1, 'u')},moderator,'=cmd(),otter,${exampleId(2, 'u')},`
  expect(row).toBe(
    `2026-01-02T00:00:00.000Z,banned,${people},,,,,"Says ""no"", always",never,,,,no,,${exampleId(1, 'a')}`,
  )
  for (const reason of [' =1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r1'])
    expect(fieldsOf({ reason }).row).toContain(`'${reason}`.split('\r')[0])
})

test('rows have granted and revoked permissions, changes, and the address of the post or comment', () => {
  const post = { title: 'Boats', slugUrl: 'boats', kind: 'community' } as const
  const { row } = fieldsOf({
    post,
    postId: exampleId(1, 'p'),
    given: ['banUser', 'pinPost'],
    taken: ['hideContent'],
    changes: [{ setting: 'title', before: 'A, b', after: '' }],
  })
  expect(row).toContain(`Boats,${exampleId(1, 'p')},,https://forum.example/bbs/FORUM/community/boats,`)
  expect(row).toContain(',banUser pinPost,hideContent,"title: ""A, b"" -> """"",no')
  const commentId = exampleId(1, 'c')
  expect(fieldsOf({ post, commentId }).row).toContain(`,${commentId},https://forum.example/bbs/thread/${commentId},`)
})
