import { CommentStatus } from '@stoa/contract'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { type CommentRow, commentRepository } from './repository.ts'

test('what a new comment leaves out is what the table puts in, and nothing else is left out', async () => {
  const { database, app, close } = await startTestApp()
  try {
    const id = app.ids.next()
    const said = {
      ...{ id, post_id: app.ids.next(), community_id: app.ids.next(), content: 'x', mentions: '[]' },
      ...{ status: CommentStatus.published, is_listed: 1, active_at: 1, created_at: 1 },
    }
    await database.transaction(({ connection }) => connection('comments').insert(said))
    const row = (await commentRepository(database.read).byId(id)) as CommentRow
    const columnsOf = (one: CommentRow) => commentRepository(database.read).insertion([one]).columns ?? []
    expect(columnsOf(row).toSorted()).toEqual(Object.keys(said).toSorted())
    for (const [name, value] of Object.entries(row)) {
      const other = typeof value === 'number' ? value + 1 : `${value}.`
      expect([name, columnsOf({ ...row, [name]: other }).includes(name)]).toEqual([name, true])
    }
  } finally {
    await close()
  }
})
