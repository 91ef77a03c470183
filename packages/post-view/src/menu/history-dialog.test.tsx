import { exampleId, paragraph } from '@stoa/contract/fixtures'
import { createStoa, type StoaOptions } from '@stoa/store'
import { StoaProvider } from '@stoa/store/react'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { HistoryDialog, type HistoryDialogProps } from './history-dialog.tsx'

const content = (text: string) => JSON.stringify({ blocks: [paragraph(text)] })
const revision = {
  id: exampleId(1, 'r'),
  createdAt: 0,
  editor: { userId: exampleId(1, 'u'), displayName: 'Grey Heron', slugUrl: 'grey-heron' },
}

function show(edit: { before: string; after: string }, onRestore?: HistoryDialogProps['onRestore']) {
  const call = vi.fn(async (name: string) =>
    name === 'postRevisionList'
      ? { items: [revision], cursor: null, hasMore: false }
      : {
          revision,
          before: { title: 'A title', postContent: content(edit.before) },
          after: { title: 'A title', postContent: content(edit.after) },
        },
  )
  const stoa = createStoa({ client: { call } as unknown as StoaOptions['client'], storage: null })
  render(
    <StoaProvider stoa={stoa}>
      <HistoryDialog post={{ id: exampleId(1, 'p') }} onRestore={onRestore} onClose={() => {}} />
    </StoaProvider>,
  )
}

it('opens the only edit at once', async () => {
  show({ before: 'On Monday.', after: 'On Tuesday.' })
  const details = (await screen.findByText('Grey Heron')).closest('details') as HTMLDetailsElement
  expect(details.open).toBe(true)
})

/** Opens the first edit. */
async function open() {
  const details = (await screen.findByText('Grey Heron')).closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
}

it('marks added and removed words', async () => {
  show({ before: 'The bridge opens on Monday.', after: 'The bridge opens on <b>Tuesday</b>.' })
  await open()
  expect((await screen.findByText('Tuesday')).tagName).toBe('INS')
  expect(screen.getByText('Monday').tagName).toBe('DEL')
})

it('says so if no word has changed', async () => {
  show({ before: 'The same.', after: 'The same.' })
  await open()
  expect(await screen.findByText(/No text was changed/)).toBeTruthy()
})

it('restores the version before an edit, for those who may edit the post', async () => {
  const restore = vi.fn(async () => {})
  show({ before: 'On Monday.', after: 'On Tuesday.' }, restore)
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Restore the version before this edit' }))
  expect(restore).toHaveBeenCalledExactlyOnceWith({ title: 'A title', postContent: content('On Monday.') })
})

it('offers no version to others', async () => {
  show({ before: 'On Monday.', after: 'On Tuesday.' })
  await open()
  expect((await screen.findByText('Tuesday')).tagName).toBe('INS')
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull()
})
