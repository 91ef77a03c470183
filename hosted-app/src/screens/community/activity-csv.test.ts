import type { Activity } from '@stoa/contract'
import { exampleId } from '@stoa/contract/fixtures'
import { expect, test } from 'vitest'
import { activityCsv, CSV_HEAD } from './activity-csv.ts'

const item: Activity = {
  ...{ id: exampleId(1, 'a'), at: Date.UTC(2026, 0, 2), action: 'banned', postId: null, commentId: null },
  actor: { userId: exampleId(1, 'u'), displayName: 'Grey Heron', slugUrl: 'heron' },
  person: { userId: exampleId(2, 'u'), displayName: '=cmd()', slugUrl: 'otter' },
  ...{ reason: 'Says "no", always', until: 0, given: [], taken: [], changes: [] },
  ...{ undoes: null, undone: false, canUndo: true, undoBlock: null },
}

test('each decision is a row; texts are quoted, and none runs as a formula', () => {
  const [head, row, end] = `${CSV_HEAD}${activityCsv([item])}`.split('\r\n')
  expect(head).toBe('\uFEFFtime,action,actor,person,post,comment,reason,until,undone,id')
  expect(row).toBe(
    `2026-01-02T00:00:00.000Z,banned,Grey Heron,'=cmd(),,,"Says ""no"", always",never,no,${exampleId(1, 'a')}`,
  )
  expect(end).toBe('')
})
